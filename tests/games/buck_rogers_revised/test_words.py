"""What the revised rules tell can be written for every reader, and HELP knows what it offers."""

from functools import cache
from typing import Any

from moderator.core.codec import tag_of
from moderator.core.game import Chapter
from moderator.core.seats import Observer, Who
from moderator.games.buck_rogers_revised import GAME
from moderator.games.buck_rogers_revised.pieces import Space
from moderator.games.buck_rogers_revised.seat import explain, report
from moderator.games.buck_rogers_revised.seat.view import View
from moderator.games.simulate import Lineup, Played, play
from moderator.games.solar_system.seat.default import proposed
from moderator.games.solar_system.tables import extra, figures
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from tests.support.cases import every_case
from tests.support.drawn import pictures

PICTURES = pictures(GAME)

SEATS = ("Red", "Blue", "Green", "Yellow")
TABLES: tuple[dict[str, Any], ...] = (
    {},
    {"tempo": "seats", "optional_leaders": True, "space_combat": "always"},
    {"neutral": True, "length": "countdown", "tempo": "phases"},
)
READERS: tuple[Who, ...] = ("Red", "Yellow", Observer.PUBLIC, Observer.GM)


@cache
def speaking(who: Who = "Red") -> Voice:
    """Speak plain text to a seat, or to who plays none."""
    return Voice(Templates().text, GAME.info.key, ReadingSeat("" if isinstance(who, Observer) else who, "UTC"))


@cache
def match(table: int = 0) -> Played:
    """Return some steps of a match of captains."""
    return play(Lineup(game=GAME, bots=dict.fromkeys(SEATS, "captain"), options=TABLES[table]), "words", most=9)


def seen(who: Who = "Red", table: int = 0) -> View:
    """Return what somebody sees in the course of it."""
    view: View = GAME.view(match(table).steps[5].state, who)
    return view


def lines_of(who: Who, played: Played) -> list[str]:
    """Return all lines of somebody's reports, beside dice too."""
    voice, out = speaking(who), []
    for step in played.steps:
        known = [event for event in step.events if event.known_to(who)]
        facts = [fact for part in report.report(GAME.view(step.state, who), known).sections for fact in part.facts]
        out += [voice.say(fact) for fact in (*facts, *known)] + [voice.say_beside_dice(fact) for fact in facts]
    return out


@every_case("who", READERS)
@every_case("table", range(len(TABLES)))
def test_reports_can_be_written_for_every_reader(who: Who, table: int) -> None:
    """Every fact becomes one line of text without holes."""
    for line in lines_of(who, match(table)):
        assert line
        assert "None" not in line
        assert not any(hole in line for hole in ("  ", " .", " ,", "()", ": ;"))


def test_what_is_said_to_the_public_is_said_to_nobody_in_person() -> None:
    """Observers play no seat, so nothing is theirs."""
    for line in lines_of(Observer.PUBLIC, match()):
        assert not {"you", "your"} & set(line.lower().replace(".", "").replace(",", "").split())


@every_case("key", [*report.SECTIONS, *(f"explained-{key}" for key in ("board", "market", "planets"))])
def test_every_section_has_a_heading_of_its_own(key: str) -> None:
    """No heading is made from the key."""
    assert speaking().heading(key) != key.replace("-", " ").capitalize() or key in ("battles", "leaders")


@every_case("topic", [*explain.TOPICS, *(name for names in explain.TOPICS.values() for name in names)])
def test_every_topic_is_answered(topic: str) -> None:
    """Whatever HELP offers has something to tell."""
    told = [speaking().say(fact) for part in explain.explain(seen(), topic).sections for fact in part.facts]
    assert told
    assert all(told)


def test_every_leader_has_a_power_and_every_space_a_purpose() -> None:
    """No two read alike."""
    every = len(figures().leader) + len(extra().leader)
    for table, topic, number in (
        (0, "LEADERS", len(figures().leader)),
        (1, "LEADERS", every),
        (0, "BOARD", len(Space)),
    ):
        facts = explain.explain(seen(table=table), topic).sections[0].facts
        told = {speaking().say(fact).partition(": ")[2] for fact in facts}
        assert len(facts) == len(told) == number
        assert all(len(words.split()) > 5 for words in told)


def test_resources_stand_with_the_market() -> None:
    """Not among the cards."""
    assert "wealth-stands" in [tag_of(type(fact)) for fact in _facts("Red", "production")]


def test_a_hand_is_told_to_its_holder_alone() -> None:
    """The others read how many cards it has."""
    (mine,) = [fact for fact in _facts("Red", "cards") if tag_of(type(fact)) == "hand-stands"]
    assert speaking().say(mine).startswith("Your hand: ")
    for who in ("Blue", Observer.PUBLIC):
        told = " ".join(speaking(who).say(fact) for fact in _facts(who, "cards"))
        assert not any(f"hand: {card}" in told for card in seen().hand)
        assert "Red " in told


def _facts(who: Who, key: str) -> list[Any]:
    return [fact for part in report.report(seen(who), ()).sections if part.key == key for fact in part.facts]


def test_the_second_letter_of_the_set_up_tells_what_is_to_be_placed() -> None:
    """Leader, territories, units and the whole proposal; the reader's own territories stand there alone."""
    step = next(one for one in match().steps if GAME.view(one.state, "Red").phase == "placement")
    known = [event for event in step.events if event.known_to("Red")]
    view = GAME.view(step.state, "Red")
    told = {part.key: [speaking().say(fact) for fact in part.facts] for part in report.report(view, known).sections}
    briefing = " ".join(told["briefing"])
    assert "Your Leader is" in briefing
    assert "Place your units: PLACE" in briefing
    assert all(f" at {line.zone}" in briefing.partition("Our suggestion:")[2] for line in proposed(view, ()))
    assert not any(line.startswith("Your zones") for line in told["setup"])


def test_a_battle_of_the_reader_is_drawn_on_its_board() -> None:
    """One drawing a battle, and all of them for who plays no seat."""
    for step in match().steps:
        for who in ("Red", Observer.PUBLIC):
            drawn = [one.key for one in PICTURES.draw(GAME.view(step.state, who), step.events)]
            fought = {
                event.zone  # type: ignore[attr-defined]
                for event in step.events
                if tag_of(type(event)) == "board-set"
                and not event.passing  # type: ignore[attr-defined]
                and (who is Observer.PUBLIC or who in {box.seat for box in event.stood})  # type: ignore[attr-defined]
            }
            assert len([key for key in drawn if key.startswith("battle-")]) == len(fought)
            assert ("census" in drawn) is (step.state.turn > 0)


def test_a_recap_has_something_for_everybody() -> None:
    """Figures, battles and an honour for each seat; captions, battles and honours have a title before a colon."""
    chapters = [Chapter(n, GAME.view(one.state, Observer.GM), one.events) for n, one in enumerate(match().steps)]
    kept, voice = GAME.remember(chapters), speaking(Observer.PUBLIC)
    assert {honour.seat for honour in kept.honours} == set(SEATS)
    assert kept.moments
    for fact in (*kept.captions, *kept.moments, *kept.honours):
        title, _, rest = voice.words(("recap.j2",), tag_of(type(fact)), fact, dict).partition(": ")
        assert title
        assert rest

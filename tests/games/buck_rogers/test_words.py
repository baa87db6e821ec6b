"""Everything that the game can say has its words, and they can be written for every reader."""

from collections.abc import Sequence
from functools import cache
from typing import Any, get_args

import pytest

from moderator.core.codec import tag_of
from moderator.core.dice import Dice, Why
from moderator.core.errors import Problem, Stage
from moderator.core.game import Chapter
from moderator.core.seats import Observer, Who
from moderator.games.buck_rogers import GAME
from moderator.games.buck_rogers.events.movement import LineFailed
from moderator.games.buck_rogers.seat import explain, report
from moderator.games.buck_rogers.seat.recap import remember
from moderator.games.buck_rogers.seat.view import View
from moderator.games.simulate import Lineup, Played, play
from moderator.games.solar_system.events.building import FactoryIdle, Idleness
from moderator.games.solar_system.events.ending import MatchWon
from moderator.games.solar_system.events.movement import Cause
from moderator.games.solar_system.orders.phrases import ALL, Units
from moderator.games.solar_system.orders.types import HuerRolls
from moderator.games.solar_system.pieces import COLOURS, Kind
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from tests.support.cases import every_case

KEY = GAME.info.key
REASONS: tuple[str, ...] = (
    "deal",
    "leaders",
    "initiative",
    "start",
    "numbers",
    "attack",
    "kilsat",
    "volley",
    "lunar",
    "bomb",
    "sabotage",
)
REASONS += ("raid", "pass", "parting", "sling", "huer", "subvert", "subversion")
ENDINGS = ("zones", "last-leader", "conceded", "alone", "year", "systems", "leaders", "turn-limit")


def speaking(seat: str = "Red") -> Voice:
    """Speak plain text to a seat."""
    return Voice(Templates().text, KEY, ReadingSeat(seat, "UTC"))


@pytest.fixture(scope="module")
def voice() -> Voice:
    """Speak plain text to Red."""
    return speaking()


@cache
def match(seed: str = "words", **options: Any) -> Played:  # noqa: ANN401 - options are of many types
    """Return some turns of a match of captains."""
    return play(Lineup(game=GAME, bots=dict.fromkeys(COLOURS, "captain"), options=options), seed, most=5)


def seen(who: str = "Red", **options: Any) -> View:  # noqa: ANN401 - as above
    """Return what a seat sees at the end of it."""
    view: View = GAME.view(match(**options).steps[-1].state, who)
    return view


def explained(voice: Voice, view: View, topic: str) -> list[str]:
    """Return what HELP tells of a topic."""
    return [voice.say(fact) for section in explain.explain(view, topic).sections for fact in section.facts]


# ---- nothing without words --------------------------------------------------------------------------------


@every_case("kind", [*GAME.events, *report.FACTS, *GAME.foretold])
def test_every_event_and_fact_has_its_words(voice: Voice, kind: type[Any]) -> None:
    """A macro of the tag's name stands in the game's own file."""
    assert voice.macro(("events.j2",), tag_of(kind)) is not None


@every_case("key", [*report.SECTIONS, *(f"explained-{key}" for key in ("units", "leaders", "odds"))])
def test_every_section_has_a_heading_of_its_own(voice: Voice, key: str) -> None:
    """No heading is made from the key."""
    assert voice.heading(key) != key.replace("-", " ").capitalize() or key in ("battles", "leaders")


@every_case("kind", [*GAME.language.orders, *GAME.gm.orders])
def test_every_order_and_amendment_is_explained(voice: Voice, kind: type[Any]) -> None:
    """A sentence or two say what it does."""
    assert voice.words(("orders.j2",), tag_of(kind), None, dict).endswith(".")


@every_case("kind", REASONS)
def test_every_reason_of_a_throw_has_its_words(voice: Voice, kind: str) -> None:
    """The words name the place and who threw, as far as they matter."""
    words = voice.dice(Why(kind, "Bach", ("Red", "Blue"), 201))
    assert voice.macro(("dice.j2",), kind) is not None
    assert "Blue" not in words or "against Blue" in words


@every_case("cause", get_args(Cause))
def test_every_cause_of_failure_has_its_words(voice: Voice, cause: Cause) -> None:
    """No two read alike, so that a player knows what to do."""
    others = {voice.say(LineFailed(seat="Red", order=HuerRolls(), cause=one)) for one in get_args(Cause)}
    assert len(others) == len(get_args(Cause))
    assert voice.say(LineFailed(seat="Red", order=HuerRolls(), cause=cause)).startswith("HUER ROLLS failed: ")


def test_every_cause_of_idleness_has_its_words(voice: Voice) -> None:
    """A Factory that makes nothing says why."""
    told = {voice.say(FactoryIdle(seat="Red", zone="Bach", why=why)) for why in get_args(Idleness)}
    assert len(told) == len(get_args(Idleness))


@every_case("reason", ENDINGS)
def test_every_ending_has_its_words(voice: Voice, reason: str) -> None:
    """The reader wins as "you"."""
    assert "you" in voice.say(MatchWon(winners=("Red",), reason=reason))


# ---- small words ------------------------------------------------------------------------------------------


@every_case(
    ("some", "words"),
    [
        (Units(((Kind.FIGHTER, 3),), ("Buck Rogers",)), "3 Fighters and Buck Rogers"),
        (Units(((Kind.GENNIE, 1),)), "1 Gennie"),
        (Units(((Kind.FACTORY, 2), (Kind.KILSAT, 2))), "2 Factories and 2 KilSats"),
        (Units(((Kind.FIGHTER, ALL),)), "all Fighters"),
        (Units(every=True), "everything"),
        (Units(((Kind.FIGHTER, 2),), every=True), "everything but 2 Fighters"),
        (Units(((Kind.FIGHTER, 2),), colour="Brown"), "2 Fighters (Brown)"),
        (Units(), "nothing"),
    ],
)
def test_units_are_listed_as_people_say_it(voice: Voice, some: Units, words: str) -> None:
    """Kinds with their counts, then Leaders by name."""
    module: Any = voice.environment.get_template(f"games/{KEY}/_words.j2").module
    assert " ".join(module.units(some).split()) == words


def test_a_complaint_says_what_to_write_instead(voice: Voice) -> None:
    """Where a zone is not one's own, those that are come with it."""
    problem = Problem(
        code="not-your-zone", stage=Stage.ILLEGAL, order=0, facts={"zone": "Bach", "known": ("Vesta", "Juno")}
    )
    assert voice.problem(problem) == "Bach is not yours. Your territories are Vesta and Juno."


# ---- HELP -------------------------------------------------------------------------------------------------


def test_help_explains_a_kind_with_its_numbers(voice: Voice) -> None:
    """How far it goes, how it is made, what it does, and what it hits."""
    about, numbers = explained(voice, seen(), "FIGHTERS")
    assert about.startswith("Fighter, moves 5 zones; a Factory makes 1 in a turn: Flies through space")
    assert (
        numbers
        == "Fighter: 3 for a Transport or Marker; 6 for a Fighter; 7 for a Trooper, Gennie or KilSat; 8 for a Battler."
    )


def test_help_explains_leaders_by_the_rules_of_the_match(voice: Voice) -> None:
    """With powers each has his own; in the basic game all add to the dice."""
    (buck,) = explained(voice, seen(), "Buck")
    assert "all Fighters in his zone hit anything on 4 or more" in buck
    (buck,) = explained(voice, seen(ruleset="basic"), "Buck")
    assert "adds 2 to every throw" in buck


def test_help_knows_planets_by_their_timetable(voice: Voice) -> None:
    """A planet that is also a system tells both."""
    system, planet = explained(voice, seen(), "MARS")
    assert system.startswith("Mars: 7 territories")
    assert planet.startswith("Mars: in turn ")
    assert planet.count("Ma") == 1 + 9


@every_case("topic", [*explain.TOPICS, *(name for names in explain.TOPICS.values() for name in names)])
def test_every_topic_is_answered(voice: Voice, topic: str) -> None:
    """Whatever HELP offers has something to tell."""
    assert all(explained(voice, seen(), topic))
    assert explained(voice, seen(), topic)


# ---- whole matches ----------------------------------------------------------------------------------------


READERS: tuple[Who, ...] = ("Red", "Yellow", Observer.PUBLIC, Observer.GM)


def lines_of(who: Who, played: Played) -> list[str]:
    """Return all lines of somebody's reports, beside dice too."""
    voice = speaking(who if isinstance(who, str) and not isinstance(who, Observer) else "")
    out = []
    for step in played.steps:
        known = [event for event in step.events if event.known_to(who)]
        facts = [fact for part in report.report(GAME.view(step.state, who), known).sections for fact in part.facts]
        out += [voice.say(fact) for fact in (*facts, *known)] + [voice.say_beside_dice(fact) for fact in facts]
    return out


@every_case("who", READERS)
@every_case(
    "options",
    [{}, {"ruleset": "basic"}, {"scenario": "leaders", "leaderless": True, "free_factories": True}],
)
def test_reports_can_be_written_for_every_reader(who: Who, options: dict[str, Any]) -> None:
    """Every fact becomes one line of text without holes."""
    for line in lines_of(who, match(**options)):
        assert line
        assert "None" not in line
        assert not any(hole in line for hole in ("  ", " .", " ,", "()", ": ;"))


def chapters(played: Played) -> Sequence[Chapter[View]]:
    """Return a match for its recap."""
    return [Chapter(turn, GAME.view(step.state, Observer.GM), step.events) for turn, step in enumerate(played.steps)]


def test_a_recap_has_something_for_everybody() -> None:
    """Figures, battles and an honour for each seat; captions, battles and honours have a title before a colon."""
    kept, voice = remember.remember(chapters(match())), speaking("")
    assert {honour.seat for honour in kept.honours} == set(COLOURS)
    assert kept.moments
    for fact in (*kept.captions, *kept.moments, *kept.honours):
        title, _, rest = voice.words(("recap.j2",), tag_of(type(fact)), fact, dict).partition(": ")
        assert title
        assert rest
    (figures,) = kept.figures
    assert "Units built: " in voice.words(("recap.j2",), tag_of(type(figures)), figures, dict)


def test_what_is_said_to_the_public_is_said_to_nobody_in_person() -> None:
    """Observers play no seat, so nothing is theirs."""
    for line in lines_of(Observer.PUBLIC, match()):
        assert not {"you", "your"} & set(line.lower().replace(".", "").replace(",", "").split())


def test_the_same_match_gives_the_same_words() -> None:
    """A report depends on view and events alone."""
    again = GAME.setup(COLOURS, {}, Dice.throwaway("twice"))
    first, second = (report.report(GAME.view(again.state, "Red"), again.events) for _ in range(2))
    assert first == second

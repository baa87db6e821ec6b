"""Everything that the game can say has its words, and they can be written for every reader."""

# ruff: noqa: RUF001 - apostrophes as they are printed

from collections.abc import Iterator
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
import pytest

from moderator.core.codec import tag_of
from moderator.core.dice import Dice, Why
from moderator.core.errors import Problem, Stage
from moderator.core.game import Event, IllegalAmendment
from moderator.core.orders import Order
from moderator.games.rayguns_and_rocketships.events import EVENTS
from moderator.games.rayguns_and_rocketships.events.crew import DuelOutcome, Harm, ShotOutcome
from moderator.games.rayguns_and_rocketships.events.ending import MatchWon, Merit
from moderator.games.rayguns_and_rocketships.events.gunnery import Shot
from moderator.games.rayguns_and_rocketships.events.lines import Cause, LineFailed
from moderator.games.rayguns_and_rocketships.events.reveal import Idle, StarIdle
from moderator.games.rayguns_and_rocketships.events.tokens import CoreReddened
from moderator.games.rayguns_and_rocketships.orders.types import ORDERS, Board, Pass
from moderator.games.rayguns_and_rocketships.pieces import SEATS
from moderator.games.rayguns_and_rocketships.rules.amend import GM, amend
from moderator.games.rayguns_and_rocketships.seat import explain, preview, report, story
from moderator.games.rayguns_and_rocketships.tables import captain_of, cards_of
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from tests.games.rayguns_and_rocketships.cases import Case, state_of
from tests.support.cases import every_case

KEY = "rayguns-and-rocketships"
THROWS = ("raygun", "pistol", "entry", "melee", "ram", "hatch", "star", "first", "holder", "side", "deck", "reshuffle")
EIGHT = "DECK B3, HATCH, ENGINE 1, ENGINE 2, PANEL, GUN P1, GUN P2, GUN P3"
TEMPLATES = Templates().text


def speaking(seat: str = "Rangers") -> Voice:
    """Speak plain text to a seat."""
    return Voice(TEMPLATES, KEY, ReadingSeat(seat, "UTC"))


@pytest.fixture(scope="module")
def voice() -> Voice:
    """Speak plain text to Rangers."""
    return speaking()


# ---- nothing without words --------------------------------------------------------------------------------

TOLD = [*EVENTS, *report.FACTS, report.TurnInShort, *preview.FORETOLD, *explain.FACTS]


@every_case("kind", TOLD)
def test_every_event_and_fact_has_its_words(voice: Voice, kind: type[Any]) -> None:
    """A macro of the tag's name stands in the game's own file, and bears a fact and a reader."""
    macro = voice.macro(("events.j2",), tag_of(kind))
    assert macro is not None
    assert list(macro.arguments) == ["e", "reader"]


@every_case("kind", story.CREW)
def test_every_deed_of_a_figure_can_stand_among_others(voice: Voice, kind: type[Event]) -> None:
    """What figures do is worded twice: with who does it, and as what follows."""
    module = voice.environment.get_template(f"games/{KEY}/_deeds.j2").module
    assert hasattr(module, tag_of(kind).replace("-", "_"))


@every_case("key", [*report.SECTIONS, "foreseen-setup", "foreseen-course"])
def test_every_section_has_a_heading_of_its_own(voice: Voice, key: str) -> None:
    """No heading is made from the key."""
    assert voice.heading(key) != key.replace("-", " ").capitalize() or key == "captains"


@every_case("kind", ORDERS)
def test_every_order_is_explained(voice: Voice, kind: type[Any]) -> None:
    """A sentence or two say what it does."""
    assert voice.words(("orders.j2",), tag_of(kind), None, dict).endswith(".")


@every_case("kind", THROWS)
def test_every_reason_of_a_throw_has_its_words(voice: Voice, kind: str) -> None:
    """The words name who threw, as far as that matters."""
    assert voice.macro(("dice.j2",), kind) is not None
    assert "None" not in voice.dice(Why(kind, "Zard GUN S2", ("Zard", "Rangers"), 101))


def test_every_cause_of_failure_has_its_words(voice: Voice) -> None:
    """No two read alike, so that a player knows what to do."""
    told = {voice.say(LineFailed(seat="Rangers", order=Pass(), cause=cause)) for cause in get_args(Cause)}
    assert len(told) == len(get_args(Cause))
    assert {words.partition(":")[0] for words in told} == {"PASS failed"}


def test_every_cause_of_an_idle_star_card_has_its_words(voice: Voice) -> None:
    """What a Star card could not do says why."""
    told = {voice.say(StarIdle(seat="Zard", card="Tractor Beam", cause=cause)) for cause in get_args(Idle)}
    assert len(told) == len(get_args(Idle))


@every_case("reason", ["target", "last-seat", "rounds", "idle"])
def test_every_ending_has_its_words(voice: Voice, reason: Any) -> None:  # noqa: ANN401 - a Literal
    """The reader wins as "you"."""
    assert "you" in voice.say(MatchWon(winners=("Rangers",), reason=reason)).lower()


# ---- every event, filled with anything --------------------------------------------------------------------

_FILLED: dict[str, Any] = {
    "seat": "Zard",
    "on": "Rangers",
    "victim": "Rangers",
    "order": Board(seat="Rangers", who=("6",)),
    "figure": "5",
    "healer": "PRINCESS",
    "shots": (Shot("S1", 7, 1, 5, hit=True), Shot("S2", 5, 0, 7, hit=False)),
    "node": "F6",
    "port": "S2",
    "ship": "Rangers",
    "lacks": ("panel", "captain"),
    "throws": (3, 5),
    "bonuses": (0, 1),
    "rounds": ((4, 4), (6, 2)),
}


def samples(kind: type[Event]) -> Iterator[Event]:
    """Give an event for each value that its choices have."""
    fields = msgspec.structs.fields(kind)
    base = {field.name: _value(field) for field in fields if field.name != "seen_by"}
    for field in fields:
        for choice in choices(field.type):
            yield msgspec.convert(msgspec.to_builtins(base | {field.name: choice}), kind)
    yield msgspec.convert(msgspec.to_builtins(base), kind)


def choices(of: Any) -> list[str]:  # noqa: ANN401 - a type
    """Return what a Literal admits, or a Union of some."""
    if get_origin(of) is Literal:
        return [choice for choice in get_args(of) if choice]
    return [one for part in get_args(of) for one in choices(part)] if get_origin(of) is Union else []


def _value(field: msgspec.structs.FieldInfo) -> Any:  # noqa: ANN401 - any field of an event
    if field.name in _FILLED and "tuple[tuple[tuple" not in str(field.type):
        return _FILLED[field.name]
    if field.default is not msgspec.NODEFAULT:
        return field.default
    if choices(field.type):
        return choices(field.type)[0]
    if field.type in (int, bool):
        return field.type(2)
    return _LISTS.get(str(field.type), "HATCH" if field.type is str else ())


_LISTS: dict[str, Any] = {
    "tuple[str, ...]": ("F6", "E5"),
    "tuple[tuple[str, int], ...]": (("Zard", 3), ("Rangers", 5)),
    "tuple[tuple[str, str], ...]": (("Zard", "I9"),),
    "tuple[tuple[tuple[str, int], ...], ...]": ((("Zard", 3), ("Rangers", 5)),),
}


@every_case("reader", ["Zard", "Rangers", ""])
@every_case("kind", EVENTS)
def test_every_event_can_be_told_to_every_reader(kind: type[Event], reader: str) -> None:
    """One line of text without holes, whatever its choices are; to the public nothing is "yours"."""
    voice = speaking(reader)
    for event in samples(kind):
        for line in (voice.say(event), voice.say_beside_dice(event)):
            assert line.endswith((".", "!"))
            assert not any(hole in line for hole in ("None", "  ", " .", " ,", "()", ": ;", "Zard Zard"))
            assert reader or "your" not in line.lower().split()


# ---- small words ------------------------------------------------------------------------------------------


@every_case("seat", SEATS)
def test_cards_and_abilities_say_their_numbers(seat: str) -> None:
    """Every Star card says what it does with its numbers, and no two abilities of a captain read alike."""
    module: Any = TEMPLATES.get_template(f"games/{KEY}/_cards.j2").module
    for card in cards_of(seat).values():
        numbers = {card.by, card.nodes, card.range, card.guns, card.dice, card.crew, card.count, card.steal} - {0}
        words = module.effect(card) if card.star else ""
        assert bool(words.strip()) == card.star
        assert all(str(number) in words for number in numbers)
    abilities = {ability for face in captain_of(seat).side for ability in face.abilities}
    assert len({module.ability(one, "your") for one in abilities}) == len(abilities)


@every_case(
    ("seat", "name", "words"),
    [
        ("Rangers", "3", "your crew 3"),
        ("Rangers", "CAPTAIN", "your captain"),
        ("Zard", "6", "Zard crew 6"),
        ("Pirates", "CAPTAIN", "Pirates’ captain"),
        ("Zard", "PRINCESS", "Princess Persevone"),
    ],
)
def test_figures_are_named_as_people_say_it(seat: str, name: str, words: str) -> None:
    """Whose it is, and its name."""
    module: Any = TEMPLATES.get_template(f"games/{KEY}/_words.j2").module
    assert " ".join(module.figure(seat, name, "Rangers").split()) == words


@every_case(
    ("facts", "words"),
    [
        ({"ships": ()}, "Your ship has no ENGINE 4. Write ENGINE 1 or ENGINE 2."),
        ({"ships": ("Zard",)}, "The ship of Zard has no ENGINE 4. Write ENGINE 1 or ENGINE 2."),
        ({"ships": ("Zard", "Blaarg")}, "The others’ ships have no ENGINE 4. Write ENGINE 1 or ENGINE 2."),
        ({"thing": "core"}, "You can’t put CORE to work at ENGINE 4. Write FOR ENGINE 1 or ENGINE 2."),
    ],
)
def test_a_complaint_says_what_to_write_instead(voice: Voice, facts: dict[str, Any], words: str) -> None:
    """Where a post is not there, those that are come with it, and which ship has them."""
    known = {"post": "ENGINE 4", "known": ("ENGINE 1", "ENGINE 2")}
    problem = Problem(code="no-such-post", stage=Stage.ILLEGAL, order=0, facts=known | facts)
    assert voice.problem(problem) == words


@every_case(
    ("seat", "post", "words"),
    [
        ("Zard", "PANEL", "Core 1 at Zard\u2019s PANEL turns red: it explodes when the Turn ends."),
        ("", "F6", "Core 1 at F6 turns red: it explodes when the Turn ends."),
    ],
)
def test_a_core_turns_red_aboard_or_in_space(voice: Voice, seat: str, post: str, words: str) -> None:
    """One that explodes sets others off, also where no ship is."""
    assert voice.say(CoreReddened(seat=seat, token="core 1", post=post, by="Rangers")) == words


@every_case(
    ("line", "words"),
    [
        ("SHIP E5 N FOR Zard", "Something else is at E5 already, or nothing can be there. Name another place."),
        ("PUT 3 TO HATCH FOR Zard", "Something else is at HATCH already, or nothing can be there. Name another place."),
        ("PUT 3 TO ENGINES FOR Rangers", "The ship of Rangers has no ENGINE. Write ENGINE 1, ENGINE 2 or ENGINE 3."),
        (
            "PUT 3 TO Blaarg HATCH FOR Rangers",
            "The ship of Blaarg is gone, so nobody can go there, and you can’t put anything there.",
        ),
        ("PUT PRINCESS TO DECK B3 FOR Zard", "There is no PRINCESS in this match now."),
        ("REMOVE 5 FOR Blaarg", "Nobody plays Blaarg in this match. Name Rangers or Zard."),
        ("BLASTS CORES FOR Zard", "The ship of Zard has no CORE. Write COCKPIT, AIRLOCK P1,"),
        (f"BLASTS {EIGHT} FOR Zard", "There can be at most 7. Name fewer."),
        ("GUNS P4 FOR Zard", "The ship of Zard has no GUN P4. Write GUN P1,"),
        ("POINTS 12 FOR Blaarg", "Nobody plays Blaarg in this match. Name Rangers or Zard."),
    ],
)
def test_a_refused_amendment_is_answered_in_words(voice: Voice, line: str, words: str) -> None:
    """The GM is told what is wrong with it, and what could stand there."""
    amendment = GM.parse(line)
    assert isinstance(amendment, Order)
    position = state_of(Case(name="", paragraph="", ships={"Rangers": "E5 N", "Zard": "E8 N"}))
    with pytest.raises(IllegalAmendment) as refusal:
        amend(position, [amendment], Dice.throwaway("amend"))
    assert voice.problem(refusal.value.problem).startswith(words)


def test_choices_of_the_events_are_the_ones_that_are_worded() -> None:
    """A new one must be looked at here: how shots and duels end, what harms, what points are for."""
    assert set(get_args(ShotOutcome)) == {"miss", "dodged", "shielded", "hit"}
    assert set(get_args(DuelOutcome)) == {"hit", "blocked", "riposte"}
    assert set(get_args(Harm)) == {"raygun", "pistol", "sword", "core", "lost"}
    assert len(get_args(Merit)) == 9

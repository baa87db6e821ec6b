"""Everything that the game can say has its words, and they can be written for every reader."""

import re
from collections.abc import Sequence
from typing import Any

import pytest

from moderator.core.codec import kebab
from moderator.core.dice import Dice, Why
from moderator.core.errors import Problem, Stage
from moderator.core.seats import Observer, Who
from moderator.games.rebel_commander import GAME
from moderator.games.rebel_commander.orders.types import ORDERS
from moderator.games.rebel_commander.rules.amend import AMENDMENTS
from moderator.games.rebel_commander.seat import preview
from moderator.games.rebel_commander.seat.report import FACTS, SECTIONS
from moderator.games.simulate import Lineup, play
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from tests.support.cases import every_case

KEY = "rebel-commander"


@pytest.fixture(scope="module", params=["text", "html"])
def voice(request: pytest.FixtureRequest) -> Voice:
    """Speak English to Red, in both forms."""
    templates = Templates()
    return Voice(templates.html if request.param == "html" else templates.text, KEY, ReadingSeat("Red", "UTC"))


def tags(kinds: Sequence[type[Any]]) -> list[str]:
    """Return the tags of Struct types."""
    return [kebab(kind.__name__) for kind in kinds]


@every_case("tag", tags((*GAME.events, *FACTS)))
def test_every_event_and_fact_has_its_words(voice: Voice, tag: str) -> None:
    """A macro of the tag's name stands in the game's own file."""
    assert voice.macro(("events.j2",), tag) is not None


@every_case("key", [*SECTIONS, *preview.SECTIONS])
def test_every_section_has_a_heading_of_its_own(voice: Voice, key: str) -> None:
    """No heading is made from the key."""
    assert voice.heading(key) != key.replace("-", " ").capitalize() or key == "battles"


@every_case("tag", tags((*ORDERS, *AMENDMENTS)))
def test_every_order_and_amendment_is_explained(voice: Voice, tag: str) -> None:
    """One sentence says what it does."""
    assert voice.words(("orders.j2",), tag, None, dict).endswith(".")


@every_case("kind", ["attack", "defence", "sequence"])
def test_every_reason_of_a_throw_has_its_words(voice: Voice, kind: str) -> None:
    """The words name place, seats and order number."""
    words = voice.dice(Why(kind, "C4", ("Blue", "Red"), 201))
    assert "order 2" in words
    assert kind == "sequence" or ("C4" in words and "Blue and you" in words)


READERS: tuple[Who, ...] = ("Red", "Blue", "Empire", Observer.PUBLIC, Observer.GM)
"""One reader of every kind."""


@every_case("who", READERS)
@every_case("options", [{"max_turns": 8}, {"fog": True, "max_turns": 8}, {"edition": "skirmish"}])
def test_reports_of_whole_matches_can_be_written_for_every_reader(who: Who, options: dict[str, Any]) -> None:
    """Every fact becomes one line of text without markup or holes."""
    voice = Voice(Templates().text, KEY, ReadingSeat(who if isinstance(who, str) else "", "UTC"))
    bots = dict.fromkeys(("Red", "Blue", "Empire"), "random")
    match = play(Lineup(game=GAME, bots=bots, options=options), "words", most=40)
    for step in match.steps:
        known = [event for event in step.events if event.known_to(who)]
        report = GAME.report(GAME.view(step.state, who), known)
        for line in (voice.say(fact) for section in report.sections for fact in section.facts):
            assert line
            assert not re.search(r"[<>{}]|None|Undefined|  | [.,]", line), line
        for event in known:
            assert voice.say(event)


def test_problems_of_odd_order_sets_can_be_written(voice: Voice) -> None:
    """What is wrong with an order is said with the place and the unit."""
    state = GAME.setup(("Red", "Blue", "Empire"), {}, Dice.throwaway("words")).state
    view, prompt = GAME.view(state, "Red"), GAME.pending(state)["Red"]
    origin = view.stacks[0].place
    for text in (
        f"MOVE TROOPS {origin} J7",
        "MOVE SPEEDERS E3 E4",
        f"MOVE TRANSPORT {origin} {origin}",
        "BUILD TRANSPORT E3",
        "ATTACK E3",
        f"ATTACK {origin}",
    ):
        order = GAME.language.parse(text)
        assert not isinstance(order, Problem)
        for problem in GAME.check(view, prompt, (order,)):
            words = voice.problem(problem)
            assert words.endswith(".")
            assert origin in words or "E3" in words or "J7" in words


def test_every_option_is_explained() -> None:
    """The lobby and the operator's guide say what each does."""
    assert tuple(GAME.info.option_help) == GAME.info.options.__struct_fields__


@every_case(
    ("options", "seats", "words"),
    [
        ({"max_turn": 5}, ("Red", "Empire"), "There is no option max_turn"),
        (
            {"max_turns": "five"},
            ("Red", "Empire"),
            "max_turns cannot have this value: expected a whole number",
        ),
        ({}, ("Red",), "The seat Empire is missing"),
        ({}, ("Empire",), "At least one Rebel faction is needed"),
        ({}, ("Rod", "Red", "Empire"), "No seat is called Rod"),
        ({"start": {"Blue": {"A0": {"troops": 1}}}}, ("Red", "Empire"), "names Blue, which is not a seat"),
        ({"start": {"Red": {"K0": {"troops": 1}}}}, ("Red", "Empire"), "puts Red at K0"),
        ({"start": {"Red": {"A0": {"troops": 1}}}}, ("Red", "Empire"), "gives Empire no unit"),
        (
            {"edition": "skirmish", "start": {"Red": {"A0": {"speeders": 1}}}},
            ("Red", "Empire"),
            "more than Troops at A0",
        ),
    ],
)
def test_wrong_options_are_said_in_words(
    voice: Voice, options: dict[str, Any], seats: tuple[str, ...], words: str
) -> None:
    """The operator reads what is wrong with which key."""
    problems = GAME.check_options(options, seats)
    assert [problem.stage for problem in problems] == [Stage.ILLEGAL]
    assert problems[0].code in GAME.faults
    assert words in voice.problem(problems[0])

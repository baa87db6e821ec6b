"""Complaints about letters, with suggestions that could be sent, and previews of what the letters lead to."""

from moderator.core.errors import Problem
from moderator.games.rayguns_and_rocketships import GAME
from moderator.games.rayguns_and_rocketships.orders.types import programmed
from moderator.games.rayguns_and_rocketships.seat.forecast import TurnForeseen
from moderator.service.order_sets.mending import with_legal_hints
from tests.games.rayguns_and_rocketships.cases import Case, orders_of, state_of
from tests.support.cases import every_case
from tests.support.pages.rayguns_page import POSITION

STATE = state_of(Case(name="check", paragraph="", **POSITION))
VIEW, PROMPT = GAME.view(STATE, "Rangers"), GAME.pending(STATE)["Rangers"]


def judged(line: str) -> tuple[Problem, ...]:
    """Return what is said of a line that is no order or a wrong one, with its suggestions as they are sent."""
    reading = GAME.language.read(line)
    if reading.order is None:
        assert reading.problem is not None
        return with_legal_hints(GAME, VIEW, PROMPT, (), [reading.problem])
    return tuple(GAME.check(VIEW, PROMPT, [reading.order]))


@every_case(
    ("line", "code", "falls"),
    [
        ("WRECK S4", "no-such-post", True),
        ("STRIKE GUN O1", "no-such-post", True),
        ("BOARD Zard WITH 6 FOR GUN P4", "no-such-post", True),
        ("MOUNT P1, S4", "no-such-post", True),
        ("GO 6 TO DECK A1", "no-such-post", True),
        ("HEAL Mind Control", "not-your-ability", True),
        ("HEAL Follow Me", "not-your-ability", False),
        ("STATION 4 GUN S1", "wrong-phase", True),
        ("AIM Sharpshooters AT Zard", "no-aim", False),
    ],
)
def test_what_can_never_be_falls_and_the_rest_is_warned_of(line: str, code: str, falls: bool) -> None:  # noqa: FBT001
    """Posts that no ship has at which a line can be aimed; an ability of the side that lies down does no harm."""
    assert [(problem.code, problem.falls) for problem in judged(line)] == [(code, falls)]


@every_case("line", ["WRECK MANNED, S1", "STRIKE GUN S3, CREW", "MOUNT P1", "HEAL Ace Pilot"])
def test_what_can_be_is_not_complained_of(line: str) -> None:
    """Words for kinds, and what the ships have."""
    assert judged(line) == ()


@every_case(
    ("line", "fragment", "hints"),
    [
        ("PROGRAM Forward, Turn Prot, Loop", "Turn Prot", ("PROGRAM Forward, Turn Port, Loop",)),
        ("PROGRAM Forward, Full Ahaed, Jetpack Leap", "Full Ahaed", ("PROGRAM Forward, Full Ahead, Jetpack Leap",)),
        ("PROGRAM Forward, Lop, Full Ahead", "Lop", ("PROGRAM Forward, Loop, Full Ahead",)),
        ("GO 3 TO AIRLCK S1", "AIRLCK S1", ("GO 3 TO AIRLOCK S1",)),
        ("HEAL ACE PLIOT", "ACE PLIOT", ("HEAL Ace Pilot",)),
        ("STRIKE EVERYBODY", "EVERYBODY", ("STRIKE <preys>",)),
        ("MAN BRIDGE", "BRIDGE", ("MAN <places>",)),
        ("SEARCH FOR GUN", "", ("SEARCH FOR GUN WITH 6",)),
        ("STATION 4 GUN S1", "", ("GO 4 TO GUN S1",)),
    ],
)
def test_a_suggestion_is_what_was_meant(line: str, fragment: str, hints: tuple[str, ...]) -> None:
    """Names of two words, too; where nothing is like what was written, the gap stays open."""
    (problem,) = judged(line)
    assert (problem.fragment, problem.hints) == (fragment, hints)


@every_case(
    "line",
    [
        "PROGRAM Forward, Forward, Turn Port",
        "GO 3 TO AIRLOK S1",
        "MOUNT P9",
        "KEEP 99",
    ],
)
def test_suggestions_could_be_sent(line: str) -> None:
    """Where the likest cannot be ordered, what its answer would suggest takes its place."""
    (problem,) = judged(line)
    assert problem.hints
    for order in orders_of(problem.hints):
        assert [found for found in GAME.check(VIEW, PROMPT, [order]) if found.falls] == []


@every_case(
    "line",
    [
        "PROGRAM Forward, Turn Port, Tractor Beam",
        "PROGRAM Loop, Forward, Sharpshooters",
        "PROGRAM Loop, Forward, Turn Port, Bank Port",
        "FIRE BODY AT Pirates, Zard",
        "BOARD Pirates WITH 6",
        "BOARD Rangers WITH 6",
        "BOARD Zard WITH 5, 6",
        "FIRE BODY WITH CENTRE",
    ],
)
def test_nothing_is_offered_that_leaves_out_a_name(line: str) -> None:
    """A card, a seat, a figure or a battery that cannot be is named in the answer, not replaced by another."""
    (problem,) = judged(line)
    assert problem.falls
    assert problem.hints == ()


def test_cards_of_several_lines_are_one_programme() -> None:
    """In the order of the lines, or in the Turns that they name; a fourth card finds no place."""
    lines = orders_of(("PROGRAM Turn Port TURN 2", "Forward", "Loop"))
    assert programmed(lines) == ("Forward", "Turn Port", "Loop")
    assert GAME.check(VIEW, PROMPT, lines) == ()
    (few,) = GAME.check(VIEW, PROMPT, lines[:2])
    assert (few.code, few.falls) == ("too-few-cards", False)


def test_a_turn_beside_a_full_programme_is_what_the_crew_does() -> None:
    """It is a card, too, but there is no Turn left for it."""
    (problem,) = GAME.check(VIEW, PROMPT, orders_of(("PROGRAM Forward, Bank Port, Loop", "Turn port")))
    assert (problem.order, problem.falls, problem.hints) == (1, True, ("STEER PORT",))


def test_a_card_for_two_turns_is_asked_about() -> None:
    """Each Turn has a card of its own."""
    (problem,) = GAME.check(VIEW, PROMPT, orders_of(("PROGRAM Forward TURN 1, 2",)))
    assert (problem.code, problem.falls) == ("cards-and-turns", True)


def test_a_line_is_not_blamed_for_the_cards_of_a_line_above() -> None:
    """Each line answers for its own cards alone."""
    orders = orders_of(("PROGRAM Forward, Forward", "PROGRAM Loop"))
    assert [(problem.code, problem.order) for problem in GAME.check(VIEW, PROMPT, orders)] == [("card-twice", 0)]


def course(*lines: str, doctrine: tuple[str, ...] = ()) -> list[TurnForeseen]:
    """Return the Turns that a preview of orders shows to a seat with some doctrine."""
    state = state_of(Case(name="preview", paragraph="", **POSITION, standing={"Rangers": list(doctrine)}))
    report = GAME.preview(GAME.view(state, "Rangers"), GAME.pending(state)["Rangers"], orders_of(lines))
    return [fact for section in report.sections for fact in section.facts if isinstance(fact, TurnForeseen)]


def test_a_preview_goes_by_the_doctrine_that_the_orders_leave() -> None:
    """HELM that the orders take back or replace steers no more, even where the new line's condition does not hold."""
    usual = course("FORGET HELM")
    assert course(doctrine=("HELM AWAY",)) != usual
    assert course("FORGET HELM", doctrine=("HELM AWAY",)) == usual
    assert course("HELM AWAY IF BOARDED", doctrine=("HELM AWAY",)) == usual


def test_helm_of_a_later_turn_chooses_no_cards() -> None:
    """Cards are chosen in Turn 1, so HELM with TURN 3 has no say in them."""
    assert [turn.card for turn in course("HELM CLOSE NEAREST TURN 3")] == [turn.card for turn in course()]
    assert [turn.card for turn in course("HELM CLOSE NEAREST TURN 1")] != [turn.card for turn in course()]


def test_a_preview_shows_the_cards_that_will_be_played() -> None:
    """A card that cannot be played leaves room for one of the helmsman's."""
    cards = [turn.card for turn in course("PROGRAM Forward, Forward, Loop")]
    assert cards[:2] == ["Forward", "Loop"]
    assert len(set(cards)) == len(cards) == 3

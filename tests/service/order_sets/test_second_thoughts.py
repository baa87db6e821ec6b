"""Corrections, messages and signatures in a whole letter: what is filed, what holds the turn, what is sent."""

import pytest

from moderator.service.facts import Acknowledgement
from moderator.store.session import Store
from tests.support.rebels import SEATS, SENT
from tests.support.world import World


def says(world: World, text: str) -> Acknowledgement:
    """Let Red write."""
    return world.says("Red", text, match="endor")


def told(answer: Acknowledgement) -> list[tuple[str, tuple[str, ...]]]:
    """Return what an answer complains about and notes, with its suggestions."""
    return [(problem.code, problem.hints) for line in answer.said for problem in line.problems]


def holds(world: World) -> bool:
    """Tell whether the turn waits for a better line of Red's."""
    row = world.order_set_row("Red", "endor")
    return row is not None and row.faulty


def test_a_correction_is_filed_and_told(rebels: World) -> None:
    """The order set has the later order, both lines are noted, and the turn does not wait."""
    answer = says(rebels, SENT + "no wait, make 3 a move troops C3 C4")
    assert rebels.order_set("Red", "endor") == ["1. BUILD TROOPS C3", "2. MOVE TROOPS E3 E4", "3. MOVE TROOPS C3 C4"]
    assert told(answer) == [("corrected", ()), ("correction", ())]
    assert answer.to_look_at == 0
    assert not holds(rebels)


def test_a_correction_in_a_later_letter_leaves_the_rest_of_the_order_set(rebels: World) -> None:
    """It is laid over what is on file: by its number, or in place of the order about the same thing."""
    says(rebels, SENT)
    says(rebels, "change order 3 to: build troops E3")
    says(rebels, "no wait, MOVE TROOPS E3 F3")
    assert rebels.order_set("Red", "endor") == ["1. BUILD TROOPS C3", "2. MOVE TROOPS E3 F3", "3. BUILD TROOPS E3"]


def test_to_cancel_a_number_clears_it_on_file(rebels: World) -> None:
    """The answer names the command that was done."""
    says(rebels, SENT)
    answer = says(rebels, "please cancel order 2")
    assert rebels.order_set("Red", "endor") == ["1. BUILD TROOPS C3", "3. PASS"]
    assert [(each.command, each.code) for each in answer.answers] == [("CLEAR 2", "cleared-one")]


@pytest.mark.parametrize(
    ("line", "code", "hints"),
    [
        ("delete my orders", "clear-like", ("CLEAR",)),
        ("maybe cancel 2", "correction-unclear", ("CLEAR 2",)),
        ("maybe make 2 a pass", "not-plain", ("2. PASS",)),
        ("2. the guys at E3 should please run off to the east", "unknown-order", ()),
    ],
)
def test_what_is_asked_back_leaves_the_order_set_and_holds_the_turn(
    rebels: World, line: str, code: str, hints: tuple[str, ...]
) -> None:
    """Nothing is done, the line to send is offered, and the turn waits for a better one."""
    says(rebels, SENT)
    before = rebels.order_set("Red", "endor")
    answer = says(rebels, line)
    assert rebels.order_set("Red", "endor") == before
    assert [each[0] for each in told(answer)] == [code]
    assert told(answer)[0][1] == hints or not hints
    assert holds(rebels)


def test_a_message_in_other_words_is_sent_to_nobody_and_holds_nothing(rebels: World) -> None:
    """Seats, players and first names are known; the block to send is offered, whatever may be ordered now."""
    for name in ("Blue", "Ben Hill", "Ben"):
        answer = says(rebels, f"{SENT}\nTell {name} I will be at C4")
        assert told(answer) == [("press-like", ("PRESS TO Blue: I will be at C4",))]
    assert rebels.rows("press-letter") == []
    assert not holds(rebels)


def test_a_message_is_offered_where_only_some_orders_are_asked_for(store: Store) -> None:
    """What is not timely is left out of the suggestions; a command always is."""
    world = World(store)
    world.match("endor", "space-genocide", SEATS[:2], map_size="small")
    answer = says(world, "To Blue: peace?\nscrap everything")
    assert told(answer) == [("press-like", ("PRESS TO Blue: peace?",)), ("clear-like", ("CLEAR",))]


def test_a_company_below_the_orders_holds_nothing(rebels: World) -> None:
    """A signature is listed, and the turn runs."""
    answer = says(rebels, SENT + "\nRosa\nMove Logistics Ltd\nBUILDING 5B\n#1 Mom")
    assert {code for code, _ in told(answer)} == {"set-aside"}
    assert not holds(rebels)


def test_a_typo_below_an_empty_line_holds_the_turn(rebels: World) -> None:
    """It may have been an order."""
    says(rebels, SENT + "\nMOVE 3")
    assert holds(rebels)

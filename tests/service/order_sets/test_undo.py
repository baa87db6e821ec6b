"""UNDO: the recorded orders are again what they were before the newest letter that changed them."""

from moderator.service.facts import Acknowledgement
from tests.support.rebels import SENT
from tests.support.world import World

ORDERS = ["1. BUILD TROOPS C3", "2. MOVE TROOPS E3 E4", "3. PASS"]


def says(world: World, text: str) -> Acknowledgement:
    """Let Red write, a minute after the letter before."""
    world.move(minutes=1)
    return world.says("Red", text, match="endor")


def codes(answer: Acknowledgement) -> list[str]:
    """Return what is said about the commands of a letter."""
    return [each.code for each in answer.answers]


def waits(world: World) -> bool:
    """Tell whether the turn waits for a better line of Red's."""
    row = world.order_set_row("Red", "endor")
    return row is None or row.faulty


def test_undo_takes_back_what_the_last_letter_changed(rebels: World) -> None:
    """One order was replaced; it stands again, and the letter counts as one that changes orders."""
    says(rebels, SENT)
    says(rebels, "3. MOVE TROOPS C3 C4")
    answer = says(rebels, "undo, please")
    assert rebels.order_set("Red", "endor") == ORDERS
    assert (answer.verdict, codes(answer)) == ("changed", ["undone"])
    assert not waits(rebels)


def test_a_second_undo_takes_the_first_back(rebels: World) -> None:
    """Nothing is lost by trying it."""
    says(rebels, SENT)
    says(rebels, "3. MOVE TROOPS C3 C4")
    says(rebels, "UNDO")
    says(rebels, "UNDO")
    assert rebels.order_set("Red", "endor") == [*ORDERS[:2], "3. MOVE TROOPS C3 C4"]


def test_undo_after_the_first_letter_leaves_no_orders(rebels: World) -> None:
    """The turn waits for its player again, and a second UNDO brings the orders back."""
    says(rebels, SENT)
    answer = says(rebels, "UNDO")
    assert (codes(answer), rebels.order_set_row("Red", "endor")) == (["undone-to-none"], None)
    says(rebels, "UNDO")
    assert rebels.order_set("Red", "endor") == ORDERS


def test_undo_brings_back_what_was_cleared(rebels: World) -> None:
    """CLEAR is a change as any other."""
    says(rebels, SENT)
    says(rebels, "CLEAR")
    says(rebels, "UNDO")
    assert rebels.order_set("Red", "endor") == ORDERS


def test_undo_after_a_letter_of_bad_lines_takes_only_these_back(rebels: World) -> None:
    """The orders from before stay, and the turn no longer waits for a better line."""
    says(rebels, SENT)
    says(rebels, "3. MOVE TROOPS C3")
    assert waits(rebels)
    answer = says(rebels, "UNDO")
    assert (codes(answer), rebels.order_set("Red", "endor")) == (["undone"], ORDERS)
    assert not waits(rebels)


def test_undo_brings_back_the_lines_that_were_waited_for(rebels: World) -> None:
    """Whoever takes the mended line back must send it again."""
    says(rebels, SENT.replace("3. PASS", "3. MOVE TROOPS C3"))
    says(rebels, "3. MOVE TROOPS C3 C4")
    assert not waits(rebels)
    says(rebels, "UNDO")
    assert rebels.order_set("Red", "endor") == ORDERS[:2]
    assert waits(rebels)


def test_orders_beside_undo_are_laid_over_the_orders_from_before(rebels: World) -> None:
    """The letter says both, in whatever order."""
    says(rebels, SENT)
    says(rebels, "1. PASS\n2. PASS")
    says(rebels, "UNDO\n3. MOVE TROOPS C3 C4")
    assert rebels.order_set("Red", "endor") == [*ORDERS[:2], "3. MOVE TROOPS C3 C4"]


def test_without_orders_there_is_nothing_to_undo(rebels: World) -> None:
    """The answer says so, and nothing is recorded."""
    answer = says(rebels, "UNDO")
    assert (answer.verdict, codes(answer)) == ("answered", ["undo-nothing"])
    assert rebels.order_set_row("Red", "endor") is None


def test_who_asks_who_plays(rebels: World) -> None:
    """Other moderators call it so; it is STATUS."""
    answer = says(rebels, "WHO")
    assert [(each.command, each.code) for each in answer.answers] == [("STATUS", "status")]
    assert "Ben Hill" in {line.player for line in answer.answers[0].players}

"""Whole lines in other words are answered with the orders that say the same, and never read."""

from moderator.core.orders import Order
from moderator.kit.boards.grid import GridPlace
from moderator.kit.slots import Named, Several
from moderator.language.grammar.language import Language
from tests.language.toy import TOY
from tests.support.cases import every_case


@every_case(
    ("line", "hints"),
    [
        ("Garrison C4!", ("BUILD TROOPS C4",)),
        ("C4 wants troops, please", ("BUILD TROOPS C4",)),
        ("We want C4 garrison", ()),
        ("C4 and D4 need troops", ("BUILD TROOPS C4", "BUILD TROOPS D4")),
    ],
)
def test_a_saying_is_answered_with_what_it_means(line: str, hints: tuple[str, ...]) -> None:
    """One order, or several together; a line with anything else in it is no saying."""
    reading = TOY.read(line)
    assert reading.order is None
    assert reading.problem is not None
    said = reading.problem.code == "other-words"
    assert said is bool(hints)
    assert not said or (reading.problem.hints, reading.problem.together) == (hints, len(hints) > 1)


def test_a_saying_looks_like_an_order_and_its_question_does_not() -> None:
    """Nobody is passed over, and nobody who asks is held."""
    assert TOY.looks_like("C4 needs troops")
    assert not TOY.looks_like("Do they need troops?")


def test_who_does_it_may_stand_first() -> None:
    """The order is offered with its subject where it belongs."""
    problem = TOY.read("the troops at C3 go to C4").problem
    assert problem is not None
    assert TOY.looks_like("the troops at C3 go to C4")
    assert problem.hints == ("MOVE TROOPS C3 C4",)


class Colours(Order, frozen=True, kw_only=True):
    """An order that is nothing but a list of names."""

    syntax = ("PAINT {colours}",)

    colours: tuple[str, ...]


PAINT: Language[Colours] = Language(
    (Colours,),
    {"colours": Several(Named({"Red": "Red", "Dark Blue": "Dark Blue"}, noun="choice")), "place": GridPlace()},
    bare=("PAINT",),
)


def test_a_list_alone_is_read_where_its_verb_may_always_be_left_out() -> None:
    """As long as nothing else stands on the line, and it is no question."""
    assert PAINT.attempt("red, dark blue") == PAINT.attempt("PAINT Red, Dark Blue") is not None
    assert PAINT.attempt("red is best") is None
    assert PAINT.attempt("red?") is None
    assert PAINT.attempt("") is None

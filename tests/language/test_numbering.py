"""Orders put on a numbered order set."""

from moderator.core.errors import Stage
from moderator.core.game import Prompt
from moderator.language.numbering import Entry, UnreadOrder, merge, number
from tests.language.toy import TOY, Attack, Pass, ToyOrder
from tests.language.toy_prompts import PAIRS, THREE, UNNUMBERED
from tests.support.cases import every_case

A, B, C, D = (Attack(place=place) for place in ("A0", "B0", "C0", "D0"))


def entries(*given: tuple[str, ToyOrder | None]) -> list[Entry[ToyOrder]]:
    """Return entries with these labels, each on its line from 1; without an order the line cannot be read."""
    return [Entry(at, TOY.format(order), label, order) for at, (label, order) in enumerate(given, 1) if order]


def unread(*given: tuple[str, ToyOrder | None]) -> list[UnreadOrder]:
    """Return the lines that cannot be read."""
    return [
        UnreadOrder(at, "ATACK", label, after=sum(order is not None for _, order in given[:at]))
        for at, (label, order) in enumerate(given, 1)
        if order is None
    ]


def order_set(prompt: Prompt, given: list[Entry[ToyOrder]]) -> list[str]:
    """Return the numbered lines."""
    return [TOY.line(order) for order in number(given, prompt).orders]


@every_case(
    ("given", "lines"),
    [
        (entries(("", A), ("", B)), ["1. ATTACK A0", "2. ATTACK B0"]),
        (entries(("3", A), ("1", B)), ["1. ATTACK B0", "3. ATTACK A0"]),
        (entries(("2", A), ("", B)), ["2. ATTACK A0", "3. ATTACK B0"]),
        (entries(("3", A), ("", B), ("", C)), ["1. ATTACK B0", "2. ATTACK C0", "3. ATTACK A0"]),
        (entries(("", A), ("1", B)), ["1. ATTACK B0", "2. ATTACK A0"]),
    ],
)
def test_labels_count_and_the_rest_follows(given: list[Entry[ToyOrder]], lines: list[str]) -> None:
    """Labels count as written; unlabelled orders follow the one before them."""
    assert order_set(THREE, given) == lines
    assert number(given, THREE).problems == ()


@every_case(
    ("given", "lines", "kept"),
    [
        ((("", A), ("", None), ("", B)), ["1. ATTACK A0", "3. ATTACK B0"], ("2",)),
        ((("", None), ("", A), ("", B)), ["2. ATTACK A0", "3. ATTACK B0"], ("1",)),
        ((("2", None), ("", A)), ["3. ATTACK A0"], ("2",)),
        ((("", A), ("", None)), ["1. ATTACK A0"], ("2",)),
        ((("", A), ("9", None), ("3", B), ("2", C), ("", None)), [*"123"], ("", "")),
    ],
)
def test_a_line_that_cannot_be_read_keeps_its_number(
    given: tuple[tuple[str, ToyOrder | None], ...], lines: list[str], kept: tuple[str, ...]
) -> None:
    """One bad line does not shift the others, and it is known which number waits for it; "" where there is none."""
    numbered = number(entries(*given), THREE, unread=unread(*given))
    assert [TOY.line(order)[: len(line)] for order, line in zip(numbered.orders, lines, strict=True)] == lines
    assert tuple(numbered.places.get((line.line, 0), "") for line in unread(*given)) == kept
    assert numbered.problems == ()


def test_later_of_two_under_one_number_counts() -> None:
    """A number given twice: the later order counts, the earlier is named in a warning."""
    orders, problems, _ = number(entries(("1", A), ("1", B)), THREE)
    assert [TOY.line(order) for order in orders] == ["1. ATTACK B0"]
    assert [(problem.code, problem.stage, problem.line) for problem in problems] == [
        ("number-given-again", Stage.DOUBTFUL, 1)
    ]


def test_same_order_twice_under_one_number_is_told() -> None:
    """An order that is repeated under its number counts once, and that is told; nobody is waited for."""
    orders, problems, _ = number(entries(("1", A), ("1", A)), THREE)
    assert [order.number for order in orders] == ["1"]
    assert [(problem.code, problem.stage, problem.line) for problem in problems] == [
        ("number-given-again", Stage.NOTED, 1)
    ]


def test_more_orders_than_numbers() -> None:
    """What finds no number falls, and says so; the others stand."""
    orders, problems, _ = number(entries(("", A), ("", B), ("", C), ("", D)), THREE)
    assert len(orders) == 3
    assert [(problem.code, problem.stage, problem.line) for problem in problems] == [
        ("too-many-orders", Stage.ILLEGAL, 4)
    ]


def test_number_that_is_not_on_the_order_set() -> None:
    """A label that does not exist makes its order fall, with a free number in the hint."""
    orders, problems, _ = number(entries(("7", A), ("", B)), THREE)
    assert [TOY.line(order) for order in orders] == ["1. ATTACK B0"]
    assert [(problem.code, problem.stage) for problem in problems] == [("no-such-number", Stage.ILLEGAL)]
    assert problems[0].hints == ("2. ATTACK A0",)
    assert problems[0].facts["numbers"] == ("1", "2", "3")


def test_plain_number_takes_the_first_of_its_family() -> None:
    """Where numbers are 1a 1b 2a 2b, a written 1 takes the first free of 1a and 1b."""
    given = entries(("1", A), ("1", B), ("2b", C), ("2", D))
    assert order_set(PAIRS, given) == ["1a. ATTACK A0", "1b. ATTACK B0", "2a. ATTACK D0", "2b. ATTACK C0"]


def test_unnumbered_order_set_keeps_the_order_of_writing() -> None:
    """Where order sets are not numbered, labels are dropped."""
    assert order_set(UNNUMBERED, entries(("2", A), ("1", B))) == ["ATTACK A0", "ATTACK B0"]


def test_added_orders_lie_over_the_old_ones() -> None:
    """ADD replaces what has the same number and fills free numbers with what has none."""
    old = number(entries(("1", A), ("2", B)), THREE).orders
    new = number(entries(("2", C), ("", D)), THREE, taken=tuple(order.number for order in old)).orders
    merged = merge(old, new, THREE)
    assert [TOY.line(order) for order in merged] == ["1. ATTACK A0", "2. ATTACK C0", "3. ATTACK D0"]
    assert merge((A, B), (B, Pass()), UNNUMBERED) == (A, B, Pass())

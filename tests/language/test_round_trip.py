"""What is written can be read, and whatever is read is read calmly."""

# ruff: noqa: RUF001 - typography as people send it

import string

from hypothesis import given
from hypothesis import strategies as st

from moderator.core.errors import Problem
from moderator.core.orders import Order
from moderator.language.grammar.labels import read_label
from moderator.language.grammar.words import Line
from moderator.language.numbering import number
from moderator.language.reading.commands import COMMANDS
from tests.language.toy import (
    TOY,
    Attack,
    Build,
    Hold,
    MoveSpeeders,
    MoveTransport,
    MoveTroops,
    Pass,
    ToyOrder,
    read_letter,
)
from tests.language.toy_prompts import THREE

places = st.builds("{}{}".format, st.sampled_from("ABCDEFGHIJ"), st.sampled_from("01234567"))
orders: st.SearchStrategy[ToyOrder] = st.one_of(
    st.builds(MoveTroops, origin=places, goal=places),
    st.builds(MoveSpeeders, origin=places, goal=places),
    st.builds(MoveTransport, origin=places, goal=places, troops=st.integers(0, 4)),
    st.builds(Build, unit=st.sampled_from(("TROOPS", "SPEEDERS", "TRANSPORT")), place=places),
    st.builds(Attack, place=places),
    st.builds(Pass),
    st.builds(Hold),
    st.builds(Hold, place=places, seat=st.sampled_from(("", "Red", "Blue", "Galactic Empire"))),
)
ALPHABET = string.ascii_letters + string.digits + " .,;:!?'\"()[]<>_-–—→#*@/\\=\u00a0\u200b３Ｃ" + "éßﬁİ\u0301"
MARKS = ["C", "3", "4", ";", ".", "<x>", "___", "1.", "2)", "(3)", "?", "--"]
words = st.sampled_from(
    [
        *[
            "MOVE",
            "TROOPS",
            "ATTACK",
            "C4",
            "with",
            "build",
            "order",
            "press",
            "to",
            "help",
            "end",
            "please",
            "and",
            "not",
            "On",
            "wrote:",
        ],
        *MARKS,
    ]
)
rubbish = st.one_of(st.text(ALPHABET, max_size=60), st.text(max_size=40), st.lists(words, max_size=20).map(" ".join))


@given(orders)
def test_written_orders_are_read_back(order: ToyOrder) -> None:
    """Reading what was written gives the order again, in lower case and with a label too."""
    text = TOY.format(order)
    assert TOY.parse(text) == order
    assert TOY.parse(text.lower()) == order
    assert TOY.parse(read_label(f"2b) {text}").rest) == order


@given(st.lists(orders, max_size=3))
def test_written_order_sets_are_read_back(order_set: list[ToyOrder]) -> None:
    """A whole order set of canonical lines is understood as it stands."""
    text = "\n".join(f"{at}. {TOY.format(order)}" for at, order in enumerate(order_set, 1))
    understood = read_letter(text)
    numbered, problems, _ = number(understood.entries, THREE)
    assert not understood.problems
    assert not problems
    assert [TOY.format(order) for order in numbered] == [TOY.format(order) for order in order_set]


@given(rubbish)
def test_rubbish_is_read_calmly(text: str) -> None:
    """No text raises, and each ends as an order or as a problem within the line."""
    got = TOY.parse(text)
    assert isinstance(got, Order | Problem)
    if isinstance(got, Problem):
        assert got.column is not None
        assert 0 <= got.column <= len(text)
        assert got.fragment in text
    COMMANDS.parse(text)
    TOY.looks_like(text)
    TOY.mentions(text)


@given(rubbish)
def test_places_of_words_are_true(text: str) -> None:
    """Every word has one place in the original line, in order."""
    line = Line(text)
    assert len(line.spans) == len(line.words)
    assert all(0 <= begin < end <= len(text) for begin, end in line.spans)


@given(st.lists(rubbish, max_size=12))
def test_rubbish_letters_are_read_calmly(texts: list[str]) -> None:
    """No letter raises, and what it yields can be put on an order set."""
    understood = read_letter("\n".join(texts))
    numbered, _, _ = number(understood.entries, THREE)
    assert len(numbered) <= len(THREE.numbers)
    for problem in understood.problems:
        assert problem.line is not None


@given(rubbish)
def test_hints_are_no_traps(text: str) -> None:
    """Every hint without an open gap is an order itself."""
    got = TOY.parse(text)
    if isinstance(got, Problem):
        for hint in got.hints:
            if "<" not in hint:
                assert all(isinstance(TOY.parse(piece), Order) for piece in hint.split(";"))

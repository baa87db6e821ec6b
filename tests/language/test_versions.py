"""A letter whose text and HTML differ: what only one of them orders is asked about."""

from moderator.language.reading.text_lines import TextLine
from moderator.language.reading.understood import Understood
from moderator.language.reading.versions import ask_about_lone
from tests.language.toy import TOY, ToyOrder, orders_of, read_letter


def read(text: str, other: str, *lone: int) -> Understood[ToyOrder]:
    """Understand a letter of which the other version holds other lines; some of the first are lone."""
    beside = [TextLine(100 + at, line) for at, line in enumerate(other.splitlines())]
    return ask_about_lone(read_letter(text), TOY, frozenset(lone), beside)


def test_an_order_that_only_one_version_gives_is_asked_about() -> None:
    """Neither is taken, both are shown with the line to send, and the others count."""
    said = read("1. ATTACK C4\n2. PASS\n3. ATTACK A0", "1. attack d4", 1)
    assert orders_of(said) == ["PASS", "ATTACK A0"]
    assert [(each.code, each.line, each.fragment, each.hints, each.falls) for each in said.problems] == [
        ("parts-differ", 1, "ATTACK C4", ("1. ATTACK C4",), True),
        ("parts-differ", 100, "attack d4", ("1. ATTACK D4",), True),
    ]
    assert [(unread.label, unread.after) for unread in said.unread] == [("1", 0)]


def test_the_same_order_in_other_words_is_no_difference() -> None:
    """The number may be missing on one side."""
    said = read("1. Attack C4\nPASS", "attack on c-4", 1)
    assert (orders_of(said), said.problems) == (["ATTACK C4", "PASS"], ())
    assert len(read("1. Attack C4", "2. attack C4", 1).problems) == 2


def test_a_command_that_only_one_version_gives_is_not_carried_out() -> None:
    """It is shown without anything that a button would send, and holds no turn."""
    said = read("PASS\nREADY\nSTATUS", "RESIGN\nSTATUS", 2)
    assert [line for line, _ in said.commands] == [3]
    assert [(each.code, each.line, each.hints) for each in said.problems] == [
        ("parts-differ", 2, ()),
        ("parts-differ", 100, ()),
    ]
    assert said.faulty_commands == {2, 100}


def test_talk_that_only_one_version_holds_asks_nothing() -> None:
    """A footer, a name and a link may differ."""
    said = read("PASS\nSent with [Example](https://e.test)", "Sent with Example\nAnn", 2)
    assert (orders_of(said), said.problems) == (["PASS"], ())

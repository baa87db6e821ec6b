"""Our own words that come back as if the player had written them."""

from moderator.language.reading.blocks import understand
from moderator.language.reading.commands import COMMANDS
from moderator.language.reading.copies import quote_own_letter
from moderator.language.reading.understood import Understood
from tests.language.toy import TOY, ToyOrder, lines, orders_of, read_letter
from tests.support.cases import every_case

COPY = """ENDOR · TOY WAR
Turn 4, for Red
===============

1. ATTACK D4

  ATTACK C4

[endor Red #5]
1. ____
2. ____

DRAW

--
Battle Moderator · match endor, seat Red.
Write HELP for everything.
"""


def read(text: str) -> Understood[ToyOrder]:
    """Read a letter to the match endor."""
    return understand(lines(text), TOY, mark="[endor Red #5]", sent=("1. ", "2. "), head="endor Toy War")


def test_an_unmarked_copy_of_our_letter_is_a_quote() -> None:
    """The author's words above it count; nothing of the copy does, no command in it is obeyed."""
    understood = read(f"1. MOVE TROOPS C3 C4\n\n{COPY}")
    assert orders_of(understood) == ["MOVE TROOPS C3 C4"]
    assert (understood.commands, understood.problems, understood.set_aside) == ((), (), ())


def test_words_below_the_foot_of_a_copy_are_the_authors() -> None:
    """Who writes below an unmarked quote is heard."""
    assert orders_of(read(f"{COPY}\n1. PASS\n2. ATTACK C3")) == ["PASS", "ATTACK C3"]


def test_a_form_in_a_copy_can_be_filled_in() -> None:
    """It is known by its mark, as in a marked quote."""
    assert orders_of(read(COPY.replace("2. ____", "2. PASS"))) == ["PASS"]


@every_case("head", ["Endor Toy War", "ENDOR - TOY WAR"])
def test_a_heading_of_the_players_own_begins_no_quote(head: str) -> None:
    """Without title and form of ours below, the words are the player's."""
    assert orders_of(read(f"{head}\n\n1. PASS\n2. ATTACK C3")) == ["PASS", "ATTACK C3"]


def test_nothing_is_a_copy_where_no_head_is_known() -> None:
    """A letter about no match is left as it is."""
    assert quote_own_letter(lines(COPY), "") == lines(COPY)


LIST = """  MOVE TROOPS <origin> <goal>
    Moves on foot, never
    diagonally.
  ATTACK <place>
    Attacks all enemies at a place with all troops there.
  PASS
    Does nothing."""


def test_a_list_of_forms_that_comes_back_is_passed_over() -> None:
    """Forms, those without gaps among them, and what explains them; orders of the author's beside it count."""
    understood = read_letter(f"1. ATTACK C3\n\n{LIST}\n\n2. MOVE TROOPS C3 C4")
    assert orders_of(understood) == ["ATTACK C3", "MOVE TROOPS C3 C4"]
    assert (understood.problems, understood.set_aside) == ((), ())


def test_a_list_of_commands_that_comes_back_is_not_obeyed() -> None:
    """RESIGN stands among them."""
    understood = read_letter("\n".join(COMMANDS.syntax().values()))
    assert (understood.commands, understood.problems) == ((), ())


def test_a_list_that_was_changed_counts_where_it_was() -> None:
    """A filled gap is an order, and a line with typos is told."""
    understood = read_letter(f"{LIST}\n  ATTACK C4\n\n  MVOE TROPS C3 C4")
    assert orders_of(understood) == ["ATTACK C4"]
    assert [problem.hints for problem in understood.problems] == [("MOVE TROOPS C3 C4",)]


@every_case("text", ["ATTACK <place>", "1. MOVE TROOPS <origin> <goal>\n2. ATTACK <place>"])
def test_a_suggestion_that_was_left_unfilled_is_told(text: str) -> None:
    """One form alone, or one with a number, was meant."""
    assert {problem.code for problem in read_letter(text).problems} == {"missing-place"}


def test_forms_in_a_message_belong_to_it() -> None:
    """What a message says is passed on whole."""
    ((_, command),) = read_letter(f"PRESS TO Blue\n{LIST}\nEND").commands
    assert "ATTACK <place>" in getattr(command, "message", "")


def test_pass_beside_orders_is_an_order() -> None:
    """A form without gaps is what it says where no list is."""
    assert orders_of(read_letter("ATTACK <place>\nPASS")) == ["PASS"]

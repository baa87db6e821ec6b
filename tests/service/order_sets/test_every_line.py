"""Every line of a letter has its place in the answer, and those that leave something open hold the turn."""

import pytest

from moderator.service.facts import Acknowledgement
from tests.service.order_sets.test_order_sets_merged import RED, numbered, says, waits
from tests.support.harm import RENDERER
from tests.support.world import World

__all__ = ["numbered"]

ORDERS = "1. MOVE TROOPS A0 A1\n2. BUILD TROOPS C3"


def codes(letter: Acknowledgement) -> list[str]:
    """Return the codes of all that is said of the lines of a letter."""
    return [problem.code for line in letter.said for problem in line.problems]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Same as before for the others.", "not-read"),
        ("then take transport a0 -> b0 w/ 2 troops,", "other-words"),
        ("Never mind these orders.", "said-around"),
        ("END\n3. BUILD TROOPS A0", "below-end"),
    ],
)
def test_a_line_that_may_have_been_meant_holds_the_turn(numbered: World, line: str, code: str) -> None:
    """The orders are recorded, and the answer and its subject say that their author is not ready."""
    letter = says(numbered, f"{ORDERS}\n{line}")
    assert numbered.order_set(RED) == ORDERS.splitlines()
    assert (code in codes(letter), waits(numbered)) == (True, True)
    words = RENDERER.render(letter)
    assert "not ready yet" in words.subject
    assert "but you are not ready yet" in " ".join(words.text.split())


@pytest.mark.parametrize("settles", ["READY", "3. BUILD TROOPS A0"])
def test_ready_or_any_order_settles_a_line_that_was_not_read(numbered: World, settles: str) -> None:
    """It is never open for ever."""
    says(numbered, f"{ORDERS}\nSame as before for the others.")
    says(numbered, settles)
    assert not waits(numbered)


def test_talk_is_listed_and_holds_nothing(numbered: World) -> None:
    """What asks for nothing is shown, greetings and names are not."""
    letter = says(numbered, f"Hi all,\nwhat a turn that was!\n\n{ORDERS}\n\nCheers\nAnn")
    assert [line.text for line in letter.talk] == ["what a turn that was!"]
    assert (codes(letter), waits(numbered)) == ([], False)
    text = RENDERER.render(letter).text
    assert "what a turn that was!" in text
    assert "Cheers" not in text


def test_long_talk_is_folded_and_counted(numbered: World) -> None:
    """Nothing is dropped: what is not shown is counted."""
    story = "\n".join(f"The {number}. day of the journey was long and we were cold." for number in range(1, 21))
    letter = says(numbered, f"{ORDERS}\n\n{story}")
    assert (len(letter.talk), letter.more_talk) == (6, 14)
    assert "And 14 more lines of conversation." in RENDERER.render(letter).text


def test_a_question_about_orders_gets_a_preview_of_them(numbered: World) -> None:
    """And holds the turn until its author has seen it."""
    letter = says(numbered, f"{ORDERS}\n\nWould this work?")
    assert ([answer.code for answer in letter.answers], waits(numbered)) == (["preview"], True)


def test_words_in_the_subject_count(numbered: World) -> None:
    """A draft is a draft wherever it is called so; our own subject says nothing."""
    letter = says(numbered, ORDERS, headers={"Subject": "Re: [hoth] Turn 1: DRAFT do not file"})
    assert (codes(letter), waits(numbered)) == (["said-around"], True)
    says(numbered, ORDERS, headers={"Subject": "Re: [hoth] Turn 1: orders recorded, but you are not ready yet"})
    assert not waits(numbered)


def test_two_orders_under_one_number_hold_the_turn(numbered: World) -> None:
    """The later one is recorded, and its author is asked; the same order twice holds nothing."""
    says(numbered, "1. MOVE TROOPS A0 A1\n1. BUILD TROOPS C3")
    assert (numbered.order_set(RED), waits(numbered)) == (["1. BUILD TROOPS C3"], True)
    says(numbered, "1. BUILD TROOPS A0")
    assert not waits(numbered)
    says(numbered, "1. BUILD TROOPS A0\n1. BUILD TROOPS A0")
    assert not waits(numbered)

"""What becomes of the recorded orders when another letter comes: the one rule, for orders with numbers and without."""

from collections.abc import Mapping
from datetime import timedelta

import pytest
from msgspec.structs import replace

from moderator.core.errors import Problem, Stage
from moderator.service.context import SeatPlan
from moderator.service.facts import Acknowledgement
from moderator.service.letter_parts import SaidLine
from tests.support.harm import RENDERER
from tests.support.world import START, World

RED = "Red"
SEATS = (
    SeatPlan(seat=RED, player="Rosa", addresses=("red@pbem.test",)),
    SeatPlan(seat="Blue", player="Ben", addresses=("blue@pbem.test",)),
    SeatPlan(seat="Empire", bot="random"),
)
FORCES = {
    RED: {"A0": {"troops": 2, "speeders": 1}, "C3": {"troops": 2}},
    "Blue": {"F6": {"troops": 1}},
    "Empire": {"H3": {"troops": 2}},
}
FULL = ["1. BUILD TROOPS A0", "2. BUILD SPEEDERS C3", "3. MOVE TROOPS C3 C4"]


@pytest.fixture
def numbered(empty_world: World) -> World:
    """Give a match of a game whose order sets have the numbers 1 to 3."""
    empty_world.match("hoth", "rebel-commander", SEATS, start=FORCES)
    return empty_world


def says(
    world: World, text: str, *, hours: float | None = None, headers: Mapping[str, str] | None = None
) -> Acknowledgement:
    """Let Red write, now or some hours after the start."""
    raw = world.raw(text, "red@pbem.test", to=world.tag(RED), headers=headers)
    world.put(raw, arrived=None if hours is None else START + timedelta(hours=hours))
    world.read()
    return world.acknowledgement()


def waits(world: World, seat: str = RED) -> bool:
    """Tell whether the turn waits for a seat though its orders are on file."""
    row = world.order_set_row(seat)
    return row is None or row.holds


# ---- numbers -----------------------------------------------------------------------------------------------------


def test_a_letter_with_one_number_leaves_the_others(numbered: World) -> None:
    """The other orders of the order set stand, and the answer says how many."""
    says(numbered, "\n".join(FULL))
    letter = says(numbered, "2. MOVE TROOPS A0 A1")
    assert numbered.order_set(RED) == [FULL[0], "2. MOVE TROOPS A0 A1", FULL[2]]
    assert (letter.gone, letter.facts.get("kept")) == ((), 2)
    text = " ".join(RENDERER.render(letter).text.split())
    assert "We kept 2 that you had sent before" in text
    assert "Welcome back" not in text


def test_mending_one_line_keeps_the_others(numbered: World) -> None:
    """A line that fell comes back under its number, and the rest of the order set is as it was."""
    letter = says(numbered, "1. move trps A0 A9\n2. build speeders A0\n3. move speeders A0 B1")
    assert letter.facts.get("held") == 1
    letter = says(numbered, "1. move troops A0 A1")
    assert numbered.order_set(RED) == ["1. MOVE TROOPS A0 A1", "2. BUILD SPEEDERS A0", "3. MOVE SPEEDERS A0 B1"]
    assert (letter.gone, letter.facts.get("held"), waits(numbered)) == ((), None, False)


def test_beside_a_number_lines_without_one_take_free_numbers(numbered: World) -> None:
    """If any line is numbered the letter is laid over the order set; the others fill its gaps."""
    says(numbered, "2. BUILD SPEEDERS C3")
    says(numbered, "3. MOVE TROOPS C3 C4\nBUILD TROOPS A0")
    assert numbered.order_set(RED) == FULL


def test_a_letter_without_any_number_is_a_new_order_set_and_says_what_no_longer_stands(numbered: World) -> None:
    """The answer begins with the orders that are gone and with the word that brings them back."""
    says(numbered, "\n".join(FULL))
    letter = says(numbered, "MOVE TROOPS A0 A1")
    assert numbered.order_set(RED) == ["1. MOVE TROOPS A0 A1"]
    assert letter.gone == tuple(FULL)
    text = RENDERER.render(letter).text
    assert text.index("2. BUILD SPEEDERS C3") < text.index("ADD.") < text.index("Your orders are recorded")


def test_what_is_said_again_without_a_number_is_not_gone(numbered: World) -> None:
    """An order that the new order set has, too, still stands."""
    says(numbered, "\n".join(FULL))
    letter = says(numbered, "MOVE TROOPS C3 C4\nBUILD TROOPS A0")
    assert letter.gone == ("2. BUILD SPEEDERS C3",)


def test_add_alone_brings_back_what_a_new_order_set_left_out(numbered: World) -> None:
    """The new orders stay where they are; the old ones have their numbers again, or free ones."""
    says(numbered, "\n".join(FULL[:2]))
    says(numbered, "MOVE TROOPS A0 A1")
    letter = says(numbered, "ADD")
    assert [answer.code for answer in letter.answers] == ["added"]
    assert numbered.order_set(RED) == ["1. MOVE TROOPS A0 A1", FULL[1], "3. BUILD TROOPS A0"]


def test_add_alone_never_costs_a_new_order(numbered: World) -> None:
    """Where the new order set is full, nothing is promised, and what finds no number is named."""
    says(numbered, "\n".join(FULL))
    new = ["MOVE TROOPS A0 A1", "BUILD TROOPS C3", "MOVE SPEEDERS A0 B1"]
    letter = says(numbered, "\n".join(new))
    assert "ADD" not in RENDERER.render(letter).text.partition("Your orders are recorded")[0]
    order_set = numbered.order_set(RED)
    letter = says(numbered, "ADD")
    assert numbered.order_set(RED) == order_set
    assert "BUILD TROOPS A0" in RENDERER.render(letter).text


def test_add_alone_brings_back_no_order_that_a_number_replaced(numbered: World) -> None:
    """Only what a new order set left out comes back; a number says what it replaces."""
    says(numbered, "\n".join(FULL[:2]))
    says(numbered, "2. PASS")
    says(numbered, "ADD")
    assert numbered.order_set(RED) == [FULL[0], "2. PASS"]


def test_add_alone_may_come_a_letter_later(numbered: World) -> None:
    """What the answer to the new order set promised can still be had when another number has changed since."""
    says(numbered, "\n".join(FULL[:2]))
    says(numbered, "MOVE TROOPS A0 A1")
    says(numbered, "3. BUILD TRANSPORT C3")
    says(numbered, "ADD")
    assert numbered.order_set(RED) == ["1. MOVE TROOPS A0 A1", FULL[1], "3. BUILD TRANSPORT C3"]


def test_add_alone_without_anything_to_bring_back_says_so(numbered: World) -> None:
    """Nothing changes, and no order set is filed for it."""
    letter = says(numbered, "ADD")
    assert ([answer.code for answer in letter.answers], letter.filed) == (["add-nothing"], False)
    says(numbered, FULL[0])
    letter = says(numbered, "ADD")
    assert ([answer.code for answer in letter.answers], letter.filed) == (["add-nothing"], False)


def test_add_twice_adds_once(numbered: World) -> None:
    """What was brought back is there, so the second changes no number."""
    says(numbered, "\n".join(FULL[:2]))
    says(numbered, "MOVE TROOPS A0 A1")
    says(numbered, "ADD")
    order_set = numbered.order_set(RED)
    letter = says(numbered, "ADD")
    assert ([answer.code for answer in letter.answers], numbered.order_set(RED)) == (["add-nothing"], order_set)


def test_add_alone_after_clear_brings_the_order_set_back(numbered: World) -> None:
    """Even what was withdrawn on purpose is not lost until the turn is resolved."""
    says(numbered, "\n".join(FULL))
    says(numbered, "CLEAR")
    says(numbered, "ADD")
    assert numbered.order_set(RED) == FULL


def test_the_rule_stands_in_every_answer(numbered: World) -> None:
    """One sentence tells what a later letter does to the order set: for numbered order sets, and for others."""
    numbered.match("duel")
    told = {
        "Orders with numbers change only those numbers.": says(numbered, FULL[0]),
        "If it only fixes lines that did not count or had a typo, we add it": numbered.says(
            "Ann", "SEEK Mill", match="duel"
        ),
    }
    for words, letter in told.items():
        assert words in " ".join(RENDERER.render(letter).text.split())


# ---- without numbers ---------------------------------------------------------------------------------------------


def test_a_letter_that_only_answers_complaints_is_laid_over_the_order_set(world: World) -> None:
    """The line that fell joins those that stood."""
    world.says("Ann", "SEEK Mill\nFLEE Markt")
    letter = world.says("Ann", "FLEE Market")
    assert world.order_set("Ann") == ["SEEK Mill", "FLEE Market"]
    assert (letter.gone, letter.facts.get("kept"), letter.facts.get("held")) == ((), 1, None)


STARS = tuple(SeatPlan(seat=seat.seat, player=seat.player, addresses=seat.addresses) for seat in SEATS[:2])


@pytest.fixture
def stars(empty_world: World) -> World:
    """Give a match of a game whose order sets have no numbers, at its first turn."""
    empty_world.match("hoth", "space-genocide", STARS, map_size="small", terrain="none")
    for seat in (RED, "Blue"):
        empty_world.says(seat, "READY")
    empty_world.move(hours=3)
    empty_world.look()
    return empty_world


@pytest.mark.parametrize(
    ("mended", "order_set"), [("HOLD 4", ["HOLD 3", "HOLD 4"]), ("HOLD 4, 5", ["HOLD 3", "HOLD 4, 5"])]
)
def test_a_line_that_was_read_in_spite_of_a_typo_may_be_sent_again(
    stars: World, mended: str, order_set: list[str]
) -> None:
    """It cost no second letter; one that comes all the same says that line anew and leaves the others."""
    letter = says(stars, "HOLD 3\nHLOD 4")
    assert (stars.order_set(RED), letter.facts.get("held")) == (["HOLD 3", "HOLD 4"], None)
    letter = says(stars, mended)
    assert (stars.order_set(RED), letter.gone, waits(stars)) == (order_set, (), False)


@pytest.mark.parametrize("typo", ["TARGTE Cariers FOR 2", "MVOE 2 A5; TARGTE Cariers FOR 2"])
def test_a_mended_line_stands_where_it_stood(stars: World, typo: str) -> None:
    """Orders are carried out from the first to the last, so it belongs before those that followed it."""
    letter = says(stars, f"HOLD 5\n{typo}\nMOVE 1 A5")
    before = stars.order_set(RED) or []
    assert (letter.facts.get("held"), before[-1]) == (1, "MOVE 1 A5")
    says(stars, "TARGET Carrier FOR 2")
    assert stars.order_set(RED) == [*before[:-1], "TARGET Carrier FOR 2", before[-1]]


def test_an_order_that_is_corrected_stands_where_it_stood(stars: World) -> None:
    """What was to follow it still does."""
    says(stars, "MOVE 3 A5\nHOLD 4")
    says(stars, "no wait, MOVE 3 A6")
    assert stars.order_set(RED) == ["MOVE 3 A6", "HOLD 4"]


def test_a_line_whose_verb_is_not_known_is_known_again_by_all_of_it(stars: World) -> None:
    """The first word alone would say too little."""
    says(stars, "HOLD 5\nTARGTE Cariers FOR 2")
    letter = says(stars, "TARGET Carrier FOR 2")
    assert (stars.order_set(RED), letter.gone) == (["HOLD 5", "TARGET Carrier FOR 2"], ())


@pytest.mark.parametrize(
    ("bad", "better"),
    [
        ("TARGET Carrier, Klingons", "TARGET Carrier, Drone"),
        ("My targets: Carrier, otherwise Klingons", "TARGET Carrier, Drone"),
        ("TARGET Carier and whatever else there is", "TARGET Carrier, Drone, Scout"),
    ],
)
def test_a_line_of_names_is_known_again_by_its_verb_and_the_first_of_them(stars: World, bad: str, better: str) -> None:
    """Names have no digits; the turn must not wait for a line that was said again."""
    assert says(stars, f"HOLD 3\n{bad}").facts.get("held") == 1
    letter = says(stars, better)
    assert (letter.facts.get("held"), letter.gone) == (None, ())


def test_another_order_with_the_same_verb_settles_nothing(stars: World) -> None:
    """What is said of other cards leaves the line open that could not be read."""
    says(stars, "HOLD 3\nDISCARD Luk, Moonshine")
    says(stars, "ADD\nDISCARD Spies")
    assert waits(stars)


def test_an_answer_names_the_lines_that_are_still_waited_for(stars: World) -> None:
    """What the letter before said wrongly is shown until it is settled, not only that there is such a line."""
    says(stars, "HOLD 3\nDISCARD Luk, Moonshine", hours=4)
    letter = says(stars, "ADD\nHOLD 4", hours=5)
    assert letter.unsettled == ("DISCARD Luk, Moonshine",)


@pytest.mark.parametrize("line", ["2. atack b77", "2) atack b77"])
def test_a_line_that_is_still_waited_for_is_named_with_its_number(numbered: World, line: str) -> None:
    """Without it nobody could tell which order it was."""
    says(numbered, f"1. MOVE TROOPS A0 A1\n{line}", hours=4)
    assert says(numbered, "3. PASS", hours=5).unsettled == ("2. atack b77",)


def test_a_letter_with_another_order_beside_the_mended_line_is_a_new_order_set(world: World) -> None:
    """What it leaves out is told."""
    world.says("Ann", "SEEK Mill\nFLEE Markt")
    letter = world.says("Ann", "FLEE Market\nSEEK Quay")
    assert world.order_set("Ann") == ["FLEE Market", "SEEK Quay"]
    assert letter.gone == ("SEEK Mill",)


def test_without_a_complaint_the_next_letter_is_a_new_order_set(world: World) -> None:
    """A complaint that was answered is answered once."""
    world.says("Ann", "SEEK Mill\nFLEE Markt")
    world.says("Ann", "FLEE Market")
    letter = world.says("Ann", "FLEE Bridge")
    assert (world.order_set("Ann"), letter.gone) == (["FLEE Bridge"], ("SEEK Mill", "FLEE Market"))


# ---- how long a turn waits ---------------------------------------------------------------------------------------

TWO_TYPOS = "1. move trps A0 A9\n2. build spders A7\n3. BUILD TROOPS C3"


@pytest.mark.parametrize(
    "text",
    [
        "1. MOVE TROOPS A0 A1\n2. BUILD SPEEDERS A0",
        "1. MOVE TROOPS A0 A1\n2. pass",
        "CLEAR 1\nCLEAR 2",
        "CLEAR",
        "READY",
        "BUILD TROOPS C3\nMOVE TROOPS A0 A1\nBUILD SPEEDERS A0",
    ],
)
def test_the_turn_waits_until_every_line_is_settled(numbered: World, text: str) -> None:
    """Mended, renumbered, withdrawn or answered by READY: then nothing is waited for any more."""
    says(numbered, TWO_TYPOS)
    assert waits(numbered)
    says(numbered, text)
    row = numbered.order_set_row(RED)
    assert row is None or not row.faulty


@pytest.mark.parametrize(
    "text",
    ["1. MOVE TROOPS A0 A1", "CLEAR 2", "3. BUILD TRANSPORT C3", "STATUS", "3. BULD TRPS X9", "3. MOVE SPEEDERS A0 B1"],
)
def test_one_settled_line_does_not_speak_for_the_other(numbered: World, text: str) -> None:
    """The turn goes on waiting for the line that nobody mended."""
    says(numbered, TWO_TYPOS)
    letter = says(numbered, text)
    assert (letter.facts.get("held"), waits(numbered)) == (1, True)


def test_a_mended_line_under_another_number_settles_its_complaint(numbered: World) -> None:
    """It is known again by its words."""
    says(numbered, "1. BUILD TROOPS C3\n2. move troops A0 A9")
    says(numbered, "3. MOVE TROOPS A0 A1")
    assert not waits(numbered)


def test_a_first_letter_of_bad_lines_alone_is_remembered(numbered: World) -> None:
    """Nothing is on file yet; the order set that mends one of its lines waits for the other."""
    says(numbered, "1. move trps A0 A9\n2. build spders A7")
    assert numbered.order_set(RED) is None
    says(numbered, "1. MOVE TROOPS A0 A1")
    assert waits(numbered)
    says(numbered, "2. BUILD SPEEDERS A0")
    assert not waits(numbered)


def test_what_is_offered_for_a_line_bears_its_number(numbered: World) -> None:
    """Copied into a letter of its own it mends that line and no more, though its author had written no number."""
    letter = says(numbered, "BUILD TROOPS C3\nmove troops A0 A9 1\nBUILD SPEEDERS A0")
    hints = [hint for line in letter.said for problem in line.problems for hint in problem.hints]
    assert hints
    assert all(hint.startswith("2. ") for hint in hints)


def test_what_is_offered_for_a_line_of_several_orders_bears_free_numbers(numbered: World) -> None:
    """Sent as it is, it leaves the rest of the order set alone."""
    says(numbered, "2. BUILD TROOPS C3")
    letter = says(numbered, "move troops A0 A1, build speeders A0")
    (problem,) = letter.said[0].problems
    assert problem.hints == ("1. MOVE TROOPS A0 A1", "3. BUILD SPEEDERS A0")
    says(numbered, "\n".join(problem.hints))
    assert numbered.order_set(RED) == ["1. MOVE TROOPS A0 A1", "2. BUILD TROOPS C3", "3. BUILD SPEEDERS A0"]


def test_orders_on_one_line_are_offered_with_the_numbers_that_they_bear(numbered: World) -> None:
    """Each number is written once."""
    (line,) = says(numbered, "1. MOVE TROOPS A0 A1, 3. BUILD TROOPS A0, build speeders C3").said
    assert line.problems[0].hints == ("1. MOVE TROOPS A0 A1", "3. BUILD TROOPS A0", "2. BUILD SPEEDERS C3")


def test_of_an_order_that_is_to_be_repeated_the_further_ones_are_offered(numbered: World) -> None:
    """The first of them is on the order set already."""
    letter = says(numbered, "1. MOVE TROOPS C3 C4\n2. BUILD TROOPS A0\nx2")
    assert [problem.hints for line in letter.said for problem in line.problems] == [("3. BUILD TROOPS A0",)]


def test_nothing_is_offered_for_a_line_for_which_the_order_set_has_no_number_left(numbered: World) -> None:
    """Without a number it would be a new order set if it were sent."""
    letter = says(numbered, "\n".join([*FULL, "mvoe trops A0 A1"]))
    (problem,) = letter.said[-1].problems
    assert (problem.falls, problem.hints) == (True, ())


def test_a_line_is_settled_by_the_order_that_was_suggested_in_any_words(numbered: World) -> None:
    """Under whatever number; the order counts, not its letters."""
    says(numbered, ONE)
    assert waits(numbered)
    says(numbered, "3. Please move one squad of troops from A0 to A1")
    assert not waits(numbered)


def test_a_letter_that_speaks_of_every_number_settles_what_had_none(numbered: World) -> None:
    """A line for which the order set had no number left does not hold the turn for ever."""
    says(numbered, "\n".join([*FULL, "mvoe trops A0 A1"]))
    assert waits(numbered)
    says(numbered, "1. BUILD TROOPS C3\n2. BUILD TROOPS A0\n3. PASS")
    assert not waits(numbered)


# ---- corrections -------------------------------------------------------------------------------------------------


def test_an_order_that_is_taken_back_in_its_own_letter_needs_no_look(numbered: World) -> None:
    """Nothing was on file under its number, and no answer says that this could not be withdrawn."""
    letter = says(numbered, "1. BUILD TROOPS A0\n2. MOVE TROOPS A0 A1\ncancel 2")
    assert (numbered.order_set(RED), letter.answers) == (["1. BUILD TROOPS A0"], ())
    assert "look" not in RENDERER.render(letter).text.split("Your letter")[0]


def test_of_an_order_on_file_that_is_taken_back_the_answer_tells(numbered: World) -> None:
    """Both the line of the letter and the order on file are gone."""
    says(numbered, "\n".join(FULL))
    letter = says(numbered, "2. MOVE TROOPS A0 A1\ncancel 2")
    assert numbered.order_set(RED) == [FULL[0], FULL[2]]
    assert [answer.code for answer in letter.answers] == ["cleared-one"]


def test_the_note_on_a_correction_says_enough(stars: World) -> None:
    """What it took from the order set is not told again as a CLEAR that nobody wrote."""
    says(stars, "HOLD 4\nMOVE 3 A5")
    letter = says(stars, "no wait, MOVE 3 A6")
    assert (stars.order_set(RED), letter.answers) == (["HOLD 4", "MOVE 3 A6"], ())


def test_an_order_on_file_that_falls_is_told_by_its_words(numbered: World) -> None:
    """It has no line in the letter, so none is numbered."""
    problem = Problem(code="question", stage=Stage.ILLEGAL, fragment=FULL[2])
    letter = replace(says(numbered, FULL[0]), said=(SaidLine(0, FULL[2], (problem,)),))
    assert f"     {FULL[2]}\n" in RENDERER.render(letter).text
    assert "  0  " not in RENDERER.render(letter).text


# ---- letters that come late --------------------------------------------------------------------------------------


def test_an_older_letter_fills_what_newer_ones_left_alone(numbered: World) -> None:
    """Its first line is overtaken and told of, the other two count."""
    numbered.move(hours=3)
    says(numbered, "1. MOVE TROOPS A0 A1", hours=2)
    letter = says(numbered, "\n".join(FULL), hours=1)
    assert numbered.order_set(RED) == ["1. MOVE TROOPS A0 A1", *FULL[1:]]
    assert [problem.code for line in letter.said for problem in line.problems] == ["overtaken"]


def test_an_older_letter_changes_nothing_of_a_newer_new_order_set(numbered: World) -> None:
    """A letter without numbers left nothing alone."""
    numbered.move(hours=3)
    says(numbered, "MOVE TROOPS A0 A1", hours=2)
    assert says(numbered, "\n".join(FULL), hours=1).verdict == "older-letter"
    assert numbered.order_set(RED) == ["1. MOVE TROOPS A0 A1"]


def test_letters_read_in_any_order_come_to_the_same_order_set(numbered: World) -> None:
    """The times at which they came decide, not the order in which they are read."""
    numbered.move(hours=5)
    for text, hours in (("2. MOVE TROOPS A0 B0", 3), (FULL[0], 2), ("\n".join(FULL), 1)):
        says(numbered, text, hours=hours)
    assert numbered.order_set(RED) == [FULL[0], "2. MOVE TROOPS A0 B0", FULL[2]]


def test_an_older_letter_settles_no_line_of_a_newer_one(numbered: World) -> None:
    """What it says was said before the line that is waited for."""
    numbered.move(hours=3)
    says(numbered, "2. mvoe trops A0 A1", hours=2)
    letter = says(numbered, "\n".join(FULL), hours=1)
    assert numbered.order_set(RED) == [FULL[0], FULL[2]]
    assert (letter.facts.get("held"), waits(numbered)) == (1, True)


def test_an_older_order_set_joins_the_line_that_a_newer_letter_mended(world: World) -> None:
    """Without numbers, too, what a newer letter laid over the order set stays."""
    world.says("Ann", "SEEK Mill\nFLEE Markt")
    world.move(hours=3)
    world.says("Ann", "FLEE Market")
    world.put(world.raw("SEEK Quay", to=world.tag("Ann")), arrived=START + timedelta(hours=1))
    world.read()
    assert world.order_set("Ann") == ["SEEK Quay", "FLEE Market"]


def test_ready_in_an_older_letter_does_not_take_back_a_newer_wait(numbered: World) -> None:
    """The command is refused with its reason, its orders fill what is free."""
    numbered.move(hours=3)
    says(numbered, "1. MOVE TROOPS A0 A1\nWAIT", hours=2)
    letter = says(numbered, "2. BUILD SPEEDERS C3\nREADY", hours=1)
    assert [answer.code for answer in letter.answers] == ["older-letter"]
    assert numbered.order_set(RED) == ["1. MOVE TROOPS A0 A1", "2. BUILD SPEEDERS C3"]
    assert waits(numbered)


# ---- yes ---------------------------------------------------------------------------------------------------------

TYPO = "1. BUILD TROOPS C3\n2. move troops A0 A9\n"
ONE = "1. BUILD TROOPS C3\n2. mvoe trops A0 A1"
"""A line with one suggestion."""


def answers_to(world: World) -> dict[str, str]:
    """Return the header of a reply to the newest answer."""
    return {"In-Reply-To": world.rows("acknowledgement")[-1].message_id}


@pytest.mark.parametrize(
    "word",
    [
        *("yes", "Yes.", "YES!", "Hi,\n\nyes please\n\nRosa", "Yes, thanks!", "Yes please, do that.", "yes, thank you"),
        *("Ja bitte", "ja, danke"),
    ],
)
def test_yes_takes_the_one_suggestion(numbered: World, word: str) -> None:
    """It is filed as if it had been written, laid over the order set, and the answer says what was taken."""
    says(numbered, ONE)
    letter = says(numbered, word, headers=answers_to(numbered))
    assert numbered.order_set(RED) == ["1. BUILD TROOPS C3", "2. MOVE TROOPS A0 A1"]
    assert [problem.code for line in letter.said for problem in line.problems] == ["yes-taken"]
    assert "2. MOVE TROOPS A0 A1" in RENDERER.render(letter).text
    assert not waits(numbered)


@pytest.mark.parametrize("text", ["Yes please. 3. BUILD TROOPS A0", "Yes, thanks!\n3. BUILD TROOPS A0"])
def test_what_stands_behind_yes_is_read_too(numbered: World, text: str) -> None:
    """On the line itself and below it."""
    says(numbered, ONE)
    says(numbered, text, headers=answers_to(numbered))
    assert numbered.order_set(RED) == ["1. BUILD TROOPS C3", "2. MOVE TROOPS A0 A1", "3. BUILD TROOPS A0"]


def test_yes_and_a_remark_takes_the_suggestion(numbered: World) -> None:
    """The remark is read as any other line."""
    says(numbered, ONE)
    says(numbered, "Yes please, and you forgot nothing else", headers=answers_to(numbered))
    assert numbered.order_set(RED) == ["1. BUILD TROOPS C3", "2. MOVE TROOPS A0 A1"]


def test_a_form_with_gaps_is_never_taken_by_yes(numbered: World) -> None:
    """It is shown, to be filled in."""
    letter = says(numbered, "1. BUILD TROOPS C3\n2. move half of my troops A0 A1")
    assert [problem.hints for line in letter.said for problem in line.problems] == [("2. MOVE TROOPS <origin> <goal>",)]
    says(numbered, "yes", headers=answers_to(numbered))
    assert numbered.order_set(RED) == ["1. BUILD TROOPS C3"]


def test_yes_to_several_orders_that_go_together_takes_all(numbered: World) -> None:
    """Each gets its place on the order set, and what was there stays."""
    says(numbered, "3. MOVE TROOPS C3 C4")
    says(numbered, "build troops A0, build speeders C3")
    says(numbered, "yes", headers=answers_to(numbered))
    assert numbered.order_set(RED) == FULL


def test_an_answer_with_one_suggestion_says_that_yes_sends_it(numbered: World) -> None:
    """One with several does not: yes would be asked back."""
    one, several = says(numbered, ONE), says(numbered, "2. move A0 A1")
    told = "reply with the word yes"
    assert [told in " ".join(RENDERER.render(letter).text.split()) for letter in (one, several)] == [True, False]


def test_a_blank_line_parts_the_letter_from_what_yes_sends(numbered: World) -> None:
    """Below a good line, too."""
    text = RENDERER.render(says(numbered, f"{ONE}\n3. BUILD TROOPS C3")).text
    assert "BUILD TROOPS C3\n\nTo send what we suggest" in text


def test_yes_to_several_suggestions_is_asked_back(numbered: World) -> None:
    """Nothing is guessed."""
    says(numbered, "1. BUILD TROOPS C3\n2. move A0 A1")
    letter = says(numbered, "yes", headers=answers_to(numbered))
    assert [problem.code for line in letter.said for problem in line.problems] == ["yes-to-which"]
    assert numbered.order_set(RED) == ["1. BUILD TROOPS C3"]


def test_yes_after_the_order_set_has_changed_is_not_taken(numbered: World) -> None:
    """What was suggested for another order set is shown to be sent."""
    says(numbered, ONE)
    reply = answers_to(numbered)
    says(numbered, "3. BUILD TRANSPORT C3")
    letter = says(numbered, "yes", headers=reply)
    assert [problem.code for line in letter.said for problem in line.problems] == ["yes-too-late"]
    assert numbered.order_set(RED) == ["1. BUILD TROOPS C3", "3. BUILD TRANSPORT C3"]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "yes, I will attack",
            "yes?",
            "yes but move 2 A0 B0",
            "yes, I got it",
            "> yes",
            "Oh yes we can",
            "END\nyes",
            "-- \nyes",
        ),
        *("PRESS TO ALL\nAgreed?\nyes\nEND", "PRESS TO Blue\nAgreed?\nyes"),
    ],
)
def test_yes_within_a_sentence_or_a_quote_is_talk(numbered: World, text: str) -> None:
    """Only the word alone on a line of the author's own speaks; in a message it is the message's."""
    says(numbered, ONE)
    letter = says(numbered, text, headers=answers_to(numbered))
    assert numbered.order_set(RED) == ["1. BUILD TROOPS C3"]
    assert "yes-taken" not in [problem.code for line in letter.said for problem in line.problems]
    assert all("MOVE" not in str(press) for press in numbered.facts("press-letter"))


def test_yes_that_answers_no_letter_of_ours_is_talk(numbered: World) -> None:
    """A reply to a report, or a letter of its own, consents to nothing."""
    says(numbered, ONE)
    says(numbered, "yes")
    assert numbered.order_set(RED) == ["1. BUILD TROOPS C3"]

"""Order forms that are quoted: what was typed into them counts, and what came in them does not."""

from collections.abc import Sequence

from moderator.language.reading.blocks import understand
from moderator.language.reading.understood import Understood
from tests.language.toy import TOY, ToyOrder, orders_of, read_letter
from tests.language.toy import lines as as_lines
from tests.support.cases import every_case


def test_order_typed_into_the_quoted_form_is_listed_beside_orders_above_it() -> None:
    """Whoever fills in one line of the quoted form and writes another above it is shown both."""
    understood = read_letter("2. ATTACK C4\n> 1. MOVE TROOPS C3 C4\n> 2. ____\n> 3. ____\n\n> 1. ATTACK A0\n> 2. PASS")
    assert orders_of(understood) == ["ATTACK C4"]
    assert [line.number for line in understood.set_aside] == [2]


MARK = "[hoth Red #5]"

BLANK = ("1. ", "2. ", "3. ")

FILLED = ("1. ATTACK C4", "2. PASS", "3. ATTACK A0")


def answered(*lines: str, sent: Sequence[str] = BLANK) -> Understood[ToyOrder]:
    """Understand a letter that may quote a form sent with its mark."""
    return understand(as_lines("\n".join(lines)), TOY, sent=sent, mark=MARK)


def test_what_was_typed_into_a_quoted_form_counts() -> None:
    """Filling in the form where it stands, in the quote, is the natural thing to do."""
    understood = answered("Here you are:", "> fill in", f"> {MARK}", "> 1. ATTACK C4", ">", "> 2. PASS", "> 3. ____")
    assert [(entry.label, entry.line) for entry in understood.entries] == [("1", 4), ("2", 6)]
    assert (understood.set_aside, understood.problems, understood.amends) == ((), (), False)


@every_case(("sent", "quoted"), [("[hoth Red turn 4 #5]", MARK), (MARK, "[hoth Red turn 4 #5]")])
def test_a_form_is_known_by_its_asking_whether_its_mark_names_the_turn(sent: str, quoted: str) -> None:
    """A form of a release before names no turn, and what was typed into it counts as well."""
    understood = understand(as_lines(f"> {quoted}\n> 1. ATTACK C4\n> 2. ____"), TOY, sent=BLANK, mark=sent)
    assert [entry.text for entry in understood.entries] == ["ATTACK C4"]


def test_an_order_changed_in_a_quoted_form_lies_over_the_others() -> None:
    """Lines that were left alone are no orders of this letter, but they still stand."""
    understood = answered(f"> {MARK}", "> 1. ATTACK C4", "> 2. ATTACK B1", "> 3.  attack a0", sent=FILLED)
    assert [(entry.label, entry.text) for entry in understood.entries] == [("2", "ATTACK B1")]
    assert understood.amends


def test_a_quoted_form_as_it_was_sent_says_nothing() -> None:
    """Whoever only quotes our letter orders nothing by it."""
    understood = answered("Thanks!", f"> {MARK}", *(f"> {line}" for line in FILLED), "> ", "> 4. PASS?", sent=FILLED)
    assert (understood.entries, understood.set_aside, understood.amends) == ((), (), False)


@every_case("times", ["x2", "2 times", "twice"])
def test_an_order_that_is_to_be_repeated_is_asked_back(times: str) -> None:
    """The line below it says how often; by itself it is chatter."""
    (problem,) = read_letter(f"ATTACK C4\n{times}").problems
    assert (problem.code, problem.line, problem.hints) == ("several-orders", 2, ("ATTACK C4", "ATTACK C4"))
    assert read_letter(times).problems == ()
    assert [problem.line for problem in read_letter(f"3. {times}").problems] == [1]


def test_a_typo_in_a_quoted_form_is_told() -> None:
    """A line that was typed into a form and cannot be read never passes silently."""
    understood = answered(f"> {MARK}", "> 1. ATAKC C4", "> 2. PASS", "> 3. ____")
    assert [problem.line for problem in understood.problems] == [2]
    assert orders_of(understood) == ["PASS"]


def test_orders_above_a_filled_in_form_count_before_it() -> None:
    """Two orders under one number: the one above the quote counts, the other is asked about."""
    understood = answered("1. ATTACK C4", f"> {MARK}", "> 1. ATTACK A0", "> 2. PASS", "> 3. ____")
    assert orders_of(understood) == ["ATTACK C4", "PASS"]
    assert [line.text for line in understood.set_aside] == ["1. ATTACK A0"]


@every_case(
    "letter",
    [
        ("> [hoth Red #4]", "> 1. ATTACK C4", "> 2. PASS", "> 3. ____"),
        ("> 1. ATTACK C4", "> 2. PASS", "> 3. ____"),
        (f">> {MARK}", ">> 1. ATTACK C4", ">> 2. PASS", ">> 3. ____"),
        (f"> {MARK}", "> For example:", "> 1. ATTACK C4", "> 2. PASS"),
    ],
)
def test_orders_in_other_quotes_are_asked_about(letter: tuple[str, ...]) -> None:
    """Only the form of the letter that is answered counts; the rest is listed."""
    understood = answered(*letter)
    assert understood.entries == ()
    assert [line.text for line in understood.set_aside] == ["1. ATTACK C4", "2. PASS"]


def test_end_above_a_quoted_form_ends_the_orders() -> None:
    """END means that nothing below it is meant."""
    understood = answered("3. PASS", "END", f"> {MARK}", "> 1. ATTACK C4", "> 2. ____")
    assert orders_of(understood) == ["PASS"]


def test_the_mark_of_a_form_is_no_order() -> None:
    """Whoever copies the form with its mark is not told that the mark cannot be read."""
    understood = answered(MARK, "1. ATTACK C4")
    assert (orders_of(understood), understood.problems, understood.set_aside) == (["ATTACK C4"], (), ())


def test_a_form_without_numbers_counts_as_it_was_left() -> None:
    """Where nothing tells which order was replaced, the whole form is the order set."""
    understood = answered(f"> {MARK}", "> ATTACK C4", "> ATTACK B1", "> PASS", sent=("ATTACK C4", "ATTACK A0", "PASS"))
    assert orders_of(understood) == ["ATTACK C4", "ATTACK B1", "PASS"]
    assert not understood.amends


LONG = "MOVE TRANSPORT C3 C5 WITH 4 TROOPS"


@every_case(
    "quoted",
    [("> MOVE TRANSPORT C3 C5", "> WITH 4 TROOPS"), ("> MOVE TRANSPORT C3 C5", "> WITH 4", "> TROOPS")],
)
def test_a_line_of_a_form_that_a_program_broke_is_as_it_was_sent(quoted: tuple[str, ...]) -> None:
    """Programs wrap what they quote: that changes no order of the form, so the ones above it stand alone."""
    understood = answered("ATTACK B1", f"> {MARK}", "> ATTACK C4", *quoted, "> PASS", sent=("ATTACK C4", LONG, "PASS"))
    assert orders_of(understood) == ["ATTACK B1"]
    assert (understood.set_aside, understood.problems) == ((), ())


def test_below_a_line_of_a_form_that_a_program_broke_the_form_goes_on() -> None:
    """An order that was changed farther down counts."""
    form = ("> 1. MOVE TRANSPORT C3 C5", "> WITH 4 TROOPS", "> 2. ATTACK B1")
    understood = answered(f"> {MARK}", *form, sent=(f"1. {LONG}", "2. PASS"))
    assert [(entry.label, entry.text) for entry in understood.entries] == [("2", "ATTACK B1")]
    assert understood.amends

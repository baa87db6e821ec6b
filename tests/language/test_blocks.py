"""Whole letters: what counts in them, what does not, and what is shown to have been set aside."""

from moderator.games.rebel_commander.orders.language import LANGUAGE
from moderator.language.reading.commands import Add, Help, Press, Ready, ShowOrders
from tests.language.toy import TOY, orders_of, read_letter
from tests.support.cases import every_case

TOP_REPLY = """Hi,

my orders:
1. MOVE TROOPS C3 C4
2) attack at c4!
Order 3: PASS

Thanks and see you on Friday at 8,
Ann

Sent from my iPhone

On Thu, 26 Nov 2026 at 20:00, Battle Moderator <moderator@pbem.test>
wrote:
> 1. ATTACK A0
> 2. ATTACK A1
"""

BOTTOM_REPLY = """Am 26.11.2026 um 20:00 schrieb Battle Moderator:
> Turn 5: orders due
> 1. ______
> 2. ______

1. attack c4
2. pass
"""

INLINE_REPLY = """> Turn 5
> 1. ______
move troops c3 c4
> 2. ______
attack c4
> 3. ______
"""

OUTLOOK = """MT C3 C4; A C4; PASS

Von: Battle Moderator <moderator@pbem.test>
Gesendet: Donnerstag, 26. November 2026 20:00
An: Ann
Betreff: [hoth] Turn 5

1. ATTACK A0
2. ATTACK A1
"""

FORM = """1. MOVE TROOPS C3 C4
2. ______
3. <your order>
"""

FORWARD = """See below

---------- Forwarded message ---------
ATTACK A0
"""


@every_case(
    ("letter", "orders", "ended"),
    [
        (TOP_REPLY, ["MOVE TROOPS C3 C4", "ATTACK C4", "PASS"], ""),
        (BOTTOM_REPLY, ["ATTACK C4", "PASS"], ""),
        (INLINE_REPLY, ["MOVE TROOPS C3 C4", "ATTACK C4"], ""),
        (OUTLOOK, ["MOVE TROOPS C3 C4", "ATTACK C4", "PASS"], "quote"),
        (FORM, ["MOVE TROOPS C3 C4"], ""),
        (FORWARD, [], "quote"),
        ("ATTACK C4\nEND\nSee you!", ["ATTACK C4"], "end"),
        ("ATTACK C4\nEnd of orders.\nAnn", ["ATTACK C4"], "end"),
        ("ATTACK C4\n-- \nAnn\nAttack Solutions Ltd", ["ATTACK C4"], "signature"),
        ("ATTACK C4\n\nOn Monday Bob wrote:\nATTACK A0", ["ATTACK C4"], "quote"),
        ("ATTACK C4\n\nLe 26 nov. 2026, Bob <b@x.test> a écrit :\nATTACK A0", ["ATTACK C4"], "quote"),
        ("ATTACK C4\nVon meinem iPhone gesendet", ["ATTACK C4"], ""),
        ("ATTACK C4\nGet Outlook for Android", ["ATTACK C4"], ""),
        ("", [], ""),
    ],
)
def test_letters_as_clients_send_them(letter: str, orders: list[str], ended: str) -> None:
    """Top, bottom and inline replies, forms and footers: the author's own orders count, nothing else does."""
    understood = read_letter(letter)
    assert orders_of(understood) == orders
    assert understood.problems == ()
    assert understood.set_aside == ()
    assert understood.ended == ended


@every_case("end", ["END", "End of orders.", "-- \nAnn"])
def test_an_order_below_the_end_is_asked_back(end: str) -> None:
    """It is not carried out, and its author is told, with the line to send if it is meant."""
    understood = read_letter(f"ATTACK C4\n{end}\nATTACK A0")
    assert orders_of(understood) == ["ATTACK C4"]
    assert [(problem.code, problem.hints) for problem in understood.problems] == [("below-end", ("ATTACK A0",))]


def test_labels_and_places_in_the_letter() -> None:
    """An entry knows its line, its label and where its text begins."""
    entries = read_letter("Hi\n 1. pass;  #3 attack c4").entries
    assert [(entry.line, entry.label, entry.column, entry.text) for entry in entries] == [
        (2, "1", 4, "pass"),
        (2, "3", 14, "attack c4"),
    ]


def test_problem_points_into_the_letter() -> None:
    """A problem knows line and column of its fragment, and its hints keep the label."""
    letter = "Hello!\n1. pass; 2. attack K4"
    (problem,) = read_letter(letter).problems
    assert (problem.line, problem.code, problem.hints) == (2, "bad-place", ("2. ATTACK <place>",))
    assert problem.column is not None
    assert letter.split("\n")[1][problem.column :] == problem.fragment == "K4"


def test_bad_line_costs_itself_only() -> None:
    """Lines around an unreadable one stand, and keep their numbers."""
    understood = read_letter("ATTACK C4\nMVOE TROPS C3 C4\nPASS")
    assert orders_of(understood) == ["ATTACK C4", "PASS"]
    assert [problem.hints for problem in understood.problems] == [("MOVE TROOPS C3 C4",)]
    assert [(line.line, line.label) for line in understood.unread] == [(2, "")]


def test_empty_form_numbers_nothing() -> None:
    """Numbers alone on their lines are a form that was left blank, and give no number to what is below."""
    assert [entry.label for entry in read_letter("1. \n2. \n3. \nATTACK C4").entries] == [""]
    assert [entry.label for entry in read_letter("1. PASS\n3.\n\nATTACK C4").entries] == ["1", "3"]


def test_exclamation_shifts_no_number() -> None:
    """A cheer that begins like an order is talk, and keeps no number for itself."""
    understood = read_letter("Go team!\nATTACK C4")
    assert ([line.number for line in understood.talk], understood.problems, understood.unread) == ([1], (), ())


@every_case(
    "letter",
    [
        "1. MOVE TRANSPORT C3 C5 WITH 4\nTROOPS\n2. PASS",
        "1. MOVE TRANSPORT C3 C5\nWITH 4 TROOPS\n2. PASS",
        "1.\nMOVE TRANSPORT C3 C5 WITH 4 TROOPS\n2. PASS",
        "1. MOVE TRANSPORT C3\nC5 WITH 4 TROOPS\n2. PASS",
    ],
)
def test_order_broken_over_two_lines(letter: str) -> None:
    """An order that a mail program wrapped is joined again."""
    understood = read_letter(letter)
    assert orders_of(understood) == ["MOVE TRANSPORT C3 C5 WITH 4 TROOPS", "PASS"]
    assert [entry.label for entry in understood.entries] == ["1", "2"]
    assert understood.problems == ()


def test_next_order_is_no_continuation() -> None:
    """A line that cannot be read does not swallow the order below it."""
    understood = read_letter("ATTACK\nATTACK C4\nMOVE TRANSPORT C3 C5\nPASS")
    assert orders_of(understood) == ["ATTACK C4", "MOVE TRANSPORT C3 C5", "PASS"]
    assert [problem.code for problem in understood.problems] == ["missing-place"]


@every_case(
    "letter",
    [
        "I think we should attack C4 next turn",
        "I believe that all of us together could take the fortress, if we\nattack C4 next turn",
        "Order 2 went really well, I think.",
    ],
)
def test_talk_about_orders_is_listed(letter: str) -> None:
    """Prose that holds an order is no order, and the answer shows each of its lines."""
    understood = read_letter(letter)
    assert (understood.entries, understood.problems) == ((), ())
    assert [line.text for line in understood.talk] == letter.split("\n")


@every_case(
    "letter",
    [
        "Hi all, nice turn",
        "attack tomorrow maybe?",
        "See you on Friday at 5",
        "26 November 2026",
        "13. November",
        "Orders:",
        "1. ____\n2. ____",
        "Have fun;\nBob; 5",
        "x" * 10000,
    ],
)
def test_chatter_is_passed_over_in_silence(letter: str) -> None:
    """Small talk costs nothing and is not listed."""
    understood = read_letter(letter)
    assert (understood.entries, understood.problems, understood.set_aside, understood.commands) == ((), (), (), ())


def test_number_of_units_is_no_label() -> None:
    """A number before anything but a verb is no label, and the line is told, not taken."""
    understood = read_letter("2 troops move C3 C4")
    assert understood.entries == ()
    assert [problem.column for problem in understood.problems] == [0]


def test_labelled_line_that_is_no_order_is_told() -> None:
    """Whoever numbers a line meant it: that it cannot be read is said."""
    (problem,) = read_letter("1. Fortify position").problems
    assert problem.code == "unknown-order"


def test_quoted_orders_are_offered_when_the_letter_has_none_of_its_own() -> None:
    """A form that was filled in inside the quote is offered, never taken; the form as sent is not even offered."""
    letter = "> 1. ATTACK C4\n> 2. PASS\n> 3. ____"
    assert read_letter(letter).entries == ()
    assert [line.text for line in read_letter(letter).set_aside] == ["1. ATTACK C4", "2. PASS"]
    assert [line.text for line in read_letter(letter, "2.  pass").set_aside] == ["1. ATTACK C4"]
    assert read_letter(letter.removesuffix("> 3. ____") + "\nATTACK A0").set_aside == ()


def test_press_takes_the_lines_below_it() -> None:
    """The text of a message is up to END, and no orders are read in it."""
    understood = read_letter("PRESS TO Red, Blue\nATTACK C4!\n\nI will too.\nEND\nATTACK A0\nREADY\nEND\nPASS")
    assert understood.commands == (
        (1, Press(whom="Red, Blue", message="ATTACK C4!\n\nI will too.")),
        (7, Ready()),
    )
    assert orders_of(understood) == ["ATTACK A0"]
    assert understood.set_aside == ()
    assert understood.ended == "end"


def test_press_on_one_line_without_end() -> None:
    """A message of one line needs no END, and orders below it count."""
    understood = read_letter("PRESS TO Red: shall we?\nATTACK C4")
    assert understood.commands == ((1, Press(whom="Red", message="shall we?")),)
    assert orders_of(understood) == ["ATTACK C4"]


def test_press_without_end_shows_the_orders_that_it_took() -> None:
    """A message that was never ended takes all that follows, but what looks like orders is listed."""
    understood = read_letter("PRESS TO Red\nHi\nATTACK C4")
    assert understood.commands == ((1, Press(whom="Red", message="Hi\nATTACK C4")),)
    assert [line.number for line in understood.set_aside] == [3]


def test_two_messages_in_a_row() -> None:
    """The next PRESS ends the one before it, and a signature is no part of a message."""
    understood = read_letter("PRESS TO Red\nHi Red\nPRESS TO Blue\nHi Blue\n-- \nAnn")
    assert understood.commands == (
        (1, Press(whom="Red", message="Hi Red")),
        (3, Press(whom="Blue", message="Hi Blue")),
    )


def test_add_before_an_order() -> None:
    """ADD may stand on the line of the first order that it adds."""
    understood = read_letter("ADD 2. ATTACK C4")
    assert understood.commands == ((1, Add()),)
    (entry,) = understood.entries
    assert (entry.label, entry.column, entry.text) == ("2", 7, "ATTACK C4")


def test_orders_as_a_heading_is_no_command() -> None:
    """A heading of a list is none; ORDERS alone asks for what is on file."""
    assert read_letter("Orders:\nATTACK C4").commands == ()
    assert read_letter("ORDERS").commands == ((1, ShowOrders()),)


def test_game_words_come_before_commands() -> None:
    """Commands and orders may share a letter and a line."""
    understood = read_letter("help attack; ATTACK C4")
    assert understood.commands == ((1, Help(topic="attack")),)
    assert orders_of(understood) == ["ATTACK C4"]


def test_bare_number_before_a_verb_is_a_label() -> None:
    """A number needs no mark before a verb: "1 ATTACK C4" is order 1."""
    assert [entry.label for entry in read_letter("1 ATTACK C4\n2 mt c3 c4").entries] == ["1", "2"]


def test_refusal_words_are_no_beginning_of_an_order() -> None:
    """Whoever writes "not this turn" takes an order back and does not begin NOTHING."""
    assert orders_of(read_letter("Hol this turn")) == ["HOLD"]
    assert LANGUAGE.attempt("Not this turn") is None
    assert LANGUAGE.attempt("not C4") is None


@every_case(
    ("letter", "orders", "set_aside"),
    [
        ("1. ~~ATTACK C4~~\nATTACK D4", ["ATTACK D4"], [1]),
        ("1. ~~ATTACK C4~~ ATTACK D4", ["ATTACK D4"], []),
        ("~~ATTACK C4~~", [], [1]),
        ("PASS ~~ATTACK C4~~", ["PASS"], []),
    ],
)
def test_what_is_struck_out_does_not_count(letter: str, orders: list[str], set_aside: list[int]) -> None:
    """Struck-out text is passed over, and a line of nothing else is listed."""
    understood = read_letter(letter)
    assert orders_of(understood) == orders
    assert [line.number for line in understood.set_aside] == set_aside
    assert not understood.problems


def test_lettered_lines_are_numbered_by_their_letters() -> None:
    """A lawyer's list is a list, and a signature with an initial is none."""
    understood = read_letter("a) move troops from C3 to C4;\nb) attack C4; and\nc) pass.\nB. P. Smith")
    assert [(entry.label, TOY.format(entry.order)) for entry in understood.entries] == [
        ("a", "MOVE TROOPS C3 C4"),
        ("b", "ATTACK C4"),
        ("c", "PASS"),
    ]
    assert not understood.problems


def test_words_are_labels_only_before_orders() -> None:
    """After "first" an order is order 1 and news are chatter."""
    understood = read_letter("First, some news.\nSecond, attack C4\nOrder one was good")
    assert [(entry.label, entry.line) for entry in understood.entries] == [("2", 2)]
    assert not understood.problems


@every_case(
    ("letter", "code", "hints"),
    [
        ("make troops c3", "unknown-order", ("BUILD TROOPS C3",)),
        ("T C3-C4", "unknown-order", ("MOVE TROOPS C3 C4", "MOVE TRANSPORT C3 C4")),
    ],
)
def test_order_with_one_strange_word_is_a_failed_order(letter: str, code: str, hints: tuple[str, ...]) -> None:
    """A few words with a place and one word that no order has were meant as an order."""
    (problem,) = read_letter(letter).problems
    assert (problem.code, problem.hints) == (code, hints)


@every_case(
    "letter",
    [
        "Don't attack C4!",
        "I pass.",
        "take C4",
        "1. send all the boys over there and kill everyone",
    ],
)
def test_line_that_may_have_been_meant_is_asked_back(letter: str) -> None:
    """A negation, a bare place, PASS in a sentence and a numbered sentence say what is to be done."""
    understood = read_letter(letter)
    assert (understood.entries, understood.talk) == ((), ())
    assert [(problem.code, problem.falls) for problem in understood.problems] == [("not-read", True)]


def test_orders_parted_by_commas_are_offered_each_on_its_own_line() -> None:
    """None of them is taken: the parts are offered together, and only the first bears the number of the line."""
    understood = read_letter("1. MT C3 C4, A C4 and BT C3\n2. MT C3 C4, 3. A D4")
    assert orders_of(understood) == []
    assert [(problem.code, problem.together, problem.hints) for problem in understood.problems] == [
        ("several-orders", True, ("1. MOVE TROOPS C3 C4", "ATTACK C4", "BUILD TROOPS C3")),
        ("several-orders", True, ("2. MOVE TROOPS C3 C4", "3. ATTACK D4")),
    ]


def test_foreign_orders_and_commands_are_complained_about() -> None:
    """Lines in another language are told with the English line, not passed over."""
    understood = read_letter("Hallo,\nATTAQUE C4\nAide\nViele Grüße")
    assert [(problem.line, problem.hints) for problem in understood.problems] == [(2, ("ATTACK C4",)), (3, ("HELP",))]


@every_case(
    ("text", "hint"),
    [
        ("Press Bernd: shall we attack together?", "PRESS TO Bernd: shall we attack together?"),
        ("press the Empire: yield!", "PRESS TO the Empire: yield!"),
        ("PRESS Blue", "PRESS TO Blue"),
        ("PRESS Blue ATTACK C4 with me", "PRESS TO Blue: ATTACK C4 with me"),
        ("Message for Blue: go; ATTACK C4", "PRESS TO Blue: go; ATTACK C4"),
    ],
)
def test_a_message_that_is_not_marked_as_one_is_answered_with_press_to(text: str, hint: str) -> None:
    """It is sent to nobody, and nothing on its line is an order."""
    understood = read_letter(text)
    assert (understood.commands, understood.entries) == ((), ())
    assert [(problem.code, problem.hints) for problem in understood.problems] == [("press-like", (hint,))]


@every_case("text", ["I resign.", "I quit!", "Sorry, I give up", "I'm out, guys", "I will leave the game", "Quit"])
def test_a_resignation_in_a_sentence_is_answered_with_the_command(text: str) -> None:
    """It is not taken for one."""
    understood = read_letter(text)
    assert understood.commands == ()
    assert [(problem.code, problem.hints) for problem in understood.problems] == [
        ("resign-like", ("RESIGN", "CONCEDE"))
    ]


@every_case(
    "text",
    [
        *(
            "Press on!",
            "The press: all lies",
            "I quit smoking last year, it was hard but it was worth every minute of it",
        ),
        *("I will never give up", "I won't surrender", "Should I resign?"),
    ],
)
def test_talk_of_press_and_of_giving_up_is_chatter(text: str) -> None:
    """A sentence that only sounds like it gets no complaint."""
    assert read_letter(text).problems == ()

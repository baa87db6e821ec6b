"""Corrections in words: what becomes of the orders of a letter, and how it is told."""

from typing import Any

from msgspec.structs import replace

from moderator.core.errors import Stage
from moderator.games.rebel_commander.orders.language import LANGUAGE as REBEL
from moderator.games.space_genocide.orders.language import LANGUAGE as GENOCIDE
from moderator.language.reading.blocks import understand
from moderator.language.reading.commands import Clear
from moderator.language.reading.understood import Understood
from tests.language.toy import TOY, ToyOrder
from tests.language.toy import lines as as_lines
from tests.support.cases import every_case


def numbered(text: str, *on_file: str) -> Understood[Any]:
    """Understand a letter of Rebel Commander, where orders have numbers, beside those on file under 1, 2 …."""
    orders = [_under(str(number), REBEL.attempt(line)) for number, line in enumerate(on_file, 1)]
    return understand(as_lines(text), REBEL, on_file=orders)


def unnumbered(text: str, *on_file: str) -> Understood[Any]:
    """Understand a letter of Space Genocide, where orders have none."""
    return understand(as_lines(text), GENOCIDE, numbered=False, on_file=[_order(line) for line in on_file])


def _order(line: str) -> Any:  # noqa: ANN401 - of any game
    return GENOCIDE.attempt(line)


def _under(number: str, order: Any) -> Any:  # noqa: ANN401 - of any game
    return replace(order, number=number)


def order_set(understood: Understood[Any]) -> list[str]:
    """Return the orders of a letter with their labels."""
    language: Any = GENOCIDE if any(type(entry.order) in GENOCIDE.orders for entry in understood.entries) else REBEL
    return [f"{entry.label}. " * bool(entry.label) + language.format(entry.order) for entry in understood.entries]


def told(understood: Understood[Any]) -> list[tuple[int | None, str]]:
    """Return lines and codes of what is told."""
    return [(problem.line, problem.code) for problem in understood.problems]


@every_case(
    "line",
    [
        "no wait, make 2 a build troops C3",
        "change order 2 to: build troops C3",
        "instead of 2 build troops C3",
        "instead of order 2: please build troops C3",
        "replace 2 with build troops C3",
        "replace #2 by BUILD TROOPS C3.",
        "order 2 should be build troops C3",
        "sorry, order 2 should read BUILD TROOPS C3 instead",
        "2. rather build troops C3",
        "Order 2: no wait, build troops C3",
        "Correction: 2. build troops C3",
        "Update: 2) build troops C3",
        "make 2 build troops C3 please",
        "build troops C3 instead of order 2",
        "for order 2 please do build troops C3",
        "for 2: build troops C3",
        "use build troops C3 for order 2",
        "cancel 2, build troops C3",
        "scratch order 2 and make it build troops C3",
        "PS: make 2 a build troops C3",
        "my second order should be build troops C3",
        "Could you change 2 to build troops C3",
        "I want to change 2 to build troops C3",
        "change attack B1 to build troops C3",
        "new order 2: build troops C3",
        "instead of ATTACK B1, BUILD TROOPS C3",
        "build troops C3, not attack B1",
        "not attack B1 but build troops C3",
    ],
)
def test_a_correction_of_a_numbered_order_takes_its_place(line: str) -> None:
    """However it is said, the order that is named gives way to the new one, and both lines tell so."""
    understood = numbered(f"1. attack A1\n2. attack B1\n3. pass\n{line}")
    assert order_set(understood) == ["1. ATTACK A1", "2. BUILD TROOPS C3", "3. PASS"]
    assert told(understood) == [(2, "corrected"), (4, "correction")]
    assert {problem.stage for problem in understood.problems} == {Stage.NOTED}
    assert understood.problems[1].facts["was"] == "2. ATTACK B1"


def test_a_correction_that_names_a_number_of_an_earlier_letter_is_an_order_under_it() -> None:
    """It lies over the recorded orders, and is told."""
    understood = numbered("no wait, make 3 a move speeders A0 B1")
    assert (order_set(understood), understood.amends) == (["3. MOVE SPEEDERS A0 B1"], True)
    assert [(problem.code, problem.facts) for problem in understood.problems] == [
        ("correction", {"number": "3", "was": ""})
    ]


@every_case(
    "line",
    [
        *(
            "no wait, MOVE 3 L9",
            "No, MOVE 3 L9",
            "rather MOVE 3 L9",
            "or rather: move 3 L9",
            "sorry, I meant MOVE 3 L9",
        ),
        *("correction: MOVE 3 L9", "oops, MOVE 3 L9", "scratch that, MOVE 3 L9", "on second thought MOVE 3 L9"),
        *("actually MOVE 3 L9", "hold on, MOVE 3 L9", "make that MOVE 3 L9", "I changed my mind: MOVE 3 L9"),
        *(
            "No wait!\nMOVE 3 L9",
            "Correction:\nMOVE 3 L9",
            "change MOVE 3 N5 to MOVE 3 L9",
            "change order 1 to MOVE 3 L9",
        ),
        *("instead: MOVE 3 L9", "better: MOVE 3 L9", "Wait, no, move 3 L9", "typo, I meant MOVE 3 L9"),
    ],
)
def test_a_second_thought_takes_the_place_of_the_order_about_the_same_thing(line: str) -> None:
    """Without a number it is the earlier order with the same verb and the same fleet that gives way."""
    understood = unnumbered(f"MOVE 3 N5\nMOVE 4 B3\n{line}")
    assert order_set(understood) == ["MOVE 3 L9", "MOVE 4 B3"]
    assert [code for _, code in told(understood)] == ["corrected", "correction"]


def test_a_second_thought_right_below_an_order_of_its_verb_takes_its_place() -> None:
    """Whoever attacks another place after all takes back the attack just above."""
    assert order_set(numbered("ATTACK A1\nno wait, ATTACK B1")) == ["ATTACK B1"]


def test_a_second_thought_that_replaces_nothing_is_an_order_and_says_so() -> None:
    """Where there is no such order, both stand, and that is told."""
    understood = unnumbered("LAUNCH ALL AT H7\noh, MOVE 3 L9")
    assert order_set(understood) == ["LAUNCH ALL H7", "MOVE 3 L9"]
    assert [(problem.code, problem.facts) for problem in understood.problems] == [
        ("correction", {"number": "", "was": ""})
    ]


def test_a_second_thought_in_a_letter_of_its_own_corrects_the_order_set_on_file() -> None:
    """With numbers it takes that of the order on file; without, that one is cleared. The rest stands."""
    understood = numbered("no wait, MOVE TROOPS A0 B0", "ATTACK C4", "MOVE TROOPS A0 A1")
    assert (order_set(understood), understood.amends) == (["2. MOVE TROOPS A0 B0"], True)
    understood = unnumbered("no wait, MOVE 3 L9", "MOVE 4 B3", "MOVE 3 N5")
    assert (order_set(understood), understood.commands, understood.amends) == (
        ["MOVE 3 L9"],
        ((1, Clear(which="2")),),
        True,
    )


@every_case(
    "line",
    [
        *("cancel 2", "cancel order 2", "scratch 2", "forget 2", "Actually forget order 2.", "please drop order #2"),
        *("delete number 2", "never mind order 2", "order 2 is cancelled", "undo 2", "don't do 2", "take 2 back"),
        *("ignore order 2, thanks", "No order 2 this turn", "can you cancel 2?", "I want to cancel order 2"),
    ],
)
def test_to_cancel_a_number_is_to_clear_it(line: str) -> None:
    """It is done as CLEAR with that number, and answered as that."""
    understood = numbered(line)
    assert understood.commands == ((1, Clear(which="2")),)
    assert (understood.entries, understood.problems) == ((), ())


def test_to_cancel_an_order_of_the_same_letter_takes_it_out() -> None:
    """The order does not count, on file the number is cleared, and no other order moves up."""
    understood = numbered("1. attack A1\n2. attack B1\n3. pass\ncancel 2")
    assert order_set(understood) == ["1. ATTACK A1", "3. PASS"]
    assert understood.commands == ((4, Clear(which="2")),)
    assert told(understood) == [(2, "corrected"), (4, "taken-back")]
    understood = numbered("attack A1\nattack B1\npass\ncancel the second order")
    assert [entry.text for entry in understood.entries] == ["attack A1", "pass"]
    assert [(line.text, line.after) for line in understood.unread] == [("attack B1", 1)]


def test_several_orders_of_the_same_letter_may_be_cancelled_at_once() -> None:
    """Each is taken out, and the one that is left keeps its place."""
    understood = numbered("attack A1\nattack B1\npass\ncancel 1 and 2")
    assert [entry.text for entry in understood.entries] == ["pass"]
    assert [line.after for line in understood.unread] == [0, 0]
    assert order_set(numbered("1. attack A1\n2. attack B1\n3. pass\nplease scratch orders 1, 3")) == ["2. ATTACK B1"]


def test_an_order_may_be_taken_back_by_its_words() -> None:
    """Whoever repeats it need not know its number."""
    assert order_set(unnumbered("MOVE 3 N5\nMOVE 4 B3\nforget MOVE 3 N5")) == ["MOVE 4 B3"]
    assert unnumbered("cancel MOVE 3 N5", "MOVE 4 B3", "MOVE 3 N5").commands == ((1, Clear(which="2")),)


@every_case(
    "line",
    [
        *(
            "delete my orders",
            "scrap everything",
            "Please cancel all my orders",
            "forget everything I said",
            "start over",
        ),
        *("ignore my last mail", "disregard my previous orders", "scratch all of my orders", "take back my orders"),
        *("Could you delete all orders?", "clear everything", "forget my orders", "let's start over"),
    ],
)
def test_a_whole_order_set_is_never_taken_back_in_words(line: str) -> None:
    """CLEAR is offered, nothing is done, and the turn waits."""
    understood = numbered(line)
    assert (understood.commands, understood.entries, understood.faulty_commands) == ((), (), frozenset())
    assert [(problem.code, problem.hints, problem.falls) for problem in understood.problems] == [
        ("clear-like", ("CLEAR",), True)
    ]


@every_case(
    ("letter", "hints"),
    [
        ("maybe make 2 a pass", ("2. PASS",)),
        ("should I make 2 a pass?", ("2. PASS",)),
        ("make 2 an attack B1 if Blue comes", ()),
        ("perhaps cancel 2", ("CLEAR 2",)),
        ("cancel 2?", ("CLEAR 2",)),
        ("1. move troops A0 A1\nmake that A2", ("1. MOVE TROOPS A0 A2",)),
        ("1. move troops A0 A1\nno wait, to B0", ("1. MOVE TROOPS A0 B0",)),
        ("1. attack A1\nSorry, B1", ("1. ATTACK B1",)),
        ("change order 2 to something better", ()),
        ("swap orders 1 and 2", ()),
        ("1. attack A1\nplease disregard the above", ()),
        ("1. attack A1\nundo that", ()),
        ("no wait, attack K9", ("ATTACK <place>",)),
    ],
)
def test_a_correction_that_is_not_plain_is_asked_back(letter: str, hints: tuple[str, ...]) -> None:
    """What is hedged, or says too little, changes nothing; the line to send is offered, and the turn waits."""
    understood = numbered(letter)
    assert understood.commands == ()
    (problem,) = understood.problems
    assert (problem.falls, problem.hints, understood.faulty_commands) == (True, hints, frozenset())
    assert len(understood.entries) == letter.count("\n")


def test_a_number_that_may_be_a_fleet_is_asked_back() -> None:
    """Where orders have no numbers, "cancel 3" may mean a fleet; "order 2" of the same letter is plain."""
    (problem,) = unnumbered("MOVE 3 N5\ncancel 1").problems
    assert (problem.code, problem.hints) == ("correction-unclear", ("CLEAR 1",))
    assert order_set(unnumbered("MOVE 3 N5\nMOVE 4 B3\ncancel order 1")) == ["MOVE 4 B3"]


@every_case(
    "line",
    [
        *("No wait, I have an idea", "Actually I love this game", "oh well", "sorry for being late", "I meant well"),
        *("make 2 of them happy", "Rather nice turn", "Wait for me!", "No problem", "Never mind", "Oops"),
        *("I changed my mind about chess", "Change of plans: we meet on Friday", "better late than never"),
        *("no, thanks", "instead we went home", "Update: my cat is fine", "turn 2 was great"),
    ],
)
def test_talk_that_begins_like_a_second_thought_costs_nothing(line: str) -> None:
    """What corrects no order is chatter, and the orders around it stand."""
    understood = numbered(f"1. attack A1\n{line}\n2. pass")
    assert order_set(understood) == ["1. ATTACK A1", "2. PASS"]
    assert (understood.problems, understood.commands) == ((), ())
    assert [each.text for each in (*understood.talk, *understood.courtesy)] == [line]


def test_forget_it_may_be_meant_of_the_orders() -> None:
    """Nothing is taken back, but the turn waits for what its author says."""
    understood = numbered("1. attack A1\nForget it\n2. pass")
    assert order_set(understood) == ["1. ATTACK A1", "2. PASS"]
    assert [(problem.code, problem.line) for problem in understood.problems] == [("said-around", 2)]


def test_wait_alone_is_the_command() -> None:
    """WAIT, CLEAR 2 and the like are commands before they are second thoughts."""
    letter: Understood[ToyOrder] = understand(as_lines("ATTACK C4\nWAIT\nCLEAR 2"), TOY)
    assert [type(command).__name__ for _, command in letter.commands] == ["Wait", "Clear"]
    assert len(letter.entries) == 1

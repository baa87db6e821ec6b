"""Orders of Rebel Commander as people write them."""

from moderator.core.errors import Problem
from moderator.games.rebel_commander import GAME
from moderator.language.reading.blocks import understand
from moderator.language.reading.text_lines import TextLine
from tests.support.cases import every_case


@every_case(
    ("text", "canonical"),
    [
        ("move troops c3 c4", "MOVE TROOPS C3 C4"),
        ("Move 1 squad of Troops from C3 to C4", "MOVE TROOPS C3 C4"),
        ("MT C-3 4C", "MOVE TROOPS C3 C4"),
        ("MS C3 D4", "MOVE SPEEDERS C3 D4"),
        ("move speeder c3 > d4", "MOVE SPEEDERS C3 D4"),
        ("MX C3 C5 WITH 4 TROOPS", "MOVE TRANSPORT C3 C5 WITH 4 TROOPS"),
        ("Move the Transport from C3 to C5 with four troops", "MOVE TRANSPORT C3 C5 WITH 4 TROOPS"),
        ("MOVE TRANSPORT C3 C5", "MOVE TRANSPORT C3 C5"),
        ("Move Transport (4 Troops) from C3 to C5", "MOVE TRANSPORT C3 C5 WITH 4 TROOPS"),
        ("move the transport + 4 troops, C3 to C5", "MOVE TRANSPORT C3 C5 WITH 4 TROOPS"),
        ("move transport c3 c5 loaded with 4 troops", "MOVE TRANSPORT C3 C5 WITH 4 TROOPS"),
        ("move transport c3 c5, 4 troops on board", "MOVE TRANSPORT C3 C5 WITH 4 TROOPS"),
        ("move transport c3 to c5 carrying 4", "MOVE TRANSPORT C3 C5 WITH 4 TROOPS"),
        ("MX C3 C5 WITH 0 TROOPS", "MOVE TRANSPORT C3 C5"),
        ("MX C3 C5 WITH ALL TROOPS", "MOVE TRANSPORT C3 C5 WITH ALL TROOPS"),
        ("move the transport from C3 to C5 with all", "MOVE TRANSPORT C3 C5 WITH ALL TROOPS"),
        ("move transport c3 c5 with all my troops", "MOVE TRANSPORT C3 C5 WITH ALL TROOPS"),
        ("move transport c3 c5 carrying everybody", "MOVE TRANSPORT C3 C5 WITH ALL TROOPS"),
        ("move transport c3 c5 with as many as possible", "MOVE TRANSPORT C3 C5 WITH ALL TROOPS"),
        ("move transport with all available troops c3 c5", "MOVE TRANSPORT C3 C5 WITH ALL TROOPS"),
        ("move transport c3 c5 with all 3 troops", "MOVE TRANSPORT C3 C5 WITH 3 TROOPS"),
        ("BT C3", "BUILD TROOPS C3"),
        ("build a speeder at C3", "BUILD SPEEDERS C3"),
        ("BX C3", "BUILD TRANSPORT C3"),
        ("attack c4", "ATTACK C4"),
        ("A C4", "ATTACK C4"),
        ("assault on C4!", "ATTACK C4"),
        ("pass", "PASS"),
        ("skip", "PASS"),
    ],
)
def test_an_order_is_read_generously_and_written_one_way(text: str, canonical: str) -> None:
    """Case, spacing, shorthand and the rule text's own wording lead to the canonical line."""
    order = GAME.language.parse(text)
    assert not isinstance(order, Problem), order
    assert GAME.language.format(order) == canonical


@every_case(
    ("text", "code", "hints"),
    [
        (
            "MOVE 3 TROOPS C3 C4",
            "one-squad-per-order",
            ("MOVE TRANSPORT C3 C4 WITH 3 TROOPS",),
        ),
        ("MOVE both TROOPS C3 C4", "one-squad-per-order", ("MOVE TRANSPORT C3 C4 WITH 2 TROOPS",)),
        ("MOVE 9 TROOPS C3 C4", "one-squad-per-order", ()),
        ("MOVE 2 SPEEDERS C3 C4", "one-unit-per-order", ("MOVE SPEEDERS C3 C4",) * 2),
        ("MOVE 3 TRANSPORTS C3 C4", "one-unit-per-order", ("MOVE TRANSPORT C3 C4",) * 3),
        (
            "move all my troops from C3 to C4",
            "not-all-at-once",
            ("MOVE TROOPS C3 C4", "MOVE TRANSPORT C3 C4 WITH ALL TROOPS"),
        ),
        ("move all speeders c3 c4", "not-all-at-once", ("MOVE SPEEDERS C3 C4",)),
        ("move both speeders c3 c4", "one-unit-per-order", ("MOVE SPEEDERS C3 C4",) * 2),
        ("attack c4 from c3", "attack-from", ("MOVE TROOPS C3 C4",)),
        ("attack from c3 to c4", "attack-from", ("MOVE TROOPS C3 C4",)),
        ("defend C3", "unknown-order", ()),
        ("BUILD 2 TROOPS C3", "one-unit-per-order", ("BUILD TROOPS C3",) * 2),
    ],
)
def test_forms_of_other_games_get_a_stated_answer(text: str, code: str, hints: tuple[str, ...]) -> None:
    """One squad per order, and attacks where one stands; the answer shows what can be ordered instead."""
    problem = GAME.language.parse(text)
    assert isinstance(problem, Problem)
    assert (problem.code, problem.hints) == (code, hints)


@every_case(
    "line",
    [
        "Go go go!",
        "Go Rebels",
        "Let's go",
        "Nothing",
        "Nothing new here",
        "Hold on",
        "Hold the line!",
        "Raise a glass",
        "Advance to victory",
        "Troops look good",
        "Infantry is king",
        "BS!",
        "Send my regards",
        "March on, Red!",
        "Give me 5 minutes",
        "Make my day",
    ],
)
def test_cheers_and_chatter_are_neither_orders_nor_complained_about(line: str) -> None:
    """They take no number from the orders around them."""
    understood = understand((TextLine(1, line), TextLine(2, "BUILD TROOPS C3")), GAME.language)
    assert [GAME.language.format(entry.order) for entry in understood.entries] == ["BUILD TROOPS C3"]
    assert understood.problems == ()
    assert understood.unread == ()


def read(text: str) -> tuple[list[str], list[str], int]:
    """Return the orders of a letter with their labels, the names of its commands, and how many problems it has."""
    understood = understand([TextLine(at, line) for at, line in enumerate(text.splitlines(), 1)], GAME.language)
    orders = [f"{entry.label}. {GAME.language.format(entry.order)}" for entry in understood.entries]
    return orders, [type(command).__name__ for _, command in understood.commands], len(understood.problems)


@every_case(
    "text",
    [
        "3. Wait",
        "3) nothing",
        "3: hold",
        "3. cancel",
        "3 wait",
        "#3 do nothing",
        "Order 3: none, thanks",
        "3. Wait this turn",
        "3. hold position.",
        "3. no order",
        "3. STANDBY",
        "3. clear",
    ],
)
def test_under_a_number_a_word_for_nothing_is_pass(text: str) -> None:
    """No command is read there, and the turn waits for nobody."""
    assert read(text) == (["3. PASS"], [], 0)


@every_case("text", ["WAIT", "3.\n\nWAIT", "- wait"])
def test_without_a_number_wait_is_the_command(text: str) -> None:
    """So it is below a number that was left empty."""
    assert read(text)[:2] == ([], ["Wait"])


@every_case("text", ["Hold", "Nothing", "22. hold", "3. Hold the line!", "Hold on"])
def test_a_word_for_nothing_is_no_order_elsewhere(text: str) -> None:
    """Without a number of the order set, or in a sentence, it is chatter or asked back."""
    assert read(text)[0] == []


@every_case(
    "line",
    [
        *("load 3 troops on the transport at A0 and go to A2", "carry 3 troops from A0 to A2 by transport"),
        *("move 3 troops on the transport at A0 to A2", "ferry 3 troops A0 to A2"),
    ],
)
def test_who_loads_troops_is_offered_the_move_that_does_it(line: str) -> None:
    """A Transport loads as it moves; loading is no order of its own."""
    problem = GAME.language.read(line).problem
    assert problem is not None
    assert problem.hints == ("MOVE TRANSPORT A0 A2 WITH 3 TROOPS",)


def test_a_gms_lines_are_read() -> None:
    """Amendments have a language of their own."""
    for text in (
        "PLACE 2 TROOPS C4 FOR Red",
        "REMOVE 1 TRANSPORT C4 FOR Empire",
        "MOVE 1 SPEEDERS C4 D4 FOR Blue",
        "SET ENTHUSIASM Red 120",
        "SET OPTION max_turns 40",
    ):
        order = GAME.gm.parse(text)
        assert not isinstance(order, Problem), order
        assert GAME.gm.format(order) == text


def test_a_postscript_is_no_pass() -> None:
    """The P of "P.S." is no shorthand."""
    understood = understand((TextLine(1, "P.S. order 2 is for revenge!"), TextLine(2, "PASS")), GAME.language)
    assert (understood.problems, understood.unread) == ((), ())


def test_a_line_without_a_verb_in_place_is_read_calmly() -> None:
    """A verb known by its beginning alone is no place to cut."""
    assert isinstance(GAME.language.parse("atta C4 or D4"), Problem)


def test_courtesy_after_an_order_raises_no_warning() -> None:
    """Such words say nothing that the player would have to look at."""
    reading = GAME.language.read("attack c4 this turn plz")
    assert (reading.order is not None, reading.problem) == (True, None)


@every_case(
    ("text", "order"),
    [
        ("movetroops A0 A1", "MOVE TROOPS A0 A1"),
        ("move troopsA0 A1", "MOVE TROOPS A0 A1"),
        ("move troops A0A1", "MOVE TROOPS A0 A1"),
        ("attackA1", "ATTACK A1"),
        ("move transport A0 B1 w/ 3 troops", "MOVE TRANSPORT A0 B1 WITH 3 TROOPS"),
        ("move transport A0 B1 w/3 troops", "MOVE TRANSPORT A0 B1 WITH 3 TROOPS"),
        ("move transport A0 B1 with both troops", "MOVE TRANSPORT A0 B1 WITH 2 TROOPS"),
        ("move transport to B1 from A0 with my 3 troops", "MOVE TRANSPORT A0 B1 WITH 3 TROOPS"),
    ],
)
def test_haste_is_read(text: str, order: str) -> None:
    """A blank that is missing, a word cut short, a number in words."""
    reading = GAME.language.read(text)
    assert reading.order is not None
    assert GAME.language.format(reading.order) == order


@every_case(
    ("text", "hints"),
    [
        ("drop 3 troops at C0 from A0", ("MOVE TRANSPORT A0 C0 WITH 3 TROOPS",)),
        ("then take transport a0 -> b0 w/ 2 troops,", ("MOVE TRANSPORT A0 B0 WITH 2 TROOPS",)),
        ("transport 3 troops from A0 to C0", ("MOVE TRANSPORT A0 C0 WITH 3 TROOPS",)),
        ("troops in A0 should go to A1", ("MOVE TROOPS A0 A1",)),
        ("I want the troops at A0 to move to A1", ("MOVE TROOPS A0 A1",)),
        ("speeders from A0 should be moved to A2", ("MOVE SPEEDERS A0 A2",)),
        ("I would like to attack A1", ("ATTACK A1",)),
        ("We attack A1", ("ATTACK A1",)),
        ("Raise troops at B0", ("BUILD TROOPS B0",)),
        ("Attack I4?? no - move the Transport I1 to H1 with both troops", ()),
        ("move half of my troops A0 A1", ("MOVE TROOPS <origin> <goal>",)),
        ("attack B0 unless Blue is there", ()),
    ],
)
def test_what_is_said_in_other_words_is_answered_with_the_order(text: str, hints: tuple[str, ...]) -> None:
    """It is asked back with all that was said; a part, a condition or a second thought is left out of no suggestion."""
    reading = GAME.language.read(text)
    assert reading.order is None
    assert GAME.language.looks_like(text)
    assert reading.problem is not None
    assert reading.problem.hints == hints

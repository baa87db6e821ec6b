"""Orders as people write them, one instruction at a time."""

# ruff: noqa: RUF001 - typography as people send it

import pytest

from moderator.core.errors import Problem, Stage
from moderator.core.orders import Order
from moderator.kit.boards.grid import GridPlace
from moderator.language.grammar.language import Language
from moderator.language.grammar.vocabulary import Refusal
from tests.language.toy import TOY, Attack, Hold, MoveTransport, MoveTroops, Pass, ToyFault, ToyOrder
from tests.support.cases import every_case

WAYS = {
    "MOVE TROOPS C3 C4": [
        "MOVE TROOPS C3 C4",
        "move troops c3 c4",
        "Move Troops c3 to c4.",
        "MOVE TROOPS FROM C3 TO C4",
        "move troops c3-c4",
        "move troops c3 -> c4",
        "move troops c3->c4",
        "move troops C3 => C4",
        "move troops C3→C4",
        "MOVE TROOPS C3 – C4",
        "MOVE TROOPS C3 — C4!",
        "MT C3 C4",
        "mt c3c4".replace("c3c4", "c3,c4"),
        "MOVE TROOPS C-3 C-4",
        "MOVE TROOPS C.3 C.4",
        "MOVE TROOPS c:3 c:4",
        "MOVE TROOPS C 3 C 4",
        "MOVE TROOPS 3C 4C",
        "MOVE TROOPS (C3) (C4)",
        "MOVE TROOP C3 C4",
        "GO TROOPS C3 C4",
        "troops move C3 C4",
        "MOVE THE TROOPS AT C3 INTO C4",
        "MOVE ONE SQUAD OF TROOPS FROM C3 TO C4",
        "MOVE 1 TROOPS C3 C4",
        "MOV TRO C3 C4",
        "please move my troops from c3 to c4, please",
        "MOVE\u00a0TROOPS\u00a0C3\u00a0C4",
        "Ｍｏｖｅ　ｔｒｏｏｐｓ　Ｃ３　Ｃ４",
        "“MOVE TROOPS C3 C4”",
        "'MOVE TROOPS C3 C4'",
        "*MOVE TROOPS C3 C4*",
        "MOVE  TROOPS\tC3   C4 ,",
        "MO\u200bVE TROOPS C3 C4",
        "MO\u00adVE TROOPS C\u20603 C4",
    ],
    "MOVE TRANSPORT C3 C5 WITH 4 TROOPS": [
        "move transport c3 c5 with 4 troops",
        "MX C3 C5 WITH FOUR TROOPS",
        "Move the transport from C3 to C5 with 4 squads of troops.",
        "move transport c3 → c5, with 4 troops",
        "MOVE TRANSPORT C 3 C 5 WITH 4 TROOPS",
    ],
    "MOVE TRANSPORT C3 C5": ["MOVE TRANSPORT C3 C5", "MOVE TRANSPORT C3 C5 WITH 0 TROOPS", "mov tra c3 c5"],
    "ATTACK C4": ["ATTACK C4", "Attack at c4!", "attack C4...", "A 4C", "attack the C-4", "att c4", "ATTACK: C4"],
    "BUILD TROOPS C3": ["build troops at c3", "B T C3", "BT C3", "bui tro c3", "Build a squad of troops in C3."],
    "PASS": ["PASS", "pass.", "Pass please", "Pass this turn, thanks!"],
    "HOLD AT C3 AGAINST Galactic Empire": [
        "hold at c3 against the galactic empire",
        "HOLD AT C3 AGAINST EMPIRE",
        "hold at the c3 against gal emp".replace("gal emp", "empire"),
    ],
}


@every_case(("text", "canonical"), [(text, to) for to, texts in WAYS.items() for text in texts])
def test_generous_reading(text: str, canonical: str) -> None:
    """However an order is written, it is read as the same order, without a doubt."""
    reading = TOY.read(text)
    assert reading.order is not None
    assert TOY.format(reading.order) == canonical
    assert reading.problem is None


REFUSED = [
    ("ATTACK", "missing-place", 6, "", ("ATTACK <place>",)),
    ("attack K4", "bad-place", 7, "K4", ("ATTACK <place>",)),
    ("attack C 9", "bad-place", 7, "C 9", ("ATTACK <place>",)),
    ("ATTACK ____", "missing-place", 6, "", ("ATTACK <place>",)),
    ("ATTACK <place>", "missing-place", 6, "", ("ATTACK <place>",)),
    ("move troops c3", "missing-place", 14, "", ("MOVE TROOPS C3 <goal>",)),
    ("MOVE TRANSPORT C3 C5 WITH 9 TROOPS", "bad-number", 26, "9", None),
    ("MOVE TRANSPORT C3 C5 WITH 4", "incomplete", 27, "", ("MOVE TRANSPORT C3 C5 WITH 4 TROOPS",)),
    ("MOVE C3 C4", "unknown-word", 5, "C3", None),
    ("attack c4?", "question", 0, "attack c4", ("ATTACK C4",)),
    ("attack c4 if blue does", "not-plain", 10, "if blue does", ()),
    ("attack c4 or d4", "not-plain", 10, "or d4", ()),
    ("Attack C4, maybe", "not-plain", 11, "maybe", ("ATTACK C4",)),
    ("attack c4 and d4", "extra-words", 14, "d4", ()),
    ("ATTACK C4 with 3 squads", "extra-words", 10, "with 3", ()),
    ("pass it on", "extra-words", 5, "it on", ("PASS",)),
    (
        "Move troops c3 c4 and attack c4",
        "several-orders",
        22,
        "attack c4",
        ("MOVE TROOPS C3 C4", "ATTACK C4"),
    ),
    ("Move troops c3 c4, 2. attack c4", "several-orders", 19, "2. attack c4", ("MOVE TROOPS C3 C4", "2. ATTACK C4")),
    (
        "mt c3 c4, bt c3 and then a c4",
        "several-orders",
        10,
        "bt c3 and then a c4",
        ("MOVE TROOPS C3 C4", "BUILD TROOPS C3", "ATTACK C4"),
    ),
    (
        "move troops c3 c4 order two attack there",
        "several-orders",
        24,
        "two attack there",
        ("MOVE TROOPS C3 C4", "2. ATTACK C4"),
    ),
    ("MT C3 C4 / A C4 / A", "several-orders", 13, "C4", ("MOVE TROOPS C3 C4", "ATTACK C4")),
    ("attack d4 no wait attack c4", "not-plain", 10, "no wait attack c4", ()),
    ("attack c4 not d4", "not-plain", 10, "not d4", ()),
    ("attack c for", "bad-place", 7, "c", ("ATTACK C4",)),
    (
        "move troops see three to see four",
        "bad-place",
        12,
        "see",
        ("MOVE TROOPS C3 C4",),
    ),
    ("c4 attack", "unknown-order", 0, "c4", ("ATTACK C4",)),
    ("c3 move troops to c4", "unknown-order", 0, "c3", ("MOVE TROOPS C3 C4",)),
    ("", "empty", 0, "", ()),
    ("Ａｔｔａｃｋ　Ｋ４", "bad-place", 7, "Ｋ４", ("ATTACK <place>",)),
    ("“attack” — K4", "bad-place", 11, "K4", ("ATTACK <place>",)),
]


@every_case(("text", "code", "column", "fragment", "hints"), REFUSED)
def test_exact_complaint(text: str, code: str, column: int, fragment: str, hints: tuple[str, ...] | None) -> None:
    """What cannot be obeyed as it stands is a problem that names the place, the reason and the line to send."""
    problem = TOY.parse(text)
    assert isinstance(problem, Problem)
    assert (problem.code, problem.column, problem.fragment) == (code, column, fragment)
    assert problem.stage is Stage.UNREADABLE
    if hints is not None:
        assert problem.hints == hints


def test_chatter_after_a_whole_order_is_noted() -> None:
    """Words after an order that name nothing leave it standing, with a doubt that shows them."""
    reading = TOY.read("ATTACK C4 with everything we have, thanks")
    assert reading.order == Attack(place="C4")
    assert reading.problem is not None
    assert reading.problem.stage is Stage.DOUBTFUL
    assert reading.problem.fragment == "with everything we have, thanks"
    assert TOY.parse("ATTACK C4 with everything we have, thanks") == Attack(place="C4")


def test_refusal_answers_with_lines_that_can_be_read() -> None:
    """A form with a stated answer brings its code, and those of its hints that are orders and leave nothing out."""
    few, many = TOY.parse("MOVE 3 TROOPS C3 C4"), TOY.parse("move nine squads of troops from c3 to c4")
    assert isinstance(few, Problem)
    assert isinstance(many, Problem)
    assert few.code == many.code == "one-squad-per-order"
    assert few.hints == ("MOVE TRANSPORT C3 C4 WITH 3 TROOPS",)
    assert few.facts == {"count": 3, "origin": "C3", "goal": "C4"}
    assert many.hints == ()


LIKENESS = [
    ("MVE TROOPS C3 C4", True),
    ("attack", True),
    ("ATTACK THE REBELS", True),
    ("troops c3 c4", True),
    ("c3 c4", True),
    ("1 hundred thanks", False),
    ("Hi all, nice turn", False),
    ("attack tomorrow maybe?", False),
    ("I think we should attack C4 next turn", False),
    ("Have a nice day", False),
    ("My troops are at C4 and C5", False),
    ("a few words: the attack on C4 failed", False),
    ("A 10 out of 10 turn", False),
    ("+49 170 1234567", False),
    ("See you on Friday at 5", False),
    ("move on, nothing to see here my dear friends", False),
    ("", False),
    ("...", False),
]


@every_case(("text", "likely"), LIKENESS)
def test_looks_like_an_order(text: str, *, likely: bool) -> None:
    """A failed attempt at an order is told from chatter."""
    assert TOY.looks_like(text) is likely


CHATTER = [
    "attack tomorrow maybe?",
    "I think we should attack C4 next turn",
    "don't attack C4",
    "C4 attack went well",
    "Passing by",
    "The attack on C4 was great",
    "Attack on C4 went well",
    "Our attack on C4",
    "No, attack C4",
]


@every_case("text", CHATTER)
def test_prose_is_no_order(text: str) -> None:
    """Talk about orders is never taken for one."""
    assert isinstance(TOY.parse(text), Problem)


WRITTEN: list[tuple[ToyOrder, str]] = [
    (MoveTroops(number="1", origin="C3", goal="C4"), "1. MOVE TROOPS C3 C4"),
    (MoveTransport(origin="C3", goal="C5"), "MOVE TRANSPORT C3 C5"),
    (MoveTransport(number="2b", origin="C3", goal="C5", troops=2), "2b. MOVE TRANSPORT C3 C5 WITH 2 TROOPS"),
    (Hold(), "HOLD"),
    (Hold(place="A0"), "HOLD AT A0"),
    (Hold(place="A0", seat="Red"), "HOLD AT A0 AGAINST Red"),
    (Pass(), "PASS"),
]


@every_case(("order", "text"), WRITTEN)
def test_canonical_line(order: ToyOrder, text: str) -> None:
    """An order is written with its number, in the first of its forms that says all of it."""
    assert TOY.line(order) == text


def test_help_is_derived_from_the_declarations() -> None:
    """Help lists every order once, and all forms with an example for one word."""
    assert list(TOY.syntax().values())[2] == "MOVE TRANSPORT <origin> <goal> [WITH <troops> TROOPS]"
    assert list(TOY.help("attack").values()) == [("ATTACK <place>", "  ATTACK F4")]
    assert list(TOY.help("hold").values()) == [("HOLD", "HOLD AT <place> [AGAINST <seat>]", "  HOLD AT F4 AGAINST Red")]
    assert list(TOY.help("speeders").values()) == [("MOVE SPEEDERS <origin> <goal>", "  MOVE SPEEDERS F4 F5")]
    assert TOY.help("MT") == TOY.help("move")
    assert TOY.help("dance") == {}
    assert TOY.help("") == {}


def test_example_can_be_read() -> None:
    """Every example of the help is an order."""
    examples = [
        line
        for word in ("move", "build", "attack", "hold")
        for lines in TOY.help(word).values()
        for line in lines
        if line[0] == " "
    ]
    assert examples
    assert all(isinstance(TOY.parse(line), Order) for line in examples)


@every_case(
    ("syntax", "complaint"),
    [
        ("ATTACK {nowhere}", "no slot"),
        ("ATTACK [AT {place}", "closes its brackets"),
        ("ATTACK {place}]", "never opened"),
        ("{place} ATTACK", "begins with a word"),
    ],
)
def test_wrong_declaration(syntax: str, complaint: str) -> None:
    """A faulty syntax is refused when the language is built."""
    with pytest.raises(ValueError, match=complaint):
        Language((Attack,), {"place": GridPlace()}, refusals=(Refusal(syntax, ToyFault.ONE_SQUAD_PER_ORDER),))


def test_synonym_must_lead_somewhere() -> None:
    """A synonym of a word that no form uses is refused when the language is built."""
    with pytest.raises(ValueError, match="which no form uses"):
        Language((Attack,), {"place": GridPlace()}, synonyms={"HIT": "STRIKE"})


@every_case(
    ("line", "order"),
    [
        ("move troops to C4 from C3", "MOVE TROOPS C3 C4"),
        ("move troops C4 from C3", "MOVE TROOPS C3 C4"),
        ("move transport to C5 from C3 with 4 troops", "MOVE TRANSPORT C3 C5 WITH 4 TROOPS"),
    ],
)
def test_a_move_goes_from_where_it_says_from(line: str, order: str) -> None:
    """Whichever place comes first; to and from tell which is which."""
    reading = TOY.read(line)
    assert reading.order is not None
    assert TOY.format(reading.order) == order


def test_a_goal_is_never_taken_for_an_origin() -> None:
    """Two places, of which the first is a goal, are asked about."""
    assert TOY.read("move troops to C4 C3").order is None


def test_a_form_comes_in_pieces_for_those_who_compose_orders_by_choosing() -> None:
    """Each gap has its values; the pieces of a part that can be left out share its number."""
    move, origin, goal, with_, troops, rest = TOY.pieces(MoveTransport)
    assert [move.words, with_.words, rest.words] == ["MOVE TRANSPORT", "WITH", "TROOPS"]
    assert [origin.gap, goal.gap, troops.gap] == ["origin", "goal", "troops"]
    assert [piece.part for piece in (move, origin, goal, with_, troops, rest)] == [0, 0, 0, 1, 1, 1]
    assert "C3" in origin.values
    assert set(troops.values) == {"0", "1", "2", "3", "4"}
    line = " ".join((move.words, "C3", "C4", with_.words, troops.values[0], rest.words))
    assert isinstance(TOY.parse(line), MoveTransport)

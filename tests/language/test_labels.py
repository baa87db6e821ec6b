"""Numbers before orders, in the many ways people write them."""

# ruff: noqa: RUF001 - typography as people send it

from moderator.language.grammar.labels import read_label
from tests.support.cases import every_case

LABELS = [
    ("1. PASS", "1", "PASS"),
    ("1) PASS", "1", "PASS"),
    ("1: PASS", "1", "PASS"),
    ("1 - PASS", "1", "PASS"),
    ("1 – PASS", "1", "PASS"),
    ("1.PASS", "1", "PASS"),
    ("(1) PASS", "1", "PASS"),
    ("[1] PASS", "1", "PASS"),
    ("#1 PASS", "1", "PASS"),
    ("#1: PASS", "1", "PASS"),
    ("Order 1: PASS", "1", "PASS"),
    ("order #2 - PASS", "2", "PASS"),
    ("Order No. 2 PASS", "2", "PASS"),
    ("ORDER 3 PASS", "3", "PASS"),
    ("1a. PASS", "1a", "PASS"),
    ("1 a) PASS", "1a", "PASS"),
    ("2B: PASS", "2b", "PASS"),
    ("Order 1b: PASS", "1b", "PASS"),
    ("01. PASS", "1", "PASS"),
    ("2nd: PASS", "2", "PASS"),
    ("１． PASS".replace("．", "."), "1", "PASS"),
    ("- PASS", "", "PASS"),
    ("* PASS", "", "PASS"),
    ("• PASS", "", "PASS"),
    ("•PASS", "", "PASS"),
    ("- 2. PASS", "2", "PASS"),
    ("Orders: PASS", "", "PASS"),
    ("My orders: 1. PASS", "1", "PASS"),
    ("PASS", "", "PASS"),
    ("  PASS", "", "  PASS"),
    ("2.", "2", ""),
    ("", "", ""),
    ("4C", "", "4C"),
    ("20:00 is fine", "", "20:00 is fine"),
    ("1.5 hours", "", "1.5 hours"),
    ("-5 degrees", "", "-5 degrees"),
    ("Ordering PASS", "", "Ordering PASS"),
    ("2026. PASS", "", "2026. PASS"),
    ("1. 4C", "1", "4C"),
    ("Order 1 ATTACK C4", "1", "ATTACK C4"),
]


@every_case(("text", "label", "rest"), LABELS)
def test_label(text: str, label: str, rest: str) -> None:
    """A label is parted from its order, and nothing else is taken for one."""
    got = read_label(text)
    assert (got.label, got.rest) == (label, rest)
    assert text[got.offset :] == rest
    assert not got.bare


@every_case("digits", ["123", "١٢٣", "۱۲۳", "१२३", "১২৩", "๑๒๓", "１２３", "௧௨௩", "၁၂၃", "𝟏𝟐𝟑"])
@every_case("form", ["{}. PASS", "{}) PASS", "({}) PASS", "- {}: PASS", "#{} PASS", "Order {} PASS", "{}، PASS"])
def test_digits_of_every_script_number_an_order(digits: str, form: str) -> None:
    """Whatever the keyboard, the number is that of the order set."""
    assert [read_label(form.format(digit)).label for digit in digits] == ["1", "2", "3"]
    assert read_label(f"{digits[0]}{digits[1]}. PASS")[:2] == ("12", "PASS")


@every_case("row", ["①②⑫", "⑴⑵⑿", "⒈⒉⒓", "❶❷", "➀➁", "➊➋", "⓵⓶", "🄂🄃", "一二"])
@every_case("form", ["{} PASS", "{}PASS", "{}. PASS", "• {}、PASS"])
def test_signs_that_hold_a_number_are_labels(row: str, form: str) -> None:
    """In a circle, in brackets, with a dot; the numerals of China only before a mark."""
    if row != "一二" or not form.startswith(("{} ", "{}P")):
        assert [read_label(form.format(sign))[:2] for sign in row] == [
            (n, "PASS") for n in ("1", "2", "12")[: len(row)]
        ]


BULLETS: tuple[str, ...] = (
    "✅",
    "☑️",
    "✔",
    "☐",
    "[x]",
    "[X]",
    "[ ]",
    "[]",
    "(x)",
    "( )",
    "[✓]",
    "[v]",
    "- [ ]",
    "* [x]",
    "→",
    "➤",
    "▶️",
    "->",
    "=>",
)
BULLETS += ("‣", "⁃", "■", "◦", "★", "👉", "🚀", "🔹", "・", "※", "✅ →", "-")


@every_case("bullet", BULLETS)
def test_signs_before_an_order_are_bullets(bullet: str) -> None:
    """Ticks, boxes, arrows and pictures say nothing, before a number and behind it."""
    assert read_label(f"{bullet} PASS")[:2] == ("", "PASS")
    for text in (f"{bullet} 2. PASS", f"2. {bullet} PASS", f"2) {bullet} PASS"):
        got = read_label(text)
        assert (got.label, got.rest, text[got.offset :]) == ("2", "PASS", "PASS")


@every_case("text", ["[ ]", "[x]", "[x", "(v) PASS", "x] PASS", "[xx] PASS", "(y) PASS", "->C4", "4 → C5"])
def test_what_only_looks_like_a_bullet_stays(text: str) -> None:
    """A gap of a form, a Roman number, an arrow between places."""
    got = read_label(text)
    assert got.rest == text or got.label == "5"


def test_bare_number_is_only_perhaps_a_label() -> None:
    """A number without a mark is reported as such, since it may be something else."""
    assert read_label("1 MOVE TROOPS C3 C4")[:2] == ("1", "MOVE TROOPS C3 C4")
    assert read_label("1 MOVE TROOPS C3 C4").bare
    assert read_label("2b ATTACK C4").bare


@every_case(
    ("text", "label", "rest"),
    [
        ("**1.** PASS", "1", "PASS"),
        ("`1. PASS`", "1", "PASS`"),
        ("| 1 | PASS |", "1", "PASS |"),
        ('"1","PASS"', "1", 'PASS"'),
        ("{3} PASS", "3", "PASS"),
        ("1\ufe0f\u20e3 PASS", "1", "PASS"),
        ("① PASS", "1", "PASS"),
        ("[2\u0130] PASS", "2i", "PASS"),
        ("2\u017f) PASS", "2s", "PASS"),
    ],
)
def test_decorated_number(text: str, label: str, rest: str) -> None:
    """Tables, Markdown, quoted cells and keycaps are labels too."""
    got = read_label(text)
    assert (got.label, got.rest) == (label, rest)


@every_case(
    ("text", "label", "rest"),
    [
        ("1st PASS", "1", "PASS"),
        ("No. 1: PASS", "1", "PASS"),
        ("Nr 2 PASS", "2", "PASS"),
        ("One: PASS", "1", "PASS"),
        ("Order two PASS", "2", "PASS"),
        ("Order the third: PASS", "3", "PASS"),
        ("Second, PASS", "2", "PASS"),
        ("Thirdly - PASS", "3", "PASS"),
        ("a) PASS", "a", "PASS"),
        ("(b) PASS", "b", "PASS"),
        ("ii. PASS", "2", "PASS"),
        ("(iv) PASS", "4", "PASS"),
        ("I. PASS", "1", "PASS"),
        ("\u0130. PASS", "1", "PASS"),
        ("F\u0130RST, PASS", "1", "PASS"),
    ],
)
def test_number_in_words_or_letters_may_be_something_else(text: str, label: str, rest: str) -> None:
    """Words, letters and Roman numbers count as labels only before something that begins like an order."""
    got = read_label(text)
    assert (got.label, got.rest, got.bare) == (label, rest, True)


@every_case("text", ["A: C4", "One attack", "a. 4", "I attack C4", "C.4", "A.C4"])
def test_no_label(text: str) -> None:
    """A shorthand or an article is no label."""
    assert read_label(text).label == ""

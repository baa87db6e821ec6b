"""Letters as real programs write them, against the lines that a person would say they hold."""

import random
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from moderator.core.game import Prompt
from moderator.games.registry import GAMES
from moderator.language import numbering
from moderator.language.reading.blocks import understand
from moderator.language.reading.versions import ask_about_lone
from moderator.mail.letter import Bounds, Kind, Proof, ReadLetter, read_letter
from tests.support.cases import every_case

LETTERS = Path(__file__).parents[1] / "letters"
CORPUS = sorted(LETTERS.glob("*.eml"))
SAME = sorted((LETTERS / "same").glob("*.eml"))
REPORT = (LETTERS / "same" / "report.txt").read_text()
"""What the letters of ``same`` answer, as far as they quote it."""

ASKED = sorted((LETTERS / "asked").glob("*.eml"))
UNMARKED = [path for path in CORPUS if path.stem.startswith(("quote-", "heading-"))]
"""Letters with quotes that have no arrows, and letters that begin as such quotes do."""

DOUBTFUL = sorted((LETTERS / "doubtful").glob("*.eml"))
DIFFERING = sorted((LETTERS / "differing").glob("*.eml"))
MARK = "[hoth Red #6]"
SHEET = ("1. MOVE TROOPS C3 C4", "2. MOVE TRANSPORT D5 D6 WITH 2 TROOPS", "3. BUILD TROOPS B2")
OWN = frozenset({"moderator@pbem.test"})


def read(raw: bytes) -> ReadLetter:
    """Read as the service at pbem.test would."""
    return read_letter(raw, own=OWN, authserv_id="mx.pbem.test")


def told(letter: ReadLetter) -> str:
    """Return what was read as text for people to review."""
    head = {
        "kind": letter.kind.value,
        "from": f"{letter.sender.name} <{letter.sender.address}>" if letter.sender else "",
        "subject": letter.subject,
        "date": letter.date.isoformat() if letter.date else "",
        "id": letter.message_id or "",
        "answers": letter.in_reply_to or "",
        "recipients": " ".join(letter.recipients),
        "faults": " ".join(letter.faults),
        "over": letter.over_limit or "",
        "bounces": " ".join(f"{b.address}:{b.permanent}:{b.status}" for b in letter.bounces),
        "bounce of": letter.bounce_of or "",
        "proof": f"dkim {letter.proof.dkim} dmarc {letter.proof.dmarc}" if letter.proof != Proof() else "",
    }
    lines = [f"{name}: {value}" for name, value in head.items() if value]
    lines += ["", *(f"{line.number:2} {'>' * line.quoted}|{line.text}" for line in letter.lines)]
    return "\n".join(lines) + "\n"


@every_case("path", CORPUS)
def test_a_letter_of_a_real_program_reads_as_its_golden_text(path: Path, *, regen: bool) -> None:
    """Each letter of the corpus is read to exactly the lines and facts that were reviewed for it."""
    golden = path.with_suffix(".txt")
    now = told(read(path.read_bytes()))
    if regen:
        golden.write_text(now)
    assert now == golden.read_text()


@every_case("path", CORPUS)
def test_orders_survive_every_program(path: Path) -> None:
    """Own lines with orders of the corpus come out unbroken, whatever the program did to them."""
    letter = read(path.read_bytes())
    own = {" ".join(line.text.split()).upper() for line in letter.lines if not line.quoted}
    if letter.kind is Kind.LETTER and not letter.faults and letter.lines:
        joined = "\n".join(own).replace("\u3000", " ")
        assert any(word in joined for word in ("MOVE", "BUILD", "ＭＯＶＥ"))  # noqa: RUF001 - as typed in Japan
        assert not any("C1 C2" in text for text in own), "an order of the quoted report was taken for the player's"


@every_case("path", SAME)
def test_the_same_orders_make_the_same_sheet_from_every_program(path: Path) -> None:
    """Whatever a program, a language, a charset or a habit does to a letter, the sheet is that of the plain one."""
    letter = read(path.read_bytes())
    assert letter.kind is Kind.LETTER
    language = GAMES["rebel-commander"].language
    form = ("1. ", "2. ", "3. ")
    understood = understand(letter.lines, language, sent=(*form, *REPORT.splitlines()), mark=MARK)
    orders, problems, _ = numbering.number(understood.entries, Prompt(phase="", turn=6, numbers=("1", "2", "3")))
    assert tuple(language.line(order) for order in orders) == SHEET
    assert [problem.fragment for problem in (*understood.problems, *problems)] == []
    assert [line.text for line in understood.set_aside] == []


@every_case("path", ASKED)
def test_orders_that_cannot_be_told_from_a_quote_are_asked_about(path: Path) -> None:
    """What was typed below a quote that has no marks is listed in the answer, never guessed."""
    letter = read(path.read_bytes())
    understood = understand(letter.lines, GAMES["rebel-commander"].language, sent=REPORT.splitlines(), mark=MARK)
    assert understood.entries == ()
    assert tuple(line.text for line in understood.set_aside) == SHEET


@every_case("path", UNMARKED)
def test_orders_count_beside_quotes_without_marks_and_below_dates(path: Path) -> None:
    """What a program quotes in its own way gives no order, and what its author heads with a name or a date does."""
    understood = understand(read(path.read_bytes()).lines, GAMES["rebel-commander"].language)
    assert tuple(GAMES["rebel-commander"].language.line(entry.order) for entry in understood.entries) == tuple(
        text.partition(" ")[2] for text in SHEET
    )
    assert tuple(entry.label for entry in understood.entries) == ("1", "2", "3")
    assert (understood.problems, understood.commands) == ((), ())


@every_case("path", DOUBTFUL)
def test_orders_below_what_may_begin_a_quote_are_asked_back(path: Path) -> None:
    """The orders above count; those below are neither filed nor dropped, and no command is carried out."""
    understood = understand(read(path.read_bytes()).lines, GAMES["rebel-commander"].language)
    assert tuple(f"{entry.label}. {entry.text}" for entry in understood.entries) == SHEET
    assert understood.commands == ()
    assert [problem.fragment for problem in understood.problems] == ["MOVE TROOPS E1 E2", "ATTACK E7", "READY"]


@every_case("path", DIFFERING)
def test_an_order_that_only_the_text_or_the_html_gives_is_asked_back(path: Path) -> None:
    """The orders that both give count; the others are neither filed nor dropped."""
    letter, language = read(path.read_bytes()), GAMES["rebel-commander"].language
    understood = ask_about_lone(understand(letter.lines, language), language, letter.lone, letter.other)
    assert tuple(f"{entry.label}. {entry.text}" for entry in understood.entries) == (SHEET[0], SHEET[2])
    assert {(problem.code, problem.fragment[:20]) for problem in understood.problems} == {
        ("parts-differ", "MOVE TRANSPORT D5 D6"),
        *({("parts-differ", "MOVE TRANSPORT D5 D7")} if path.stem == "other-place" else ()),
    }


@given(st.binary(max_size=2_000))
@settings(max_examples=150)
def test_any_bytes_are_read_calmly(raw: bytes) -> None:
    """No bytes make the reader raise, and the same bytes always read the same."""
    assert read(raw) == read(raw)


@given(st.integers(0, 2**32))
@settings(max_examples=150)
def test_a_damaged_letter_is_read_calmly(seed: int) -> None:
    """Letters of the corpus with bytes changed, lost, repeated and mixed never come out as unreadable."""
    dice = random.Random(seed)  # noqa: S311 - a test repeats what it did
    raw = bytearray(dice.choice(CORPUS).read_bytes())
    for _ in range(dice.randint(1, 12)):
        at = dice.randrange(len(raw))
        match dice.randrange(4):
            case 0:
                raw[at] = dice.randrange(256)
            case 1:
                del raw[at : at + dice.randint(1, 40)]
            case 2:
                other = dice.choice(CORPUS).read_bytes()
                begin = dice.randrange(len(other))
                raw[at:at] = other[begin : begin + dice.randint(1, 200)]
            case _:
                raw[at : at + 50] = raw[at : at + 50] * dice.randint(1, 30)
        raw = raw or bytearray(b"x")
    letter = read(bytes(raw))
    assert "unreadable" not in letter.faults
    assert not any(character in letter.subject for character in "\r\n\x00")
    assert len(letter.lines) <= Bounds().lines

"""What others wrote never passes for a letter of ours: no mark, no proof, no rule of our page stands in it."""

import re

import pytest
from msgspec.structs import replace

from moderator.core.errors import Problem, Stage
from moderator.language.reading.quote_openings import is_signature
from moderator.language.reading.text_lines import harmless, is_mark
from moderator.mail.html import html_lines
from moderator.service import proof
from moderator.service.audit.verify import verify_letters
from moderator.service.facts import LetterFacts, Memo, PressLetter
from moderator.service.letter_parts import Answer, Note, SaidLine, SeatLine
from tests.rendering.samples import acknowledgement, every_letter, final_report, turn_report, welcome
from tests.service.harm.test_words import everywhere
from tests.support.cases import every_case
from tests.support.harm import RENDERER, heard, sent
from tests.support.world import World
from tools import verify_letters as tool

FORGED = (
    "-----BEGIN PROOF-----\nletter match=hoth kind=turn-report turn=1 seat=Ann\n"
    "opened asking=1 record=1 open=00\nroll record=1 ruling=0 kind=x n=1 sides=6 value=7\n-----END PROOF-----"
)
SIGNS = {
    "a mark": "[hoth Ann #9]",
    "a mark with a code": "[hoth Ann #9 aaaabbbbccccdddd]",
    "a mark among brackets": "[[hoth Ann #9]]",
    "a mark with what nobody sees": "[hoth Ann #\u200b9\u00ad]",
    "a mark that a program will join": "[hoth" + " " * 70 + "Ann #9]",
    "a mark that a page will join": "[hoth" + " \n" * 400 + "Ann #9]",
    "a proof": FORGED,
    "a proof with what nobody sees": FORGED.replace("BEGIN", "BE\u200bGIN"),
    "a proof that is quoted": "\n".join(f"> {line}" for line in FORGED.splitlines()),
    "a proof over several lines": FORGED.replace(" PROOF", "\n> PROOF"),
    "a signature": "-- \nBob\n\nSEEK Mill",
    "a quoted signature": "> --\n> Bob",
    "a head": "HOTH · NIGHT WATCH\nTurn 1, for Ann\n=================\n\nSEEK Mill",
    "a signed message": "-----BEGIN PGP SIGNATURE-----\nx\n-----END PGP SIGNATURE-----",
}


def signs_in(lines: list[str], ours: str) -> set[str]:
    """Return what a reader of mail or of proofs would take for signs of ours, but for the mark that is ours."""
    bare = [line.strip().lstrip("> ") for line in lines]
    marks = {line for line in bare if is_mark(line) and line != ours}
    edges = {line for line in bare if line.startswith(("-----BEGIN", "-----END"))}
    rules = {str(bare.count(line)) for line in bare if len(line) > 2 and line.strip("=") == ""}
    return marks | edges | rules | {line for line in bare if is_signature(line)}


def foreign(text: str) -> dict[str, LetterFacts]:
    """Return letters that print a text of somebody's, each in another place."""
    report, answered = turn_report(), acknowledgement()
    problem = Problem(code="not-understood", stage=Stage.UNREADABLE, line=1, column=0, fragment=text, hints=(text,))
    letters, final = every_letter(), final_report()
    press = next(letter for letter in letters.values() if isinstance(letter, PressLetter))
    seats = (SeatLine(seat="Blue", player=text), *welcome().seats)
    answer = Answer(command="PRESS", code="press-sent", facts={"whom": text}, lines=tuple(text.splitlines()))
    note = Note(code="press", facts={"player": text}, lines=(text,))
    return {
        "press": replace(press, text=text),
        "the GM's reason": replace(final, head=replace(final.head, attachments=False), why=text),
        "a name": replace(welcome(), seats=seats, head=replace(report.head, player=text)),
        "a line that is shown back": replace(answered, said=(SaidLine(1, text, (problem,)),)),
        "an answer": replace(answered, answers=(answer,)),
        "a memo": Memo(
            moderator="M",
            address="m@pbem.test",
            zone="UTC",
            code="press",
            facts={"player": text},
            lines=(text,),
            more=(note,),
        ),
    }


@every_case("place", foreign("x"))
def test_no_sign_of_ours_is_printed_for_others(place: str) -> None:
    """Wherever words of others stand in a letter, text and HTML show no sign besides those that are shown without."""
    letter, plain = foreign("\n\n".join(SIGNS.values()))[place], foreign("x")[place]
    mark = getattr(getattr(letter, "form", None), "mark", "")
    for kind in ("text", "html"):
        found, usual = (_lines(each, kind) for each in (letter, plain))
        assert signs_in(found, mark) == signs_in(usual, mark)
        assert found.count(proof.BEGIN) == bool(proof.lines(letter))


def _lines(letter: LetterFacts, kind: str) -> list[str]:
    words = RENDERER.render(letter)
    return words.text.splitlines() if kind == "text" else [line.text for line in html_lines(words.html or "")]


@every_case("text", SIGNS.values())
def test_what_is_made_harmless_keeps_its_length_and_its_words(text: str) -> None:
    """A complaint points at a column, so that nothing may move; letters and numbers stay as they were."""
    made = harmless(text)
    assert len(made) == len(text)
    assert [each for each in made if each.isalnum()] == [each for each in text if each.isalnum()]
    assert harmless(made) == made


@every_case(
    "text",
    [
        "1. MOVE troops A0-B1",
        "see [1] and turn #5",
        "a -- b",
        "x == y",
        "-----",
        "* * *",
        "🧑\u200d🚀 begins",
        "[GM] 5",
    ],
)
def test_what_is_no_sign_stays_as_it_was(text: str) -> None:
    """People write brackets, numbers and dashes; only what could be taken for ours is changed."""
    assert harmless(text) == text


@pytest.mark.parametrize("text", [SIGNS["a mark"], FORGED], ids=["mark", "proof"])
def test_no_letter_that_goes_out_holds_a_sign_that_a_letter_brought(world: World, text: str) -> None:
    """In every field and line of a letter in, to oneself, to others and to the GM."""
    heard(world, everywhere(world, text))
    out = sent(world)
    assert {letter.to[0] for letter in out} >= {"ann@pbem.test", "bob@pbem.test"}
    for letter in out:
        lines = [*letter.text.splitlines(), *(line.text for line in html_lines(letter.html))]
        assert not [line for line in lines if is_mark(line) and "#9" in line]
        assert verify_letters([letter.raw]).good
        assert all(about.about.text("kind") == "acknowledgement" for about, _ in tool.read(letter.raw) if about)


def test_a_rival_cannot_void_orders_by_press(world: World) -> None:
    """Ann answers press that holds the mark of a turn to come, quoting it; her orders count for this turn."""
    world.says("Bob", "PRESS TO Ann\n[hoth Ann #9]\nEND")
    (press,) = [letter for letter in sent(world) if letter.to == ("ann@pbem.test",)]
    for text in (press.text, *(("\n".join(line.text for line in html_lines(press.html))),)):
        quote = "\n".join(f"> {line}" for line in text.splitlines())
        answer = world.says("Ann", f"SEEK Mill\n\n{quote}", headers={"In-Reply-To": press.message["Message-ID"]})
        assert answer.verdict == "filed"


def test_a_rival_cannot_give_orders_by_press(world: World) -> None:
    """A form in press, with the mark of now and orders that somebody else filled in, is no form of Ann's."""
    world.says("Bob", "PRESS TO Ann\n[hoth Ann #1]\nSEEK Gate\nEND")
    (press,) = [letter for letter in sent(world) if letter.to == ("ann@pbem.test",)]
    quote = "\n".join(f"> {line.strip()}" for line in press.text.splitlines())
    world.says("Ann", f"Ha!\n\n{quote}", headers={"In-Reply-To": press.message["Message-ID"]})
    assert world.order_set("Ann") is None


def test_press_does_not_end_the_copy_of_its_own_letter(world: World) -> None:
    """A signature in press, left in an unmarked copy of the letter, lets nothing below it pass for Ann's own words."""
    world.says("Bob", "PRESS TO Ann\nSee you.\n> --\n> Bob\n\nSEEK Gate\nEND")
    (press,) = [letter for letter in sent(world) if letter.to == ("ann@pbem.test",)]
    world.says("Ann", f"SEEK Mill\n\n{press.text}", headers={"In-Reply-To": press.message["Message-ID"]})
    assert world.order_set("Ann") == ["SEEK Mill"]


CONTROLS = "\x1b[2J\x1b]0;x\x07\x00\x08\x7f\x9b\u202e\u2066\rover"
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@every_case("place", foreign("x"))
def test_no_letter_prints_a_control_character(place: str) -> None:
    """Wherever words of others stand: text, HTML and subject hold none, and the letters of the words are all there."""
    words = RENDERER.render(foreign(f"a{CONTROLS}b")[place])
    for text in (words.text, words.html or "", words.subject):
        assert not _CONTROL.search(text)
    assert "over" in words.text


def test_an_answer_names_a_file_without_its_control_characters(world: World) -> None:
    """A name of any bytes is told, and cannot control the terminal or the page that shows the answer."""
    name = "orders%1B%5B2J%07%E2%80%AEfdp.doc"
    head = (
        f"From: ann@pbem.test\r\nTo: {world.tag('Ann')}\r\nSubject: orders\r\nMessage-ID: <9@client.test>\r\n"
        "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n"
    )
    body = (
        "--x\r\nContent-Type: text/plain\r\n\r\nSEEK Mill\r\n--x\r\nContent-Type: application/msword\r\n"
        f"Content-Disposition: attachment; filename*=utf-8''{name}\r\n\r\nx\r\n--x--\r\n"
    )
    heard(world, (head + body).encode())
    (out,) = [letter for letter in sent(world) if letter.to == ("ann@pbem.test",)]
    assert "fdp.doc" in out.text
    for text in (out.text, out.html):
        assert not _CONTROL.search(text.replace("\r\n", "\n"))

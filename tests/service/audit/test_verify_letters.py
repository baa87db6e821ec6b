"""The tool that stands alone finds in letters what ``moderator verify --letter`` finds, with no code of ours."""

import ast
import base64
import email
import email.message
import email.policy
import hashlib
import itertools
import quopri
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from moderator.rendering.mail import MailRenderer
from moderator.service.audit.verify import verify_letters
from moderator.service.context import OverridePlan, SeatPlan
from moderator.service.facts import Acknowledgement, LetterFacts, TurnReport, Welcome
from moderator.service.letter_parts import OrderLine
from moderator.service.overrides.apply import apply
from moderator.store.session import Store
from tests.support.cases import every_case
from tests.support.letters.proofs import edited, found, letters, play, raw
from tests.support.world import ANN_AND_BOB, World
from tools import verify_letters as tool

TOOL = Path(tool.__file__)
REBELS = (
    SeatPlan(seat="Red", player="Rae", addresses=("rae@pbem.test",)),
    SeatPlan(seat="Blue", bot="random"),
    SeatPlan(seat="Empire", bot="veteran"),
)
GOOD = (set[str](), set[str]())


@contextmanager
def lasting_world(migrated: Path, folder: Path) -> Iterator[World]:
    """Give a world that several tests look at, with seeds that are the same in every run."""
    numbers = itertools.count()
    shutil.copy(migrated, folder / "moderator.sqlite")
    store = Store(f"sqlite:///{folder}/moderator.sqlite")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("secrets.token_bytes", lambda size: hashlib.sha256(b"own %d" % next(numbers)).digest()[:size])
        yield World(store)
    store.close()


@pytest.fixture(scope="module")
def endor(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> list[LetterFacts]:
    """Give all letters of Red in a match of Rebel Commander to its end, orders and a change of mind among them."""
    with lasting_world(migrated, tmp_path_factory.mktemp("endor")) as world:
        world.match("endor", game="rebel-commander", seats=REBELS, max_turns=12)
        for text in ("1. BUILD TROOPS A0", "1. PASS"):
            world.says("Red", text, match="endor", sender="rae@pbem.test")
        play(world, "endor")
        return letters(world, "Red", "endor")


def _mailed(migrated: Path, folder: Path, *first: str) -> list[bytes]:
    """Return all letters of Red in a short match as they are mailed; ``first`` stands in its first letter."""
    with lasting_world(migrated, folder) as world:
        world.match("hoth", game="rebel-commander", seats=REBELS, max_turns=2)
        world.says("Red", "\n".join(("1. BUILD TROOPS A0", *first)), match="hoth", sender="rae@pbem.test")
        play(world, "hoth")
        posted = world.post(MailRenderer(world.clock))
        return [each.raw for each in posted if each.dispatch.to == ("rae@pbem.test",)]


@pytest.fixture(scope="module")
def mailed(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """Give all letters of a short match to a player who wants no files, so that all proofs stand in the letters."""
    return _mailed(migrated, tmp_path_factory.mktemp("hoth"), "SET ATTACHMENTS OFF")


def run(folder: Path) -> tuple[int, str]:
    """Run the tool on a folder, with no packages in reach and nothing of ours; return its exit code and words."""
    done = subprocess.run(  # noqa: S603 - our own file
        [sys.executable, "-I", "-S", str(TOOL), str(folder)], capture_output=True, check=False, encoding="utf-8"
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def written(folder: Path, files: Sequence[bytes]) -> Path:
    """Write letters to a folder as a player would save them."""
    for number, file in enumerate(files):
        (folder / f"{number}.eml").write_bytes(file)
    return folder


# ---- what holds ------------------------------------------------------------------------------------------------


def test_it_imports_the_standard_library_alone() -> None:
    """A player needs Python and this file."""
    tree = ast.parse(TOOL.read_text(encoding="utf-8"))
    names = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


def test_a_whole_match_of_rebel_commander_holds(endor: list[LetterFacts], tmp_path: Path) -> None:
    """Seals, dice, the order of play with its weights, receipts, orders and salts, in whatever order the files lie."""
    files = [raw(letter) for letter in reversed(endor)]
    assert found(files) == GOOD
    code, told = run(written(tmp_path, files))
    assert code == tool.ALL_GOOD, told
    assert "All is good." in told
    for topic in tool.TOPICS:
        assert any(line.split()[:1] == [topic] and line.split()[2] == "good" for line in told.splitlines()), told


def test_weights_are_told_at_the_end_and_never_before(endor: list[LetterFacts]) -> None:
    """Every report tells the orders that were drawn in its turn; the last one tells what all were drawn from."""
    *before, last = [letter for letter in endor if isinstance(letter, TurnReport)]
    for report in before:
        assert len(report.draws) == 3
        assert all(draw.order and not (draw.among or draw.weights or draw.values) for draw in report.draws)
        assert report.hidden == ()
    weighed = [draw for draw in last.draws if draw.among]
    assert {draw.record for draw in weighed} == {each.record for each in last.opened if each.request}
    assert len({draw.weights for draw in weighed}) > 1, "no battle moved the enthusiasm: this match proves little"


def test_a_whole_match_with_hidden_throws_holds(world: World) -> None:
    """Night Watch throws in secret alone: the final report lists every throw, those of the set-up and retreats too."""
    thieves = (*ANN_AND_BOB, *(SeatPlan(seat=seat, bot="random") for seat in ("Cat", "Dan")))
    world.match("two", seats=thieves, nights=12)
    world.says("Ann", "SEEK Bridge", match="two")
    world.says("Ann", "SEEK Mill\nFLEE Gate", match="two")
    world.says("Bob", "SEEK Mill", match="two")
    lines = ("HEARTEN Ann 7", "EXTEND 24h")
    apply(world.store, world.ctx, OverridePlan(name="x", match="two", lines=lines))
    play(world, "two")
    of_both = [*letters(world, "Ann", "two"), *letters(world, "Bob", "two")]
    assert found([raw(letter) for letter in of_both]) == GOOD
    last = [letter for letter in of_both if isinstance(letter, TurnReport)][-1]
    assert {roll.kind for roll in last.hidden} >= {"hide", "scuffle"}
    assert {roll.stream for roll in last.hidden} == {"secret"}


def test_a_match_that_the_gm_ended_holds(world: World) -> None:
    """Everything is opened then, too; an order set that was never resolved is listed nowhere."""
    world.match("two")
    world.says("Ann", "SEEK Bridge", match="two")
    apply(world.store, world.ctx, OverridePlan(name="x", match="two", lines=("END enough",)))
    world.look()
    assert found([raw(letter) for letter in letters(world, "Ann", "two")]) == GOOD


# ---- letters that lie ------------------------------------------------------------------------------------------


def rolled(endor: Sequence[LetterFacts]) -> int:
    """Return the index of the first report with rolls in it."""
    reports = [letter for letter in endor if isinstance(letter, TurnReport)]
    return next(index for index, letter in enumerate(reports) if letter.rolls)


def another_roll(letter: TurnReport) -> TurnReport:
    """Flip a die."""
    first = letter.rolls[0]
    return replace(letter, rolls=(replace(first, value=first.value % 6 + 1), *letter.rolls[1:]))


def another_place(letter: TurnReport) -> TurnReport:
    """Let a die have been thrown for something else."""
    return replace(letter, rolls=(replace(letter.rolls[0], kind="storm", n=12), *letter.rolls[1:]))


def another_seed(letter: TurnReport) -> TurnReport:
    """Open another seed than was sealed."""
    return replace(letter, opened=(replace(letter.opened[0], open="ab" * 32), *letter.opened[1:]))


def another_secret_seed(letter: TurnReport) -> TurnReport:
    """Open another secret seed than was sealed."""
    return replace(letter, opened=(*letter.opened[:-1], replace(letter.opened[-1], secret="ab" * 32)))


def another_match_secret(letter: TurnReport) -> TurnReport:
    """Open another secret of the match than was sealed."""
    return replace(letter, opened=tuple(replace(each, match_secret="ab" * 32) for each in letter.opened))


def another_receipt(letter: TurnReport) -> TurnReport:
    """List another order set of Red's."""
    return replace(letter, receipts=tuple(replace(each, value="0" * 32) for each in letter.receipts))


def a_receipt_too_many(letter: TurnReport) -> TurnReport:
    """Put a receipt into the key that nobody is shown."""
    opened = letter.opened[0]
    return replace(letter, opened=(replace(opened, receipts=(*opened.receipts, "0" * 32)), *letter.opened[1:]))


def an_older_order_set(letter: TurnReport) -> TurnReport:
    """Rule the order set that Red had replaced."""
    return replace(letter, receipts=tuple(replace(each, number=1) for each in letter.receipts))


def another_order(letter: TurnReport) -> TurnReport:
    """Tell another order of play than was drawn."""
    order = letter.draws[0].order
    return replace(letter, draws=(replace(letter.draws[0], order=(*order[1:], order[0])), *letter.draws[1:]))


def another_weight(letter: TurnReport) -> TurnReport:
    """Have drawn with another weight."""
    draws = (replace(draw, weights=tuple(weight + 1 for weight in draw.weights)) for draw in letter.draws)
    return replace(letter, draws=tuple(draws))


def no_weight(letter: TurnReport) -> TurnReport:
    """Have drawn with weights of nothing, or more than any game has."""
    odd = (0, 2**70)
    return replace(letter, draws=tuple(replace(draw, weights=odd * len(draw.among)) for draw in letter.draws))


def other_throws(letter: TurnReport) -> TurnReport:
    """Have thrown otherwise for the order."""
    return replace(letter, draws=tuple(replace(draw, values=draw.values[::-1] and (1, 1)) for draw in letter.draws))


def no_weights_at_all(letter: TurnReport) -> TurnReport:
    """Keep what was drawn from, though the match is over."""
    return replace(letter, draws=())


@every_case(
    ("edit", "at", "topic"),
    [
        (another_roll, None, "rolls"),
        (another_place, None, "rolls"),
        (another_seed, 0, "seals"),
        (another_seed, 0, "openings"),
        (another_secret_seed, -1, "seals"),
        (another_secret_seed, -1, "orders"),
        (another_match_secret, -1, "seals"),
        (another_match_secret, -1, "salts"),
        (another_receipt, 0, "sheets"),
        (another_receipt, 0, "receipts"),
        (a_receipt_too_many, 0, "receipts"),
        (a_receipt_too_many, 0, "openings"),
        (an_older_order_set, 0, "sheets"),
        (another_order, 0, "orders"),
        (another_weight, -1, "orders"),
        (no_weight, -1, "orders"),
        (other_throws, -1, "orders"),
        (no_weights_at_all, -1, "orders"),
    ],
)
def test_a_report_that_lies_is_found_out_by_both(
    endor: list[LetterFacts], edit: Callable[[TurnReport], TurnReport], at: int | None, topic: str
) -> None:
    """A die, a seed, a receipt, an order of play or a weight that is not as it was."""
    doctored = edited(endor, edit, rolled(endor) if at is None else at)
    differing, _ = found([raw(letter) for letter in doctored])
    assert topic in differing


@pytest.mark.parametrize("value", ["the first", "none"])
def test_two_players_who_compare_letters_find_orders_that_one_had_replaced(world: World, value: str) -> None:
    """Bob's report tells no number of Ann's receipt, and with her acknowledgements it still lies visibly."""
    for number, text in enumerate(("FLEE Gate", "FLEE Quay")):
        world.says("Ann", text, subject=f"{number}")
    play(world)
    theirs = letters(world, "Bob", "hoth")
    acknowledged = [letter for letter in letters(world, "Ann", "hoth") if isinstance(letter, Acknowledgement)]
    assert found([raw(letter) for letter in (*theirs, *acknowledged)])[0] == set()
    first, _ = (letter.receipt.value for letter in acknowledged if letter.receipt is not None)

    def edit(letter: TurnReport) -> TurnReport:
        lie = first if value == "the first" else "0" * 32
        return replace(
            letter, receipts=tuple(replace(each, value=lie) if each.seat == "Ann" else each for each in letter.receipts)
        )

    doctored = [*edited(theirs, edit, 0), *acknowledged]
    assert "sheets" in found([raw(letter) for letter in doctored])[0]


def test_a_changed_order_set_is_found_out_by_both(endor: list[LetterFacts]) -> None:
    """The acknowledgement shows another order set than its receipt is of."""
    doctored = [
        replace(letter, order_set=(OrderLine("1. ATTACK A0"),)) if isinstance(letter, Acknowledgement) else letter
        for letter in endor
    ]
    assert found([raw(letter) for letter in doctored]) == ({"receipts"}, set())


def test_a_hidden_throw_that_lies_is_found_out_by_both(world: World) -> None:
    """The final report of a match with hidden battles tells another die than fell."""
    world.match("two", nights=2)
    play(world, "two")

    def edit(letter: TurnReport) -> TurnReport:
        first = letter.hidden[0]
        return replace(letter, hidden=(replace(first, value=first.value % first.sides + 1), *letter.hidden[1:]))

    doctored = edited(letters(world, "Ann", "two"), edit, -1)
    assert found([raw(letter) for letter in doctored]) == ({"rolls"}, set())


def test_a_lie_ends_with_one(endor: list[LetterFacts], tmp_path: Path) -> None:
    """The exit code tells, and a line says what was told and what is true."""
    doctored = edited(endor, another_order)
    code, told = run(written(tmp_path, [raw(letter) for letter in doctored]))
    assert code == tool.SOMETHING_DIFFERS
    assert "DIFFERS: orders: record 1: sequence 100: " in told
    assert "keep these letters" in told


# ---- letters that are missing ----------------------------------------------------------------------------------


def test_a_letter_that_is_missing_accuses_nobody(endor: list[LetterFacts]) -> None:
    """Whichever letter is left out, both programs say the same, and that nothing differs."""
    for left_out in endor:
        differing, missing = found([raw(letter) for letter in endor if letter is not left_out])
        assert differing == set()
        ended = isinstance(left_out, TurnReport) and left_out.outcome is not None
        replaced = isinstance(left_out, Acknowledgement) and left_out.replaces is None
        assert missing or ended or replaced


def test_missing_letters_end_with_three(endor: list[LetterFacts], tmp_path: Path) -> None:
    """Neither good nor bad: something could not be checked."""
    some = [letter for letter in endor if not isinstance(letter, Welcome)]
    code, told = run(written(tmp_path, [raw(letter) for letter in some]))
    assert code == tool.LETTERS_MISSING
    assert "CANNOT BE CHECKED: seals: the open seed of asking 1: the letter that sealed it is missing" in told


# ---- mail as it lies about -------------------------------------------------------------------------------------


def part_of(file: bytes, kind: str) -> str:
    """Return the text of a letter in one of its forms."""
    message = email.message_from_bytes(file, policy=email.policy.default)
    part = message.get_body((kind,))
    assert part is not None
    return str(part.get_content())


def as_html(file: bytes) -> bytes:
    """Return a letter as a program saves it that keeps HTML alone."""
    encoded = quopri.encodestring(part_of(file, "html").encode())
    return (
        b"Subject: x\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n" + encoded
    )


def as_attachment(file: bytes) -> bytes:
    """Return a letter forwarded as an attachment, with words of the sender's own."""
    message = email.message.EmailMessage()
    message.set_content("See attached. >>> -----BEGIN PROOF----- is what I mean.\n")
    message.add_attachment(email.message_from_bytes(file, policy=email.policy.default))
    return message.as_bytes()


def as_file(file: bytes) -> bytes:
    """Return a letter that hangs on another as a file."""
    head = b'Content-Type: application/octet-stream; name="a.eml"\nContent-Transfer-Encoding: base64\n\n'
    return head + base64.encodebytes(file)


def as_quote(file: bytes) -> bytes:
    """Return a letter quoted twice in another, with blanks at the ends of lines and odd signs between."""
    quoted = "".join(f"> >\u00a0{line} \u200b\r\n" for line in part_of(file, "plain").splitlines())
    return f"Subject: Fwd\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nWas it so?\r\n{quoted}".encode()


def as_page(file: bytes) -> bytes:
    """Return a letter that was saved as a web page."""
    return b"\xef\xbb\xbf" + part_of(file, "html").encode()


def as_words(file: bytes) -> bytes:
    """Return a letter that was saved as text by a program that writes two bytes a sign."""
    return part_of(file, "plain").encode("utf-16")


def as_mailbox(file: bytes) -> bytes:
    """Return a letter as it stands in a mailbox file, after an empty line, its lines ended otherwise."""
    return b"\nFrom moderator Fri Nov 20 20:00:00 2026\n" + file.replace(b"\r\n", b"\n")


def as_bars(file: bytes) -> bytes:
    """Return a letter quoted with bars."""
    return "".join(f"| {line}\n" for line in part_of(file, "plain").splitlines()).encode()


def as_initials(file: bytes) -> bytes:
    """Return a letter quoted with the initials of its writer."""
    return "".join(f"BM> {line}\n" for line in part_of(file, "plain").splitlines()).encode()


def as_one_line(file: bytes) -> bytes:
    """Return a letter as a program leaves it that runs lines together."""
    return " ".join(part_of(file, "plain").split()).encode()


def as_tabs(file: bytes) -> bytes:
    """Return a letter with other blanks between its words."""
    return part_of(file, "plain").replace(" ", "\t\u00a0").encode()


def with_stars(file: bytes) -> bytes:
    """Return a letter whose edges a program made bold."""
    return part_of(file, "plain").replace("-----BEGIN PROOF-----", "*-----BEGIN PROOF-----*").encode()


FORMS: tuple[Callable[[bytes], bytes], ...] = (
    *(as_html, as_attachment, as_file, as_quote, as_page, as_words),
    *(as_mailbox, as_bars, as_initials, as_one_line, as_tabs, with_stars),
)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_letters_hold_in_whatever_form_they_were_saved(
    mailed: list[bytes], tmp_path: Path, form: Callable[[bytes], bytes]
) -> None:
    """As HTML, attached, quoted, as a page, as text: what was printed can be read."""
    code, told = run(written(tmp_path, [form(file) for file in mailed]))
    assert code == tool.ALL_GOOD, told
    assert f"Match hoth: {len(mailed)} letters" in told
    assert verify_letters(map(form, mailed)) == verify_letters(mailed)


def test_letters_hold_whose_proofs_are_files(migrated: Path, tmp_path: Path) -> None:
    """As they are mailed, saved whole, attached to another letter, or in a mailbox."""
    files = _mailed(migrated, tmp_path)
    assert sum(b"-proof.txt" in file and "BEGIN PROOF" not in part_of(file, "plain") for file in files) == 2
    for form in (bytes, as_attachment, as_file, as_mailbox):
        assert found([form(file) for file in files]) == GOOD
        assert verify_letters(map(form, files)) == verify_letters(files)


def test_a_mailbox_holds_many_letters(mailed: list[bytes], tmp_path: Path) -> None:
    """A file as mail programs keep or export a folder: each letter in it stands by itself."""
    box = b"\n".join(as_mailbox(file) for file in mailed)
    assert found([box]) == GOOD
    assert verify_letters([box]) == verify_letters(mailed)
    assert f"Match hoth: {len(mailed)} letters" in run(written(tmp_path, [box]))[1]


@every_case("columns", [30, 40, 50, 57])
def test_words_that_a_program_broke_accuse_nobody(mailed: list[bytes], columns: int) -> None:
    """A value that is cut at the edge of a page is no other value: its item is damaged, and that is told."""
    broken = [
        "\n".join(f"> {row}" for line in part_of(file, "plain").splitlines() for row in textwrap.wrap(line, columns))
        for file in mailed
    ]
    differing, missing = found([file.encode() for file in broken])
    assert differing == set()
    assert "letters" in missing


@every_case("quoted", ["% ", "Ann Bee> ", "1: "])
def test_an_odd_quote_accuses_nobody(mailed: list[bytes], quoted: str) -> None:
    """What a program puts before each line may cost an item, and makes none another."""
    files = ["".join(f"{quoted}{line}\n" for line in part_of(file, "plain").splitlines()) for file in mailed]
    differing, _ = found([file.encode() for file in files])
    assert differing == set()


def test_a_letter_that_was_cut_off_is_named(mailed: list[bytes], tmp_path: Path) -> None:
    """Half a proof is none, and both programs say that there was one."""
    cut = [b"Subject: x\n\n" + part_of(file, "plain").encode().partition(b"-----END PROOF")[0] for file in mailed]
    assert found([*mailed, cut[0]]) == (set(), {"letters"})
    code, told = run(written(tmp_path, [*mailed, cut[0]]))
    assert code == tool.LETTERS_MISSING
    assert "a proof in it does not tell which letter it is of" in told


def test_our_own_verifier_reads_html_too(mailed: list[bytes]) -> None:
    """A letter that was forwarded as HTML alone is as good as any."""
    assert found([as_html(file) for file in mailed]) == found(mailed) == GOOD


def test_what_else_lies_in_the_folder_does_no_harm(mailed: list[bytes], tmp_path: Path) -> None:
    """Other letters, pictures, damage, the same letter twice: all is passed over, and nothing raises."""
    deep = "".join(f'Content-Type: multipart/mixed; boundary="{n}"\n\n--{n}\n' for n in range(400)).encode()
    (tmp_path / "sub").mkdir()
    junk = [
        b"",
        b"\x00\xff" * 500,
        b"\xff\xfe\x00",
        b"Subject: lunch\r\n\r\nAt one?\r\n",
        b"Content-Type: text/plain; charset=klingon\nContent-Transfer-Encoding: base64\n\n!!!",
        b"Content-Type: text/html\n\n<p><![if !x]><table><tr><td>&#999999999999;-----BEGIN PROOF----- letter",
        b"-----BEGIN PROOF-----\nletter match= kind=x turn=1\n-----END PROOF-----\n",
        b"-----BEGIN PROOF-----\nnothing of=this is=an+item\n-----BEGIN PROOF-----\n",
        deep,
        *(as_html(file) for file in mailed),
    ]
    written(tmp_path / "sub", junk)
    code, told = run(written(tmp_path, mailed))
    assert code == tool.ALL_GOOD, told


def test_damage_in_a_proof_is_told(tmp_path: Path) -> None:
    """Numbers that are none, and signs that would command a terminal."""
    block = (
        "-----BEGIN PROOF-----\nletter match=%1B[31mred kind=turn-report turn=1 seat=Red\n"
        "opened asking=1 record=many open=zz\nroll record=1 ruling=0 kind=x n=1 sides=6 value=9%0A\n"
        "roll record=1 ruling=0 kind=%1B[2J n=1 sides=0 value=9\n"
        f"seal asking=1 record=1 open={64 * 'a'} secret={64 * 'b'} match_secret={64 * 'c'}\n-----END PROOF-----\n"
    )
    code, told = run(written(tmp_path, [block.encode()]))
    assert code == tool.NOTHING_FOUND
    assert "2 damaged lines of its proof are passed over" in told
    assert "\x1b" not in told


def test_letters_of_nothing_end_with_two(tmp_path: Path) -> None:
    """There is nothing to be checked, and that is not good."""
    assert run(written(tmp_path, [b"Subject: lunch\n\nAt one?\n"]))[0] == tool.NOTHING_FOUND


def test_a_folder_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With how the tool is called."""
    with pytest.raises(SystemExit) as left:
        tool.main([str(tmp_path / "nowhere")])
    assert left.value.code == tool.NOTHING_FOUND
    assert "nowhere" in capsys.readouterr().err

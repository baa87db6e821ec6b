"""What can be checked offline, written into letters and read back."""

import textwrap

from msgspec.structs import replace

from moderator.core.dice import Seeds, Why
from moderator.core.dice import receipt as receipt_of
from moderator.core.dice import seal as seal_of
from moderator.core.game import Report, Section
from moderator.games.rebel_commander.seat.report import WeightsWere
from moderator.rendering import filters
from moderator.rendering.mail import MailRenderer
from moderator.service import proof
from moderator.service.facts import LetterFacts, TurnReport
from moderator.service.letter_parts import OrderLine
from moderator.service.letter_proofs import ListedReceipt, Opened, RollLine, Seal
from tests.rendering.samples import HEAD, Still, acknowledgement, final_report, turn_report, welcome
from tests.support.cases import every_case


def tag(letter: LetterFacts) -> str:
    """Name a letter in the report of the tests."""
    return type(letter).__name__


def without_files(letter: TurnReport) -> TurnReport:
    """Return a report to a reader who wants no files."""
    return replace(letter, head=replace(letter.head, attachments=False))


@every_case("letter", [turn_report(), final_report()])
def test_the_proof_of_a_report_is_a_file(letter: TurnReport) -> None:
    """The letter names the file and has no block itself, in text and HTML."""
    words = MailRenderer(Still()).render(letter)
    (file,) = [each for each in words.attachments if each.mime == "text/plain"]
    assert file.name == f"hoth-turn-{letter.resolved_turn}-proof.txt"
    assert proof.read(file.data.decode().splitlines()) == proof.read(proof.lines(letter))
    assert all(file.name in form and proof.BEGIN not in form for form in (words.text, words.html))


def test_who_wants_no_files_has_the_proof_in_the_letter() -> None:
    """So has who wants text alone."""
    for head in (replace(HEAD, attachments=False), replace(HEAD, plain=True)):
        words = MailRenderer(Still()).render(replace(turn_report(), head=head))
        assert proof.read(words.text.splitlines()) == proof.read(proof.lines(turn_report()))
        assert not [each for each in words.attachments if each.mime == "text/plain"]


def test_the_opened_weights_go_with_the_proof() -> None:
    """The last letter is to be read; where no files go, the weights stand in it."""
    weights = Section("weights", (WeightsWere(3, (1,), ("Red", "Empire"), (115, 85)),))
    letter = replace(final_report(), report=Report((*final_report().report.sections, weights)))
    words, whole = (MailRenderer(Still()).render(each) for each in (letter, without_files(letter)))
    (file,) = [each for each in words.attachments if each.mime == "text/plain"]
    told = "Turn 3, order 1: Red 115, Empire 85."
    assert [told in text for text in (words.text, file.data.decode(), whole.text)] == [False, True, True]


def test_a_block_reads_back_as_the_facts_it_was_written_from() -> None:
    """Seal, opened seeds, rolls and receipts of a report come back the same, in their order."""
    letter = turn_report()
    issue, *items = proof.read(proof.lines(letter))
    assert issue == proof.Issue(match="hoth", kind="turn-report", turn=4, seat="Red", player="Ann")
    assert letter.draws
    assert items == [*letter.opened, *letter.rolls, *letter.draws, *letter.receipts, letter.seal]


@every_case("letter", [welcome(), without_files(turn_report()), without_files(final_report()), acknowledgement()])
def test_a_proof_says_what_it_is_for_and_where_that_is_explained(letter: LetterFacts) -> None:
    """Two sentences stand above every block, in text and HTML, and the second one names the page."""
    words = MailRenderer(Still()).render(letter)
    for text in (words.text, words.html):
        before = " ".join(text.partition(proof.BEGIN)[0].split())
        assert "dice.md" in before[-400:]


def test_blocks_survive_quoting_wrapping_and_reflowing() -> None:
    """Mail programs may quote, indent, wrap at any column, or run lines together."""
    lines = proof.lines(turn_report())
    expected = proof.read(lines)
    quoted = [f"> > {line}" for line in lines]
    inner = " ".join(lines[1:-1])
    wrapped = [proof.BEGIN, *textwrap.wrap(inner, 74, break_on_hyphens=False), proof.END]
    assert proof.read(quoted) == expected
    assert proof.read(wrapped) == expected
    assert proof.read(["Hello,", *lines, "bye", *quoted]) == expected * 2


def test_lines_are_narrow_whatever_stands_in_them() -> None:
    """Long orders and odd names are cut and encoded, and come back whole."""
    long = "1. PRESS " + "ünïcode = + % & " * 12
    letter = replace(acknowledgement(), order_set=(OrderLine(long), OrderLine("2. PASS")))
    lines = proof.lines(letter)
    assert max(map(len, lines)) <= proof.WIDTH == filters.WIDTH
    filed = proof.read(lines)[1]
    assert isinstance(filed, proof.OwnOrders)
    assert filed.lines == (long, "2. PASS")


def test_a_receipt_can_be_recomputed_from_its_letter() -> None:
    """Salt and canonical lines of an acknowledgement give the receipt that it shows."""
    text = MailRenderer(Still()).render(acknowledgement()).text
    (filed,) = [item for item in proof.read(text.splitlines()) if isinstance(item, proof.OwnOrders)]
    assert receipt_of(bytes.fromhex(filed.salt), filed.lines) == filed.value


def test_a_throw_can_be_recomputed_from_the_letters_alone() -> None:
    """The opened seed, the receipts and a throw's address give the value that was rolled."""
    items = proof.read(MailRenderer(Still()).render(without_files(turn_report())).text.splitlines())
    (opened,) = [item for item in items if isinstance(item, Opened)]
    rolls = [item for item in items if isinstance(item, RollLine)]
    seeds = Seeds(bytes.fromhex(opened.open), b"")
    dice = seeds.dice("hoth", opened.record, opened.receipts)
    assert rolls
    for roll in rolls:
        stream = dice.for_step(roll.step).open
        assert stream.d(roll.sides, Why(roll.kind, roll.place, roll.seats, roll.n)) == roll.value


def test_the_welcome_seals_the_match() -> None:
    """The first seals and that of the match's secret stand in the first letter."""
    seals = [item for item in proof.read(proof.lines(welcome())) if isinstance(item, Seal)]
    assert [seal.match_secret for seal in seals] == [seal_of(b"3")]


def test_the_final_report_opens_the_match_secret_once() -> None:
    """The secret of the match is printed with the first seeds only."""
    opened = [item for item in proof.read(proof.lines(final_report())) if isinstance(item, Opened)]
    assert [bool(item.match_secret) for item in opened] == [True, False]
    assert all(item.secret for item in opened)


def test_nonsense_in_a_block_is_passed_over() -> None:
    """A damaged item is left out, the others are read."""
    lines = [proof.BEGIN, "roll value=many", "receipt seat=Red number=1 value=ab", "who knows=what", proof.END]
    assert proof.read(lines) == [ListedReceipt(seat="Red", number=1, value="ab")]
    assert proof.read(["no block"]) == []

"""Forged letters, each by somebody who counts the lines anew: both programs name what is false in them."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.service.audit.test_mutations import rebels
from tests.service.audit.test_verify_letters import GOOD, lasting_world
from tests.support.cases import every_case
from tests.support.letters.mutations import Line, Paper, recounted, written
from tests.support.letters.proofs import found
from tools import verify_letters as tool

Forgery = Callable[[list[Paper]], list[Paper]]


@pytest.fixture(scope="module")
def papers(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Paper]:
    """Give the proofs of one player's letters in a match with a rollback, to its end."""
    with lasting_world(migrated, tmp_path_factory.mktemp("forged")) as world:
        return rebels(world)


def verdict(papers: Sequence[Paper]) -> tuple[set[str], set[str]]:
    """Return what differs and what is missing, as both programs say."""
    return found([written(recounted(lines)) for lines in papers])


def edited(papers: Sequence[Paper], change: Callable[[Line], Line | None]) -> list[Paper]:
    """Return letters with items changed, or left out."""
    return [tuple(new for line in lines if (new := change(line)) is not None) for lines in papers]


def value(line: Line, name: str) -> str:
    """Return what an item says in a field, empty if nothing."""
    return next(iter(line.values(name)), "")


def saying(line: Line, **fields: str) -> Line:
    """Return an item that says something else, or more."""
    kept = tuple((name, fields.get(name, told)) for name, told in line.fields)
    return replace(line, fields=(*kept, *((name, told) for name, told in fields.items() if not line.values(name))))


def firsts(papers: Sequence[Paper], kind: str) -> tuple[int, Line]:
    """Return the first item of a kind, and the letter that it stands in."""
    return next((at, line) for at, lines in enumerate(papers) for line in lines if line.kind == kind)


def put(papers: Sequence[Paper], at: int, *items: Line) -> list[Paper]:
    """Add items to a letter."""
    return [(*lines, *items) if at == number else lines for number, lines in enumerate(papers)]


def test_the_letters_themselves_are_good(papers: list[Paper]) -> None:
    """Counted anew they say what they said."""
    assert verdict(papers) == GOOD


def test_a_turn_that_was_taken_back_and_is_hidden_is_named(papers: list[Paper]) -> None:
    """Its report, its notice and its opening are gone from all letters: what is left is its seal, and your orders."""
    _, back = firsts(papers, "rollback")
    taken = str(int(value(back, "asking")) - 2)
    opening = next(
        line for lines in papers for line in lines if line.kind == "opened" and value(line, "asking") == taken
    )
    gone = value(opening, "record")

    def tells(lines: Paper) -> bool:
        newest = max((int(value(line, "record")) for line in lines if line.kind == "opened"), default=0)
        notice = any(line.kind == "rollback" for line in lines) and not newest
        return notice or (newest == int(gone) and not any(value(line, "match_secret") for line in lines))

    before = next(value(line, "after") for lines in papers if tells(lines) for line in lines if value(line, "after"))

    def hide(line: Line) -> Line | None:
        if line.kind == "rollback" or value(line, "record") == gone:
            return None
        return saying(line, after=before) if line.kind == "holds" and value(line, "after") == gone else line

    hidden = edited([lines for lines in papers if not tells(lines)], hide)
    differing, _ = verdict(hidden)
    assert "seals" in differing
    differing, _ = verdict(hidden[:-1])
    assert "seals" in differing, "the letters so far show it, too"


def test_a_seal_that_appears_after_the_resolution_is_named(papers: list[Paper]) -> None:
    """It is missing in the letter that asks, and stands in one that does not."""
    at, seal = next((at, line) for at, lines in enumerate(papers) for line in lines if value(line, "asking") == "2")
    assert seal.kind == "seal"
    late = put(edited(papers, lambda line: None if line == seal else line), len(papers) - 2, seal)
    assert "seals" in verdict(late)[0]
    assert at < len(papers) - 2


def shared_seed(papers: list[Paper]) -> list[Paper]:
    """Seal and open one seed for open and secret throws."""
    return edited(
        papers,
        lambda line: saying(line, secret=value(line, "open")) if line.kind in ("seal", "opened") else line,
    )


def same_seed_again(papers: list[Paper]) -> list[Paper]:
    """Seal and open the seed of the first turn for the second, too."""
    first = {line.kind: line for lines in papers for line in lines if value(line, "asking") == "1"}

    def again(line: Line) -> Line:
        if line.kind in ("seal", "opened") and value(line, "asking") == "2":
            return saying(line, open=value(first[line.kind], "open"))
        return line

    return edited(papers, again)


def moved_record(papers: list[Paper]) -> list[Paper]:
    """Let all seals have announced the record before."""
    return edited(
        papers, lambda line: saying(line, record=str(int(value(line, "record")) - 1)) if line.kind == "seal" else line
    )


def uncounted_correction(papers: list[Paper]) -> list[Paper]:
    """Tell of no corrections."""
    return edited(papers, lambda line: saying(line, corrections="0") if value(line, "corrections") else line)


def another_formula(papers: list[Paper]) -> list[Paper]:
    """Announce another formula than was used."""
    return edited(papers, lambda line: saying(line, formula="1") if line.kind == "seal" else line)


def contradicting_acknowledgements(papers: list[Paper]) -> list[Paper]:
    """Acknowledge two order sets under one number."""
    at, filed = firsts(papers, "filed")
    return [
        *papers,
        edited([papers[at]], lambda line: saying(line, lines="1. ATTACK A0") if line == filed else line)[0],
    ]


def another_seats_acknowledgements(papers: list[Paper]) -> list[Paper]:
    """Say that the acknowledgements were Blue's."""
    filings = [at for at, lines in enumerate(papers) if any(line.kind == "filed" for line in lines)]
    return [
        tuple(saying(line, seat="Blue") if at in filings and line.kind == "letter" else line for line in lines)
        for at, lines in enumerate(papers)
    ]


def another_requests_acknowledgements(papers: list[Paper]) -> list[Paper]:
    """Say that what was acknowledged was for the request after it."""
    return edited(
        papers, lambda line: saying(line, asking=str(int(value(line, "asking")) + 1)) if line.kind == "filed" else line
    )


def an_unknown_seat(papers: list[Paper]) -> list[Paper]:
    """List a receipt of a seat that nobody has, and use it."""
    at, opened = firsts(papers, "opened")
    used = edited(
        papers,
        lambda line: replace(line, fields=(*line.fields, ("receipts", "0" * 32))) if line == opened else line,
    )
    return put(used, at, Line("receipt", (("seat", "Green"), ("number", "1"), ("value", "0" * 32))))


def two_receipts_of_a_seat(papers: list[Paper]) -> list[Paper]:
    """List another receipt of a seat beside its own."""
    at, _ = firsts(papers, "receipt")
    other = next(line for line in papers[at] if line.kind == "receipt" and value(line, "seat") == "Blue")
    return put(papers, at, saying(other, number="9"))


def short_seeds(papers: list[Paper]) -> list[Paper]:
    """Seal and open seeds of a single byte, which anybody can guess."""
    guessed = tool.seal(b"\x07")

    def short(line: Line) -> Line:
        if line.kind == "seal":
            return saying(line, open=guessed)
        return saying(line, open="07") if line.kind == "opened" else line

    return edited(papers, short)


@every_case(
    ("forge", "topic"),
    [
        (shared_seed, "openings"),
        (same_seed_again, "openings"),
        (moved_record, "seals"),
        (uncounted_correction, "seals"),
        (another_formula, "seals"),
        (contradicting_acknowledgements, "letters"),
        (another_seats_acknowledgements, "salts"),
        (another_requests_acknowledgements, "salts"),
        (an_unknown_seat, "receipts"),
        (two_receipts_of_a_seat, "letters"),
        (short_seeds, "seals"),
    ],
)
def test_a_forgery_is_named(papers: list[Paper], forge: Forgery, topic: str) -> None:
    """As a difference, by both programs alike."""
    assert topic in verdict(forge(papers))[0]


def test_a_second_count_of_lines_is_named(papers: list[Paper]) -> None:
    """Which of the two is right, nothing tells."""
    twice = [(*lines[:2], lines[1], *lines[2:]) for lines in papers]
    assert verdict(twice) == (set(), {"letters"})


def test_relabelled_acknowledgements_are_named_before_the_end(papers: list[Paper]) -> None:
    """The report lists receipts that contradict them."""
    differing, missing = verdict(another_seats_acknowledgements(papers[:-1]))
    assert differing | missing

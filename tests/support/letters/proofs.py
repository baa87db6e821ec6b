"""Letters with a proof in them: gathered from a match, written as files, changed as a liar would, checked twice."""

from collections.abc import Callable, Iterable, Sequence

from moderator.service import proof
from moderator.service.audit.verify import verify_letters
from moderator.service.facts import Acknowledgement, LetterFacts, Notice, TurnReport, Welcome
from moderator.store.statuses import MatchStatus
from tests.support.world import World
from tools import verify_letters as tool

Edit = Callable[[LetterFacts], LetterFacts]

_TOPICS = {
    "letter-doubted": "letters",
    "letter-missing": "letters",
    "lines-missing": "letters",
    "counts-missing": "letters",
    "letter-unnamed": "letters",
    "letter-unlinked": "letters",
    "counts-twice": "letters",
    "lines-damaged": "letters",
    "amendment-unopened": "openings",
    "item-twice": "letters",
    "letters-contradict": "letters",
    "seat-unknown": "letters",
    "seal-unprinted": "seals",
    "seal-misplaced": "seals",
    "record-moved": "seals",
    "formula-differs": "seals",
    "seed-short": "seals",
    "seed-differs": "seals",
    "seed-shared": "openings",
    "request-unopened": "seals",
    "end-unopened": "seals",
    "amendments-differ": "openings",
    "roll-misplaced": "rolls",
    "draw-misplaced": "orders",
    "receipt-unknown": "receipts",
    "salt-misplaced": "receipts",
    "seed-twice": "openings",
    "seed-unopened": "seals",
    "receipt-alone": "receipts",
    "seal-missing": "seals",
    "seal-differs": "seals",
    "opened-differs": "openings",
    "roll-differs": "rolls",
    "order-differs": "orders",
    "order-unopened": "orders",
    "weights-missing": "orders",
    "report-missing": "orders",
    "receipt-differs": "receipts",
    "receipt-unused": "receipts",
    "receipt-unlisted": "receipts",
    "receipt-missing": "sheets",
    "acknowledgement-missing": "sheets",
    "sheet-differs": "sheets",
    "sheet-outdated": "sheets",
    "salt-differs": "salts",
    "rollbacks-differ": "openings",
    "rollback-missing": "letters",
    "rollback-untold": "letters",
    "ending-misplaced": "letters",
    "ending-differs": "letters",
    "numbers-return": "openings",
}
"""What the moderator finds, as the tool names it."""


def play(world: World, match: str = "hoth", most: int = 80) -> None:
    """Let time pass until a match is over."""
    for _ in range(most):
        if world.the_match(match).status is MatchStatus.OVER:
            return
        world.move(hours=49)
        world.look()


def letters(world: World, seat: str, match: str) -> list[LetterFacts]:
    """Return the facts of all letters that a seat's player got, those with a proof in them."""
    found: list[LetterFacts] = []
    for row in world.rows():
        if (
            row.seat == seat
            and row.match == world.the_match(match).id
            and row.kind in ("welcome", "turn-report", "acknowledgement", "notice")
        ):
            facts = world.facts_of(row)
            if isinstance(facts, Welcome | TurnReport | Acknowledgement | Notice):
                found.append(facts)
    return found


def raw(letter: LetterFacts) -> bytes:
    """Return a letter as a file: its proof in a plain text, quoted as a reply would."""
    if not isinstance(letter, Welcome | TurnReport | Acknowledgement | Notice):
        raise TypeError(type(letter).__name__)
    text = "\r\n".join(f"> {line}" for line in proof.lines(letter))
    return f"Subject: x\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nHello\r\n{text}\r\n".encode()


def edited(facts: Sequence[LetterFacts], edit: Callable[[TurnReport], TurnReport], at: int = 0) -> list[LetterFacts]:
    """Return letters with one report changed, the first or the one at an index."""
    one = [letter for letter in facts if isinstance(letter, TurnReport)][at]
    return [edit(one) if letter is one else letter for letter in facts]


def found_by_us(files: Iterable[bytes]) -> tuple[set[str], set[str]]:
    """Return of which topics ``moderator verify --letter`` says that something differs, and is missing."""
    findings = verify_letters(files).findings
    differing = {_TOPICS[finding.code] for finding in findings if finding.grave}
    return differing, {_TOPICS.get(finding.code, "rolls") for finding in findings if not finding.grave}


def found_by_the_tool(files: Iterable[bytes]) -> tuple[set[str], set[str]]:
    """Return the same, of the tool that stands alone."""
    read = dict.fromkeys(letter for file in files for letter, _ in tool.read(file))
    checks = [each for those in tool.check(letter for letter in read if letter).values() for each in those]
    return (
        {each.topic for each in checks if each.verdict == tool.DIFFERS},
        {each.topic for each in checks if each.verdict == tool.MISSING} | ({"letters"} if None in read else set()),
    )


def found(files: Sequence[bytes]) -> tuple[set[str], set[str]]:
    """Return what differs and what is missing in letters; both programs must say the same."""
    ours = found_by_us(files)
    assert found_by_the_tool(files) == ours
    return ours

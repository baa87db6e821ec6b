"""Proof: a match from its database, or a player's share of it from the letters alone, offline."""

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec import Struct

from moderator.core.errors import ModeratorError
from moderator.service.audit import sealed, thrown, witnesses
from moderator.service.audit.finding import Finding
from moderator.service.audit.proofs import Proofs, collect_letters
from moderator.service.audit.replay import replay
from moderator.service.context import Context
from moderator.service.letter_proofs import Ended
from moderator.service.matches import matches
from moderator.store.session import Store


def verify_match(store: Store, ctx: Context, name: str) -> list[Finding]:
    """Play a match again, ask its rows about one another, and return what does not hold; empty if all does."""
    with store.read() as session:
        match = matches.find(session, name)
        if match is None:
            raise ModeratorError(f'there is no match "{name}"')
        found, game = replay(session, ctx, match), ctx.games.get(match.game)
        if game is None or game.info.rules != match.rules:
            return found
        return found + witnesses.differences(session, game, match)


class Verified(Struct, frozen=True):
    """What was checked in letters, counted by kind, and what does not hold or could not be checked.

    ``unended`` are the matches of which the last letter is not there, so that more can be checked once it is;
    ``endings`` tells how the others ended, as their last letters say.
    """

    checked: dict[str, int]
    findings: tuple[Finding, ...]
    unended: tuple[str, ...] = ()
    endings: Mapping[str, Ended] = {}

    @property
    def good(self) -> bool:
        """Whether nothing is wrong; something may still be unproven."""
        return not any(finding.grave for finding in self.findings)


def verify_letters(letters: Iterable[bytes]) -> Verified:
    """Check seals, receipts and dice with nothing but the raw letters that a player received, in any order."""
    found = collect_letters(letters)
    checked: Counter[str] = Counter()
    findings: list[Finding] = []
    unended: list[str] = []
    endings: dict[str, Ended] = {}
    if any(not letter.issue.match for letter in found):
        findings.append(Finding(code="letter-unnamed", about="a proof", grave=False))
    for name in sorted({letter.issue.match for letter in found} - {""}):
        match_proofs = Proofs(name, [letter for letter in found if letter.issue.match == name])
        findings += [*sealed.findings(match_proofs), *thrown.findings(match_proofs)]
        unended += [] if match_proofs.ended else [name]
        endings |= {name: match_proofs.ending} if match_proofs.ending else {}
        checked += match_proofs.checked
    return Verified(dict(checked), tuple(dict.fromkeys(findings)), tuple(unended), endings)


def telling(files: Mapping[str, bytes]) -> dict[int, list[str]]:
    """Return by record the names of the files in which letters tell of it: its seal, its seed, its throws."""
    found: dict[int, dict[str, None]] = {}
    for name, raw in files.items():
        for item in (item for letter in collect_letters([raw]) for item in letter.items):
            record = getattr(item, "record", None)
            if record is not None:
                found.setdefault(record, {})[name] = None
    return {record: list(names) for record, names in found.items()}

"""Proof: a match from its database, or a player's share of it from the letters alone, offline."""

import email
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from moderator.core import dice
from moderator.core.dice import Seeds, Why
from moderator.core.errors import ModeratorError
from moderator.core.seats import Seat
from moderator.service import asking, matches, proof
from moderator.service.context import Context
from moderator.service.facts import Opened, Receipt, RollLine, Seal
from moderator.service.proof import Filed, Issue, Item
from moderator.service.replay import Finding, replay
from moderator.store.session import Store


def verify_match(store: Store, ctx: Context, name: str) -> list[Finding]:
    """Play a match again and return what does not hold; empty if all does."""
    with store.read() as session:
        match = matches.find(session, name)
        if match is None:
            raise ModeratorError(f'there is no match "{name}"')
        return replay(session, ctx, match)


class Verified(Struct, frozen=True):
    """What was checked in letters, counted by kind, and what does not hold or could not be checked."""

    checked: dict[str, int]
    findings: tuple[Finding, ...]

    @property
    def good(self) -> bool:
        """Whether nothing is wrong; something may still be unproven."""
        return not any(finding.grave for finding in self.findings)


def verify_letters(letters: Iterable[bytes]) -> Verified:
    """Check seals, receipts and dice with nothing but the raw letters that a player received, in any order."""
    blocks = [block for raw in letters for block in _blocks(raw)]
    names = sorted({issue.match for issue, _ in blocks})
    checked: dict[str, int] = {}
    findings: list[Finding] = []
    for name in names:
        one = _Letters(name, [(issue, items) for issue, items in blocks if issue.match == name])
        findings.extend(one.findings())
        for kind, count in one.checked.items():
            checked[kind] = checked.get(kind, 0) + count
    return Verified(checked, tuple(dict.fromkeys(findings)))


def text_of(raw: bytes) -> list[str]:
    """Return the lines of a letter's plain text; a file that is no mail is taken as text itself."""
    lines: list[str] = []
    for part in email.message_from_bytes(raw).walk():
        if part.get_content_type() == "text/plain":
            payload = part.get_payload(decode=True)
            if isinstance(payload, bytes):
                lines += payload.decode("utf-8", "replace").splitlines()
    return lines


def _blocks(raw: bytes) -> Iterator[tuple[Issue, list[Item]]]:
    """Return the blocks of a letter, each with what it says about itself."""
    issue: Issue | None = None
    items: list[Item] = []
    for item in proof.read(text_of(raw)):
        if isinstance(item, Issue):
            if issue is not None:
                yield issue, items
            issue, items = item, []
        else:
            items.append(item)
    if issue is not None:
        yield issue, items


class _Letters:
    """The letters of one match, being checked."""

    def __init__(self, match: str, blocks: Sequence[tuple[Issue, Sequence[Item]]]) -> None:
        self.match, self.blocks = match, blocks
        every = [item for _, items in blocks for item in items]
        self.seals = [item for item in every if isinstance(item, Seal)]
        self.opened = [item for item in every if isinstance(item, Opened)]
        self.rolls = [item for item in every if isinstance(item, RollLine)]
        self.filed = [(issue.seat, item) for issue, items in blocks for item in items if isinstance(item, Filed)]
        self.checked: dict[str, int] = {}

    def findings(self) -> Iterator[Finding]:
        yield from self._seals()
        yield from self._match_secret()
        yield from self._rolls()
        yield from self._filed()
        for issue, items in self.blocks:
            if issue.kind == "turn-report":
                yield from self._report(issue, items)

    def _count(self, kind: str) -> None:
        self.checked[kind] = self.checked.get(kind, 0) + 1

    def _seals(self) -> Iterator[Finding]:
        """Compare every seed that was opened with the seal that was printed before."""
        for opened in self.opened:
            seals = [seal for seal in self.seals if seal.asking == opened.asking]
            about = f"asking {opened.asking}"
            if not seals and opened.asking:
                yield Finding(code="seal-missing", about=about, record=opened.record, grave=False)
            for seal in seals:
                for seed, printed in ((opened.open, seal.open), (opened.secret, seal.secret)):
                    if seed:
                        self._count("seals")
                        if dice.seal(_bytes(seed)) != printed:
                            yield Finding(code="seal-differs", about=about, record=opened.record)

    def _match_secret(self) -> Iterator[Finding]:
        secrets = {opened.match_secret for opened in self.opened if opened.match_secret}
        seals = {seal.match_secret for seal in self.seals if seal.match_secret}
        for secret in sorted(secrets):
            if not seals:
                yield Finding(code="seal-missing", about="match secret", grave=False)
            for seal in sorted(seals):
                self._count("seals")
                if dice.seal(_bytes(secret)) != seal:
                    yield Finding(code="seal-differs", about="match secret")

    def _rolls(self) -> Iterator[Finding]:
        """Throw every roll again from the seed that was opened."""
        for roll in self.rolls:
            opened = [each for each in self.opened if each.record == roll.record and each.open]
            about = f"{roll.kind} {roll.place} {' '.join(roll.seats)} {roll.n}".strip()
            if not opened:
                yield Finding(code="seed-missing", about=about, record=roll.record, grave=False)
            for each in opened:
                self._count("rolls")
                if self._thrown(each, roll) != roll.value:
                    yield Finding(code="roll-differs", about=about, record=roll.record)

    def _thrown(self, opened: Opened, roll: RollLine) -> int:
        seeds = Seeds(_bytes(opened.open), b"")
        thrown = seeds.dice(self.match, opened.record, opened.receipts).for_ruling(roll.ruling)
        return thrown.open.d(roll.sides, Why(roll.kind, roll.place, roll.seats, roll.n))

    def _filed(self) -> Iterator[Finding]:
        """Make the receipt of every acknowledged sheet again."""
        for _, filed in self.filed:
            self._count("receipts")
            if dice.receipt(_bytes(filed.salt), filed.lines) != filed.value:
                yield Finding(code="receipt-differs", about=f"asking {filed.asking}: the sheet and its receipt")

    def _report(self, issue: Issue, items: Sequence[Item]) -> Iterator[Finding]:
        """Compare the receipts that a report lists with those that were given before and those in the dice's key."""
        opened = [item for item in items if isinstance(item, Opened)]
        listed = [item for item in items if isinstance(item, Receipt)]
        if not opened:
            return
        newest = max(opened, key=lambda each: each.record)
        ended_by_gm = not listed and any(each.match_secret for each in opened)
        own = any(receipt.seat == issue.seat for receipt in listed)
        if not ended_by_gm and not own and (given := self._given(issue.seat, newest)):
            # nothing in the letters tells a sheet that was lost from one that its player withdrew
            about = f"{issue.seat}, asking {newest.asking}: sheet {given[-1].number}, unless it was withdrawn"
            yield Finding(code="receipt-missing", about=about, record=newest.record, grave=False)
        for receipt in listed:
            self._count("receipts")
            about = f"{receipt.seat}, asking {newest.asking}"
            if receipt.value not in newest.receipts and receipt.seat != issue.seat:
                yield Finding(code="receipt-unused", about=about, record=newest.record)
            if receipt.seat == issue.seat:
                yield from self._own(issue.seat, receipt, newest)

    def _given(self, seat: Seat, opened: Opened) -> list[Filed]:
        """Return the sheets that were acknowledged to a seat for an asking."""
        return [filed for whose, filed in self.filed if whose == seat and filed.asking == opened.asking]

    def _own(self, seat: Seat, listed: Receipt, opened: Opened) -> Iterator[Finding]:
        """Check that the sheet that was ruled is the last one that was acknowledged."""
        about = f"{seat}, asking {opened.asking}"
        given = self._given(seat, opened)
        if not given:
            yield Finding(code="acknowledgement-missing", about=about, record=opened.record, grave=False)
        elif listed.value not in {filed.value for filed in given}:
            yield Finding(code="sheet-differs", about=about, record=opened.record)
        elif max(filed.number for filed in given) > listed.number:
            yield Finding(code="sheet-outdated", about=about, record=opened.record)
        for secret in sorted({each.match_secret for each in self.opened if each.match_secret and listed.salt}):
            self._count("salts")
            if asking.salt_of(_bytes(secret), opened.asking, seat, listed.number).hex() != listed.salt:
                yield Finding(code="salt-differs", about=about, record=opened.record)


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""

"""Proof: a match from its database, or a player's share of it from the letters alone, offline."""

import email
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from moderator.core import dice
from moderator.core.dice import Seeds, Stream, Why
from moderator.core.errors import ModeratorError
from moderator.core.seats import Seat
from moderator.service import asking, matches, proof, witnesses
from moderator.service.context import Context
from moderator.service.facts import DrawLine, Opened, Receipt, RollLine, Seal
from moderator.service.letter_html import html_lines
from moderator.service.proof import Filed, Issue, Item
from moderator.service.replay import Finding, replay
from moderator.store.session import Store

_MOST_SIDES = 2**64
_MOST_DRAWN = 1_000
"""A letter that says more than any game throws is no reason to compute for ever."""


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
    """Return the lines of a letter's text; those of its HTML if only that shows a proof, as mail programs forward it.

    A file that is no mail is taken as text itself.
    """
    lines: dict[str, list[str]] = {"text/plain": [], "text/html": []}
    for part in email.message_from_bytes(raw).walk():
        payload = part.get_payload(decode=True)
        if part.get_content_type() in lines and isinstance(payload, bytes):
            lines[part.get_content_type()] += payload.decode("utf-8", "replace").splitlines()
    shown = lines["text/html"]
    if shown and not proof.read(lines["text/plain"]):
        return [line.text for line in html_lines("\n".join(shown))]
    return lines["text/plain"]


def _blocks(raw: bytes) -> Iterator[tuple[Issue, list[Item]]]:
    """Return the blocks of a letter, each with what it says about itself."""
    issue: Issue | None = None
    items: list[Item] = []
    for item in proof.read(text_of(raw)):
        if isinstance(item, Issue):
            if issue is not None:
                yield issue, items
            issue, items = item if item.match else None, []
        else:
            items.append(item)
    if issue is not None:
        yield issue, items


class _Letters:
    """The letters of one match, being checked."""

    def __init__(self, match: str, blocks: Sequence[tuple[Issue, Sequence[Item]]]) -> None:
        self.match, self.blocks = match, blocks
        every = [item for _, items in blocks for item in items]
        self.seals = [(issue, item) for issue, items in blocks for item in items if isinstance(item, Seal)]
        self.opened = [item for item in every if isinstance(item, Opened)]
        self.rolls = [item for item in every if isinstance(item, RollLine)]
        self.draws = [item for item in every if isinstance(item, DrawLine)]
        self.reported = {
            _newest(items).record for issue, items in blocks if issue.kind == "turn-report" and _opened(items)
        }
        self.filed = [(issue.seat, item) for issue, items in blocks for item in items if isinstance(item, Filed)]
        self.checked: dict[str, int] = {}

    def findings(self) -> Iterator[Finding]:
        yield from self._seals()
        yield from self._match_secret()
        yield from self._opened_alike()
        yield from self._rolls()
        yield from self._draws()
        yield from self._filed()
        for issue, items in self.blocks:
            if issue.kind == "turn-report":
                yield from self._report(issue, items)

    def _count(self, kind: str) -> None:
        self.checked[kind] = self.checked.get(kind, 0) + 1

    def _seals(self) -> Iterator[Finding]:
        """Compare every seed that was opened with the seal that was printed before, in another letter."""
        for issue, opened in ((issue, opened) for issue, items in self.blocks for opened in _opened(items)):
            seals = [seal for where, seal in self.seals if seal.asking == opened.asking and where is not issue]
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
        seals = {seal.match_secret for _, seal in self.seals if seal.match_secret}
        for secret in sorted(secrets):
            if not seals:
                yield Finding(code="seal-missing", about="match secret", grave=False)
            for seal in sorted(seals):
                self._count("seals")
                if dice.seal(_bytes(secret)) != seal:
                    yield Finding(code="seal-differs", about="match secret")

    def _opened_alike(self) -> Iterator[Finding]:
        """Compare what several letters opened of one record: the final report opens all of them again."""
        told: dict[int, Opened] = {}
        for opened in self.opened:
            before = told.setdefault(opened.record, opened)
            if (before.asking, before.receipts, before.open) != (opened.asking, opened.receipts, opened.open):
                yield Finding(code="opened-differs", about=f"asking {opened.asking}", record=opened.record)

    def _rolls(self) -> Iterator[Finding]:
        """Throw every roll again from the seed that was opened."""
        for roll in self.rolls:
            about = f"{roll.kind} {roll.place} {' '.join(roll.seats)} {roll.n}".strip()
            streams = self._streams(roll)
            if not streams:
                yield Finding(code="seed-missing", about=about, record=roll.record, grave=False)
            for stream in streams:
                self._count("rolls")
                why = Why(roll.kind, roll.place, roll.seats, roll.n)
                if not 1 <= roll.sides <= _MOST_SIDES or stream.d(roll.sides, why) != roll.value:
                    yield Finding(code="roll-differs", about=about, record=roll.record)

    def _draws(self) -> Iterator[Finding]:
        """Draw every order again that was drawn by weight, and compare it with what was told at the time."""
        weighed = {_address(draw): draw for draw in self.draws if draw.among}
        told = [draw for draw in self.draws if draw.order]
        over = any(opened.match_secret for opened in self.opened)
        for draw in told:
            if over and _address(draw) not in weighed:
                yield Finding(code="weights-missing", about=_about(draw), record=draw.record)
        for draw in (draw for draw in self.draws if draw.among):
            streams = self._streams(draw)
            if not streams:
                yield Finding(code="seed-missing", about=_about(draw), record=draw.record, grave=False)
            if draw.record not in self.reported:
                yield Finding(code="report-missing", about=_about(draw), record=draw.record, grave=False)
            orders = {each.order for each in told if _address(each) == _address(draw)}
            for stream in streams:
                self._count("orders")
                if not _drawn_so(stream, draw, orders):
                    yield Finding(code="order-differs", about=_about(draw), record=draw.record)

    def _streams(self, thrown: RollLine | DrawLine) -> list[Stream]:
        """Return the stream of a throw, anew from each seed that was opened for its record."""
        found: list[Stream] = []
        for opened in self.opened:
            seed = opened.secret if thrown.stream else opened.open
            if opened.record == thrown.record and seed:
                seeds = Seeds(_bytes(opened.open), _bytes(opened.secret))
                made = seeds.dice(self.match, opened.record, opened.receipts).for_ruling(thrown.ruling)
                found.append(made.secret if thrown.stream else made.open)
        return found

    def _filed(self) -> Iterator[Finding]:
        """Make the receipt of every acknowledged sheet again."""
        for seat, filed in self.filed:
            self._count("receipts")
            if dice.receipt(_bytes(filed.salt), filed.lines) != filed.value:
                yield Finding(code="receipt-differs", about=f"asking {filed.asking}: the sheet and its receipt")
            yield from self._salt(seat, filed.asking, filed.number, filed.salt)

    def _report(self, issue: Issue, items: Sequence[Item]) -> Iterator[Finding]:
        """Compare the receipts that a report lists with those that were given before and those in the dice's key."""
        opened = _opened(items)
        listed = [item for item in items if isinstance(item, Receipt)]
        if not opened:
            return
        newest = _newest(items)
        if set(newest.receipts) - {receipt.value for receipt in listed}:
            yield Finding(code="receipt-unlisted", about=f"asking {newest.asking}", record=newest.record)
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
        same = {filed.value for filed in given if filed.number == listed.number}
        if any(filed.number > listed.number for filed in given):
            yield Finding(code="sheet-outdated", about=about, record=opened.record)
        elif not same:
            yield Finding(code="acknowledgement-missing", about=about, record=opened.record, grave=False)
        elif listed.value not in same:
            yield Finding(code="sheet-differs", about=about, record=opened.record)
        yield from self._salt(seat, opened.asking, listed.number, listed.salt)

    def _salt(self, seat: Seat, asked: int, number: int, salt: str) -> Iterator[Finding]:
        """Make a salt again from the secret of the match, once that is opened."""
        for secret in sorted({each.match_secret for each in self.opened if each.match_secret and salt}):
            self._count("salts")
            if asking.salt_of(_bytes(secret), asked, seat, number).hex() != salt:
                yield Finding(code="salt-differs", about=f"{seat}, asking {asked}, sheet {number}")


def _opened(items: Sequence[Item]) -> list[Opened]:
    return [item for item in items if isinstance(item, Opened)]


def _newest(items: Sequence[Item]) -> Opened:
    """Return what a report opens of its own turn; the final one opens all others, too."""
    return max(_opened(items), key=lambda each: each.record)


def _address(draw: DrawLine) -> tuple[object, ...]:
    return (draw.record, draw.ruling, draw.stream, draw.kind, draw.place, draw.seats, draw.n)


def _about(draw: DrawLine) -> str:
    return " ".join((draw.kind, draw.place, *draw.seats, str(draw.n))).replace("  ", " ")


def _drawn_so(stream: Stream, draw: DrawLine, told: Iterable[tuple[str, ...]]) -> bool:
    """Tell whether the weights and the seed give the throws that are listed and every order that was told."""
    fit = len(draw.among) == len(draw.weights) <= _MOST_DRAWN and all(1 <= each <= _MOST_SIDES for each in draw.weights)
    if not fit or sum(draw.weights) > _MOST_SIDES:
        return False
    order = stream.ordered(draw.among, draw.weights, Why(draw.kind, draw.place, draw.seats, draw.n))
    return tuple(throw.value for throw in stream.log) == draw.values and all(each == order for each in told)


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""

"""Proof: a match from its database, or a player's share of it from the letters alone, offline."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from moderator.core import dice
from moderator.core.dice import Seeds, Stream, Why
from moderator.core.errors import ModeratorError
from moderator.core.seats import Seat
from moderator.service import proof
from moderator.service.audit import witnesses
from moderator.service.audit.replay import Finding, replay
from moderator.service.audit.saved_letters import forms, messages
from moderator.service.context import Context
from moderator.service.facts import DrawLine, Opened, Receipt, RolledBack, RollLine, Seal
from moderator.service.matches import asking, matches
from moderator.service.proof import Damaged, Holds, Issue, Item, OwnSheet
from moderator.store.session import Store

_NOBODYS = Issue(match="", kind="", turn=0, seat="")
"""What stands for a proof that does not tell of which letter it is."""
_UNREAD = Damaged(letter=True)
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
    """What was checked in letters, counted by kind, and what does not hold or could not be checked.

    ``unended`` are the matches of which the last letter is not there, so that more can be checked once it is.
    """

    checked: dict[str, int]
    findings: tuple[Finding, ...]
    unended: tuple[str, ...] = ()

    @property
    def good(self) -> bool:
        """Whether nothing is wrong; something may still be unproven."""
        return not any(finding.grave for finding in self.findings)


def verify_letters(letters: Iterable[bytes]) -> Verified:
    """Check seals, receipts and dice with nothing but the raw letters that a player received, in any order."""
    blocks = _gathered(letters)
    checked: dict[str, int] = {}
    findings: list[Finding] = []
    unended: list[str] = []
    if any(not block.issue.match for block in blocks):
        findings.append(Finding(code="letter-unnamed", about="a proof", grave=False))
    for name in sorted({block.issue.match for block in blocks} - {""}):
        one = _Letters(name, [block for block in blocks if block.issue.match == name])
        findings.extend(one.findings())
        unended += [] if one.ended else [name]
        for kind, count in one.checked.items():
            checked[kind] = checked.get(kind, 0) + count
    return Verified(checked, tuple(dict.fromkeys(findings)), tuple(unended))


def telling(files: Mapping[str, bytes], record: int) -> list[str]:
    """Return the names of the files in which letters tell of a record: its seal, its seed, what was thrown for it."""
    items = ((name, item) for name, raw in files.items() for block in _gathered([raw]) for item in block.items)
    return list(dict.fromkeys(name for name, item in items if getattr(item, "record", None) == record))


class _Block(Struct, frozen=True):
    """A letter with a proof: what it says about itself and how much it holds, and the items of its block.

    ``shared`` means that other letters stand in its file: it may be a quote, and anybody may have put it there.
    """

    issue: Issue
    holds: Holds | None
    items: tuple[Item, ...]
    shared: bool = False

    @property
    def about(self) -> str:
        """Which letter it is, in a few words."""
        return f"{self.issue.kind} of turn {self.issue.turn}, {self.issue.seat or 'all'}"

    @property
    def opened(self) -> list[Opened]:
        """The seeds that it opens."""
        return [item for item in self.items if isinstance(item, Opened)]

    @property
    def newest(self) -> Opened | None:
        """What a report opens of its own turn; the last one opens all others, too."""
        return max(self.opened, key=lambda each: each.record, default=None)

    @property
    def ends(self) -> bool:
        """Whether it is the last of its match, which opens everything."""
        return any(opened.match_secret for opened in self.opened)

    def precedes(self, asking: int) -> bool:
        """Tell whether it can be of before the orders of an asking were ruled: it opens nothing of then or after."""
        return all(opened.asking < asking for opened in self.opened)

    @property
    def listed(self) -> list[Receipt]:
        """The receipts of sheets that were ruled."""
        return [item for item in self.items if isinstance(item, Receipt)]

    @property
    def lost(self) -> list[str]:
        """How many of which lines it lacks that it was sent with, or has too many."""
        if self.holds is None:
            return []
        here, told = proof.held(self.items), replace(self.holds, after=None)
        kinds = [kind for kind in told.__struct_fields__ if getattr(here, kind) != getattr(told, kind)]
        return [f"{getattr(here, kind) or 0} of {getattr(told, kind) or 0} {kind} lines are here" for kind in kinds]

    def says(self) -> Iterator[tuple[object, object]]:
        """Give every single thing that it says: what about, which no two letters may tell otherwise, and what."""
        for item in self.items:
            about, told = self._said(item)
            yield from (((type(item), about, at), what) for at, what in enumerate(told) if what)

    def _said(self, item: Item) -> tuple[tuple[object, ...], tuple[object, ...]]:
        match item:
            case Seal():
                return (item.asking,), (item.open, item.secret, item.match_secret)
            case Opened():
                seeds = (item.open, item.secret, item.match_secret)
                return (item.record,), (str(item.asking), item.receipts, *seeds)
            case RollLine() | DrawLine():
                fell = (str(item.sides), str(item.value)) if isinstance(item, RollLine) else ()
                drawn = (item.order, item.among, item.weights, item.values) if isinstance(item, DrawLine) else ()
                return _address(item), (*fell, *drawn)
            case Receipt():
                asked = self.newest.asking if self.newest else None
                return (asked, item.seat), (str(item.number), item.value)
            case OwnSheet():
                return (self.issue.seat, item.asking, item.number), (item.value, item.lines)
            case RolledBack():
                return (item.record,), tuple(map(str, (item.to, item.asking, item.count, item.rulings, item.turn)))
            case Issue():
                raise AssertionError("it stands before the items")


def _gathered(letters: Iterable[bytes]) -> list[_Block]:
    """Return the blocks of all letters, each once; one that stands alone in a letter is no quote in the others."""
    shared: dict[_Block, bool] = {}
    for raw in (message for file in letters for message in messages(file)):
        found = dict.fromkeys(block for form in forms(raw) for block in _blocks(form))
        for block in found:
            shared[block] = shared.get(block, True) and len(found) > 1
    return [replace(block, shared=among_others) for block, among_others in shared.items()]


def _blocks(lines: Iterable[str]) -> Iterator[_Block]:
    """Return the blocks of a letter, each with what it says about itself."""
    for block in proof.blocks(lines):
        starts = [at for at, item in enumerate(block) if isinstance(item, Issue) or item == _UNREAD]
        for start, end in pairwise([0, *starts, len(block)]):
            those = block[start:end]
            issue = next((item for item in those if isinstance(item, Issue)), _NOBODYS)
            items = tuple(item for item in those if not isinstance(item, Holds | Issue | Damaged))
            holds = next((item for item in reversed(those) if isinstance(item, Holds)), None)
            if items or issue.match or any(isinstance(item, Damaged) for item in those):
                yield _Block(issue if issue.match else _NOBODYS, holds, items)


class _Letters:
    """The letters of one match, being checked."""

    def __init__(self, match: str, blocks: Sequence[_Block]) -> None:
        self.match, self.all = match, blocks
        said: dict[object, dict[object, list[_Block]]] = {}
        for block in blocks:
            for about, what in block.says():
                said.setdefault(about, {}).setdefault(what, []).append(block)
        contradicted = {each for told in said.values() if len(told) > 1 for those in told.values() for each in those}
        self.doubted = [block for block in blocks if block.shared and block in contradicted]
        self.blocks = [block for block in blocks if block not in self.doubted]
        every = [item for block in self.blocks for item in block.items]
        self.opened = [item for item in every if isinstance(item, Opened)]
        self.seals = [(block, item) for block in self.blocks for item in block.items if isinstance(item, Seal)]
        self.rolls = [item for item in every if isinstance(item, RollLine)]
        self.draws = [item for item in every if isinstance(item, DrawLine)]
        self.reported = {block.newest.record for block in self.blocks if block.newest}
        self.filed = [(block, item) for block in self.blocks for item in block.items if isinstance(item, OwnSheet)]
        self.checked: dict[str, int] = {}

    @property
    def ended(self) -> bool:
        """Whether the report is there that ends the match."""
        return any(block.ends for block in self.all)

    def findings(self) -> Iterator[Finding]:
        yield from self._complete()
        yield from self._seals()
        yield from self._match_secret()
        yield from self._opened_alike()
        yield from self._rollbacks()
        yield from self._rolls()
        yield from self._draws()
        yield from self._filed()
        for block in self.blocks:
            yield from self._report(block)

    def _complete(self) -> Iterator[Finding]:
        """Look for lines and letters that are missing, as far as the others tell that there must be some."""
        for block in self.doubted:
            yield Finding(code="letter-doubted", about=block.about, grave=False)
        here = {(block.issue.seat, block.newest.record) for block in self.all if block.newest}
        for block in self.blocks:
            if block.holds is None:
                yield Finding(code="counts-missing", about=block.about, grave=False)
                continue
            for lost in block.lost:
                yield Finding(code="lines-missing", about=f"{block.about}: {lost}", grave=False)
            before = block.holds.after
            follows = before is None or (block.newest is not None and before < block.newest.record)
            if before is not None and not (follows and (block.issue.seat, before) in here):
                about = f"the report before the {block.about}"
                yield Finding(code="letter-missing", about=about, record=before, grave=False)

    def _count(self, kind: str) -> None:
        self.checked[kind] = self.checked.get(kind, 0) + 1

    def _seals(self) -> Iterator[Finding]:
        """Compare every seed that was opened with the seal that was printed in another letter, before its orders."""
        for block, opened in ((each, opened) for each in self.blocks for opened in each.opened):
            about = f"asking {opened.asking}"
            if block.ends and opened.asking == opened.record == 0:
                continue  # the set-up, thrown before anybody held a seal
            if not opened.open:
                yield Finding(code="seed-unopened", about=about, record=opened.record, grave=False)
            seals = [
                seal
                for where, seal in self.seals
                if seal.asking == opened.asking and where is not block and where.precedes(opened.asking)
            ]
            if not seals:
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
        if len(secrets) > 1:
            yield Finding(code="opened-differs", about="match secret")
        for secret in sorted(secrets):
            if not seals:
                yield Finding(code="seal-missing", about="match secret", grave=False)
            for seal in sorted(seals):
                self._count("seals")
                if dice.seal(_bytes(secret)) != seal:
                    yield Finding(code="seal-differs", about="match secret")

    def _opened_alike(self) -> Iterator[Finding]:
        """Compare what several letters opened of one record: the final report opens all of them again."""
        turns = {(block.newest.asking, block.newest.record) for block in self.blocks if block.newest}
        for asked, count in Counter(asked for asked, _ in turns).items():
            if count > 1:
                yield Finding(code="seed-twice", about=f"asking {asked}")
        for record in sorted({opened.record for opened in self.opened}):
            same = [opened for opened in self.opened if opened.record == record]
            told = {(opened.asking, tuple(sorted(opened.receipts)), opened.open) for opened in same}
            if len(told) > 1 or len({opened.secret for opened in same} - {""}) > 1:
                yield Finding(code="opened-differs", about=f"asking {same[0].asking}", record=record)

    def _rollbacks(self) -> Iterator[Finding]:
        """Count the rollbacks, and see that what was opened after one is of a later asking than all before it."""
        told = {item.record: item for block in self.blocks for item in block.items if isinstance(item, RolledBack)}
        counts = [told[record].count for record in sorted(told)]
        if counts != sorted(set(counts)):
            yield Finding(code="rollbacks-differ", about=", ".join(f"no. {count}" for count in counts))
        for missing in sorted(set(range(1, max(counts, default=0))) - set(counts)):
            yield Finding(code="rollback-missing", about=f"rollback no. {missing}", grave=False)
        for back in told.values():
            for opened in self.opened:
                if (opened.record >= back.record) != (opened.asking >= back.asking) or back.to >= back.record:
                    yield Finding(code="numbers-return", about=f"rollback no. {back.count}", record=opened.record)

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
        lost = any(block.ends and block.lost for block in self.blocks)
        for draw in told:
            if over and _address(draw) not in weighed:
                yield Finding(code="weights-missing", about=_about(draw), record=draw.record, grave=not lost)
        for draw in (draw for draw in self.draws if draw.among):
            streams = self._streams(draw)
            if not streams:
                yield Finding(code="order-unopened", about=_about(draw), record=draw.record, grave=False)
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
            name = thrown.stream or "open"
            seed = {"open": opened.open, "secret": opened.secret}.get(name)
            if opened.record == thrown.record and seed:
                seeds = Seeds(_bytes(opened.open), _bytes(opened.secret))
                made = seeds.dice(self.match, opened.record, opened.receipts).for_ruling(thrown.ruling)
                found.append(made.open if name == "open" else made.secret)
        return found

    def _filed(self) -> Iterator[Finding]:
        """Make the receipt of every acknowledged sheet again."""
        for block, filed in self.filed:
            self._count("receipts")
            if dice.receipt(_bytes(filed.salt), filed.lines) != filed.value:
                yield Finding(code="receipt-differs", about=f"asking {filed.asking}: the sheet and its receipt")
            yield from self._salt(block.issue.seat, filed.asking, filed.number, filed.salt)

    def _report(self, block: _Block) -> Iterator[Finding]:
        """Compare the receipts that a letter lists with those that were given before and those in the dice's key."""
        newest, seat = block.newest, block.issue.seat
        if newest is None:
            if block.listed:
                yield Finding(code="receipt-alone", about=block.about, grave=False)
            return
        if set(newest.receipts) - {receipt.value for receipt in block.listed}:
            grave = not block.lost
            yield Finding(code="receipt-unlisted", about=f"asking {newest.asking}", record=newest.record, grave=grave)
        ended_by_gm = not block.listed and block.ends
        own = any(receipt.seat == seat for receipt in block.listed)
        if not ended_by_gm and not own and (given := self._given(seat, newest)):
            # nothing in the letters tells a sheet that was lost from one that its player withdrew
            about = f"{seat}, asking {newest.asking}: sheet {given[-1].number}, unless it was withdrawn"
            yield Finding(code="receipt-missing", about=about, record=newest.record, grave=False)
        for receipt in block.listed:
            self._count("receipts")
            about = f"{receipt.seat}, asking {newest.asking}"
            if receipt.value not in newest.receipts and receipt.seat != seat:
                yield Finding(code="receipt-unused", about=about, record=newest.record)
            yield from self._ruled(receipt, newest, own=receipt.seat == seat)

    def _given(self, seat: Seat, opened: Opened) -> list[OwnSheet]:
        """Return the sheets that were acknowledged to a seat for an asking, before it was ruled."""
        those = [filed for block, filed in self.filed if block.issue.seat == seat and block.precedes(opened.asking)]
        return [filed for filed in those if filed.asking == opened.asking]

    def _ruled(self, listed: Receipt, opened: Opened, *, own: bool) -> Iterator[Finding]:
        """Check that a sheet that was ruled is the last one acknowledged to its seat, whoever is told of it."""
        about = f"{listed.seat}, asking {opened.asking}"
        given = self._given(listed.seat, opened)
        same = {filed.value for filed in given if filed.number == listed.number}
        if any(filed.number > listed.number for filed in given):
            yield Finding(code="sheet-outdated", about=about, record=opened.record)
        elif not same and own:
            yield Finding(code="acknowledgement-missing", about=about, record=opened.record, grave=False)
        elif same and listed.value not in same:
            yield Finding(code="sheet-differs", about=about, record=opened.record)
        yield from self._salt(listed.seat, opened.asking, listed.number, listed.salt)

    def _salt(self, seat: Seat, asked: int, number: int, salt: str) -> Iterator[Finding]:
        """Make a salt again from the secret of the match, once that is opened."""
        for secret in sorted({each.match_secret for each in self.opened if each.match_secret and salt}):
            self._count("salts")
            if asking.salt_of(_bytes(secret), asked, seat, number).hex() != salt:
                yield Finding(code="salt-differs", about=f"{seat}, asking {asked}, sheet {number}")


def _address(thrown: RollLine | DrawLine) -> tuple[object, ...]:
    return (thrown.record, thrown.ruling, thrown.stream, thrown.kind, thrown.place, thrown.seats, thrown.n)


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

"""Step 12, send: rows claimed with a lease, gathered, rendered, given to a wire, marked; a crash sends them again.

Each is marked as soon as the wire has answered, and only a few go before that is written down: a crash sends twice
what the wire had taken and nobody had noted yet.
"""

import asyncio
import hashlib
import traceback
from collections import Counter, deque
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import astuple
from sqlalchemy import func, update
from sqlmodel import Session, col, select

from moderator.core.errors import ModeratorError
from moderator.ports import Dispatch, Fate, Outbound, Renderer, Sent, TemplateFault, Words
from moderator.service import bounces, outbox
from moderator.service.context import Context
from moderator.service.outgoing.envelopes import Envelope, collect, dispatch
from moderator.store import queries
from moderator.store.session import Store
from moderator.store.tables import Outbox, OutboxStatus

LEASE = timedelta(minutes=10)
"""How long a claimed letter is left alone where nobody can tell whether its sender lives; then it goes again."""

FEWEST_TRIES = 20
"""How often it is tried at least: after an outage of ours a letter may be old already when it first goes."""

UNMARKED = 8
"""Letters, at most, that are on the wire or taken by it and not yet marked: a crash sends no more of them twice.

A few more than a pool has connections, so that the relay has something to do while marks are written.
"""

_AT_ONCE = 10
"""Letters that are gathered together, at most."""

_FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=30), timedelta(hours=1)
"""Between two tries of a letter, before chance lengthens it by up to a quarter."""
_DAY = timedelta(days=1)


class Fates(Struct, frozen=True):
    """What came of one round."""

    sent: int = 0
    later: int = 0
    refused: int = 0
    withheld: int = 0
    dropped: int = 0

    @property
    def total(self) -> int:
        """How many letters were dealt with."""
        return self.sent + self.later + self.refused + self.withheld + self.dropped

    def __add__(self, other: "Fates") -> "Fates":
        return Fates(*(one + more for one, more in zip(astuple(self), astuple(other), strict=True)))


class Backlog(Struct, frozen=True):
    """What waits to go: letters due, the oldest of them, and how many may still go today (None: no quota)."""

    waiting: int
    oldest: datetime | None
    left_today: int | None


class TakenAwayError(ModeratorError):
    """Somebody took us to be dead, and sends what we had in hand."""


@dataclass(frozen=True)
class _Wording:
    """Who turns facts into words, and in which workers."""

    renderer: Renderer
    fallback: Renderer | None
    workers: Executor | None


async def pump(
    store: Store,
    ctx: Context,
    renderer: Renderer,
    outbound: Outbound,
    *,
    workers: Executor | None = None,
    fallback: Renderer | None = None,
    limit: int = 50,
) -> Fates:
    """Send what is due, at most ``limit`` letters; call again until ``total`` is 0.

    Letters are rendered in ``workers`` (threads by default). ``fallback`` renders with the packaged templates what a
    template of the operator's fails on. No letter stops the others.
    """
    rows = await asyncio.to_thread(claim, store, ctx, limit)
    if not rows:
        return Fates()
    wording = _Wording(renderer, fallback, workers)
    making: list[asyncio.Task[Dispatch | Sent | OutboxStatus]] = []
    async with asyncio.TaskGroup() as group:
        for begin in range(0, len(rows), _AT_ONCE):  # the workers have the first while the next are gathered
            some = rows[begin : begin + _AT_ONCE]
            ready = await asyncio.to_thread(collect, store, ctx, some)
            making += [group.create_task(_make(store, ctx, *pair, wording)) for pair in zip(some, ready, strict=True)]
    made = [task.result() for task in making]
    letters = [(row, each) for row, each in zip(rows, made, strict=True) if isinstance(each, Dispatch)]
    fates = [(row, each) for row, each in zip(rows, made, strict=True) if not isinstance(each, Dispatch)]
    posted = await asyncio.to_thread(mark, store, ctx, fates) if fates else Fates()
    return posted + await _hand_over(store, ctx, outbound, letters)


async def _hand_over(
    store: Store, ctx: Context, outbound: Outbound, letters: Sequence[tuple[Outbox, Dispatch]]
) -> Fates:
    """Give letters to a wire, and mark together what it has answered while the marks before were written."""
    waiting, sending, posted = deque(letters), dict[asyncio.Task[Sent], Outbox](), Fates()
    last: dict[tuple[str, ...], asyncio.Task[Sent]] = {}
    try:
        while waiting or sending:
            while waiting and len(sending) < UNMARKED:
                row, letter = waiting.popleft()
                last[letter.to] = task = asyncio.create_task(_send(outbound, letter, last.get(letter.to)))
                sending[task] = row
            done, _ = await asyncio.wait(sending, return_when=asyncio.FIRST_COMPLETED)
            posted += await asyncio.to_thread(mark, store, ctx, [(sending[task], task.result()) for task in done])
            for task in done:
                del sending[task]
    finally:  # if the database fails us, nobody may take letters back that are still on the wire
        await asyncio.gather(*sending, return_exceptions=True)
    return posted


async def _send(outbound: Outbound, letter: Dispatch, before: asyncio.Task[Sent] | None) -> Sent:
    """Send a letter once the one before it to the same address has gone, so that they arrive as they were written."""
    if before is not None:
        await asyncio.wait([before])
    (sent,) = await outbound.send([letter])
    return sent


def claim(store: Store, ctx: Context, limit: int) -> list[Outbox]:
    """Take the letters that are due under a lease, in the order in which they were written.

    Where the quota of the day leaves room for some of them alone, the most important go.
    """
    now = ctx.now()
    with store.write() as session:
        left = _left_today(session, ctx)
        scarce = left is not None and left < _waiting(session, now)[0]
        room = min(limit, left or 0) if scarce else limit
        if room <= 0:
            return []
        order = (col(Outbox.due), col(Outbox.id))
        rows = session.exec(
            select(Outbox)
            .where(Outbox.status == OutboxStatus.WAITING, col(Outbox.due) <= now)
            .where(col(Outbox.leased).is_(None) | (col(Outbox.leased) < now - LEASE))
            .order_by(*((col(Outbox.priority), *order) if scarce else order))
            .limit(room)
            .with_for_update(skip_locked=True)
        ).all()
        for row in rows:
            row.leased = now
    return sorted(rows, key=lambda row: (row.due, row.id))


def take_back(store: Store) -> None:
    """Take all letters out of their senders' hands; for whoever knows that these are dead."""
    with store.write() as session:
        session.execute(update(Outbox).where(col(Outbox.leased).is_not(None)).values(leased=None))


def backlog(session: Session, ctx: Context) -> Backlog:
    """Return what waits to go, for the operator."""
    return Backlog(*_waiting(session, ctx.now()), _left_today(session, ctx))


def _waiting(session: Session, now: datetime) -> tuple[int, datetime | None]:
    """Return how many letters are due, and the oldest of them."""
    due = (Outbox.status == OutboxStatus.WAITING, col(Outbox.due) <= now)
    count, oldest = session.exec(select(func.count(), func.min(Outbox.due)).where(*due)).one()
    return count, oldest


def _left_today(session: Session, ctx: Context) -> int | None:
    quota = ctx.settings.limits.letters_per_day
    if not quota:
        return None
    return max(quota - queries.count(session, Outbox, col(Outbox.sent) > ctx.now() - _DAY), 0)


async def _make(
    store: Store, ctx: Context, row: Outbox, ready: Envelope | str, wording: _Wording
) -> Dispatch | Sent | OutboxStatus:
    """Return a letter ready for the wire, or why it does not go, or what is wrong with it."""
    if isinstance(ready, str):
        return await _faulted(store, ctx, row, ready)
    if ready.facts is None:
        return OutboxStatus.WITHHELD if ready.withheld else OutboxStatus.DROPPED
    if not ready.to:
        return Sent(Fate.REFUSED, "no address on file")
    try:
        return dispatch(ctx, ready, await _words(store, ctx, ready, wording))
    except Exception:  # noqa: BLE001 - one bad letter never stops the others
        return await _faulted(store, ctx, row, traceback.format_exc())


async def _faulted(store: Store, ctx: Context, row: Outbox, trace: str) -> Sent:
    await asyncio.to_thread(_tell_fault, store, ctx, row, trace)
    return Sent(Fate.LATER, trace.strip().splitlines()[-1])


async def _words(store: Store, ctx: Context, ready: Envelope, wording: _Wording) -> Words:
    loop = asyncio.get_running_loop()
    try:
        return await loop.run_in_executor(wording.workers, wording.renderer.render, ready.facts)
    except TemplateFault as fault:
        if wording.fallback is None:
            raise
        await asyncio.to_thread(_tell_template, store, ctx, str(fault))
        return await loop.run_in_executor(wording.workers, wording.fallback.render, ready.facts)


def mark(store: Store, ctx: Context, fates: Sequence[tuple[Outbox, Sent | OutboxStatus]]) -> Fates:
    """Write down what became of letters; the GM is told of those that will never arrive.

    Raises TakenAwayError afterwards if somebody has taken any of them out of our hands: we are to stop.
    """
    counts, taken = Counter[str](), 0
    claimed = {row.id: (row.leased, sent) for row, sent in fates}
    with store.write() as session:
        for row in session.exec(select(Outbox).where(col(Outbox.id).in_(claimed)).with_for_update()).all():
            leased, sent = claimed[row.id]
            if row.status is OutboxStatus.WAITING and row.leased in (None, leased):
                row.leased = None
                counts[_mark(session, ctx, row, sent)] += 1
            else:
                taken += 1
    if taken:
        raise TakenAwayError(f"{taken} letters that were being sent are in another sender's hands")
    return Fates(**counts)


def _mark(session: Session, ctx: Context, row: Outbox, sent: Sent | OutboxStatus) -> str:
    """Note on a letter what became of it; return the word for it."""
    now = ctx.now()
    if isinstance(sent, OutboxStatus):
        row.status = sent
        return sent.value
    row.detail, row.attempts = sent.detail, row.attempts + 1
    if sent.fate is Fate.SENT:
        row.status, row.sent = OutboxStatus.SENT, now
        return "sent"
    if sent.fate is Fate.LATER and (now < row.made + bounces.GIVE_UP or row.attempts < FEWEST_TRIES):
        # by the reader, so that letters to one address do not overtake each other on their next try
        row.due = now + pause(f"{row.to}/{row.player}", row.attempts)
        return "later"
    row.status = OutboxStatus.REFUSED
    bounces.refused(session, ctx, row, "letter-refused", lines=sent.detail.splitlines())
    return "refused"


def pause(key: str, attempts: int) -> timedelta:
    """Return how long to wait before the next attempt: doubled each time, and up to a quarter more by chance."""
    doubled = min(_FIRST_PAUSE * (1 << min(attempts - 1, 12)), LONGEST_PAUSE)
    chance = hashlib.sha256(f"{key}/{attempts}".encode()).digest()[0] / 255
    return doubled * (1 + chance / 4)


def _tell_fault(store: Store, ctx: Context, row: Outbox, trace: str) -> None:
    if row.kind == "memo":
        return  # a memo about a memo would fail like it, and so on for ever
    with store.write() as session:
        facts: dict[str, str | int] = {"kind": row.kind, "seat": row.seat}
        lines = trace.rstrip().splitlines()
        outbox.memo(session, ctx, "letter-faulted", f"letter-fault:{row.id}", facts=facts, lines=lines)


def _tell_template(store: Store, ctx: Context, fault: str) -> None:
    with store.write() as session:
        mark = hashlib.sha256(fault.encode()).hexdigest()[:16]
        key = f"template-fault:{mark}:{ctx.now():%Y-%m-%d}"
        outbox.memo(session, ctx, "template-fault", key, lines=fault.splitlines())

"""Step 11, send: rows claimed with a lease, gathered, rendered, given to a transport, marked; a crash sends them again.

Each is marked as soon as the transport has answered, and only a few go before that is written down: a crash sends twice
what the transport had taken and nobody had noted yet.
"""

import asyncio
import hashlib
import traceback
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import timedelta

from msgspec import Struct
from msgspec.structs import astuple, replace
from sqlalchemy import BindParameter, bindparam
from sqlmodel import Session, col, select

from moderator.core.errors import ModeratorError
from moderator.ports import DeliveryStatus, Dispatch, Outbound, Renderer, Sent, TemplateFault, Words
from moderator.service import bounces, outbox
from moderator.service.chat import gathering
from moderator.service.context import Context
from moderator.service.facts import LetterFacts
from moderator.service.outgoing import digests, gm_digests, threads
from moderator.service.outgoing.claiming import claim
from moderator.service.outgoing.dispatching import address_post, as_post, dispatch
from moderator.service.outgoing.envelopes import MAIL, Envelope, collect
from moderator.store.session import Store
from moderator.store.statuses import OutboxStatus
from moderator.store.tables import Outbox

FEWEST_TRIES = 20
"""How often it is tried at least: after an outage of ours a letter may be old already when it first goes."""

UNMARKED = 8
"""Letters, at most, that are on the transport or taken by it and not yet marked: a crash sends no more of them twice.

A few more than a pool has connections, so that the relay has something to do while marks are written.
"""

_AT_ONCE = 5
"""Letters that are claimed and gathered together, at most."""

_IN_HAND = 10
"""Letters, at most, that are claimed and not yet marked: one that is to overtake them waits for these alone.

Enough to keep some cores at work; an answer that waits for ten reports of a large game waits for two seconds.
"""

_BEGUN = 200
"""How many reports back a match counts as begun whose other letters are to follow."""

_LONGEST_WAIT = timedelta(hours=6)
"""How long a post waits for those before it in its thread: one that never goes must not stop the others.

They all wait for one that opens the thread, and a later edit for an earlier one.
"""

_GRAVITY = (DeliveryStatus.SENT, DeliveryStatus.REFUSED, DeliveryStatus.LATER)
"""What tells most of a letter that goes by several transports stands last."""

_FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=30), timedelta(hours=1)
"""Between two tries of a letter, before chance lengthens it by up to a quarter."""


class DeliveryCounts(Struct, frozen=True):
    """What came of one round."""

    sent: int = 0
    later: int = 0
    refused: int = 0
    withheld: int = 0
    gathered: int = 0
    dropped: int = 0

    @property
    def total(self) -> int:
        """How many letters were dealt with."""
        return sum(astuple(self))

    def __add__(self, other: "DeliveryCounts") -> "DeliveryCounts":
        return DeliveryCounts(*(one + more for one, more in zip(astuple(self), astuple(other), strict=True)))


class LeaseLostError(ModeratorError):
    """Somebody took us to be dead, and sends what we had in hand."""


SendResult = Sent | OutboxStatus | None
"""What came of a letter: the transport's answer, why it does not go, or None if it was given back before it went."""


async def pump(
    store: Store,
    ctx: Context,
    renderer: Renderer,
    outbound: Outbound,
    *,
    workers: Executor | None = None,
    fallback: Renderer | None = None,
    stopping: asyncio.Event | None = None,
    went: Callable[[], object] = lambda: None,
    queue: str = MAIL,
) -> DeliveryCounts:
    """Send the letters that are due, each as soon as it is rendered, and return what came of them.

    Call it again until ``total`` is 0: a letter may lead to another, such as a memo on what is wrong with it. Those go
    that are for none of the operator's forums, or with the name of one as the ``queue`` those for it: so a forum that
    is slow keeps nothing else waiting.

    Letters are rendered in ``workers`` (threads by default). ``fallback`` renders with the packaged templates what a
    template of the operator's fails on. No letter stops the others. ``went`` is called whenever some were dealt with.
    Once ``stopping`` is set, those on the transport are waited for, and all others given back at once.
    """
    stopping = stopping or asyncio.Event()
    sender = _Sender(store, ctx, outbound, renderer, fallback, workers, queue, over=stopping.is_set())
    in_flight: dict[asyncio.Task[SendResult], Outbox] = {}
    told = asyncio.create_task(sender.wait_for_stop(stopping, in_flight))
    posted, more = DeliveryCounts(), True
    try:
        while more or in_flight:
            if more and len(in_flight) <= _IN_HAND - _AT_ONCE:
                more = not sender.over and await sender.take(in_flight)
                continue
            done, _ = await asyncio.wait(in_flight, return_when=asyncio.FIRST_COMPLETED)
            posted += await sender.settle({task: in_flight.pop(task) for task in done})
            went()
    finally:  # if the database fails us, nobody may take letters back that are still on the transport
        told.cancel()
        sender.give_up(in_flight)
        await asyncio.gather(*in_flight, return_exceptions=True)
    return posted


async def gather_counts(rounds: Iterable[Awaitable[DeliveryCounts]]) -> DeliveryCounts:
    """Return what came of several rounds at once; if one raises, the others end first."""
    done = await asyncio.gather(*rounds, return_exceptions=True)
    total = DeliveryCounts()
    for each in done:
        if isinstance(each, BaseException):
            raise each
        total += each
    return total


@dataclass
class _Sender:
    """Makes letters and hands them to a transport, several at once; each sequence keeps the order of its claims."""

    store: Store
    ctx: Context
    outbound: Outbound
    renderer: Renderer
    fallback: Renderer | None
    workers: Executor | None
    queue: str
    over: bool = False
    """Whether nothing more is to go."""
    lines: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(UNMARKED))
    """A letter holds one from when it goes until it is marked."""
    handed_over: set[int | None] = field(default_factory=set)
    begun: deque[int] = field(default_factory=lambda: deque(maxlen=_BEGUN))
    """The matches of the reports claimed last."""
    last: dict[str, asyncio.Task[SendResult]] = field(default_factory=dict)
    """By sequence, the letter that goes there next after those before."""
    made: asyncio.Event | None = None
    """Set once the letter claimed last is made."""

    async def take(self, in_flight: dict[asyncio.Task[SendResult], Outbox]) -> bool:
        """Claim some letters and begin with them; return False if no more were due."""
        claimed = await asyncio.to_thread(_claimed, self.store, self.ctx, self.queue, set(self.begun))
        self.begun.extend(row.match for row, _ in claimed if row.kind == "turn-report" and row.match is not None)
        for row, ready in claimed:
            sequences = ready.sequences if isinstance(ready, Envelope) else {}
            before = {
                transport: self.last[sequence] for transport, sequence in sequences.items() if sequence in self.last
            }
            ahead, self.made = self.made, asyncio.Event()
            task = asyncio.create_task(self._send_letter(row, ready, ahead, self.made, before))
            in_flight[task] = row
            self.last.update(dict.fromkeys(sequences.values(), task))
        if self.over:
            self.give_up(in_flight)
        return len(claimed) == _AT_ONCE

    async def settle(self, done: Mapping[asyncio.Task[SendResult], Outbox]) -> DeliveryCounts:
        """Mark letters together."""
        outcomes = [(row, None if task.cancelled() else task.result()) for task, row in done.items()]
        posted = await asyncio.to_thread(mark, self.store, self.ctx, outcomes)
        for row in done.values():
            if row.id in self.handed_over:
                self.handed_over.remove(row.id)
                self.lines.release()
        return posted

    async def wait_for_stop(
        self, stopping: asyncio.Event, in_flight: Mapping[asyncio.Task[SendResult], Outbox]
    ) -> None:
        """Give up when told to stop."""
        await stopping.wait()
        self.give_up(in_flight)

    def give_up(self, in_flight: Mapping[asyncio.Task[SendResult], Outbox]) -> None:
        """Let nothing more go, and wait for no letter that is still being made."""
        self.over = True
        for task, row in in_flight.items():
            if row.id not in self.handed_over:
                task.cancel()

    async def _send_letter(
        self,
        row: Outbox,
        ready: Envelope | str,
        ahead: asyncio.Event | None,
        ours: asyncio.Event,
        before: Mapping[str, asyncio.Task[SendResult]],
    ) -> SendResult:
        """Make a letter, and send it once all ``ahead`` are made and those ``before`` it in its sequences have gone."""
        try:
            made = await self._make(row, ready)
            if ahead is not None:
                await ahead.wait()
        finally:
            ours.set()
        if before:
            await asyncio.wait(before.values())
        if not isinstance(made, dict):
            return made
        if isinstance(ready, str):
            raise TypeError("a letter that was made has facts")
        await self.lines.acquire()
        self.handed_over.add(row.id)
        went = {transport: task.result() for transport, task in before.items()}
        return await self._transport(
            {transport: self._next(ready, each, went.get(transport)) for transport, each in made.items()}
        )

    def _next(self, ready: Envelope, made: Dispatch, before: SendResult) -> Dispatch | Sent:
        """Return a post in the thread that the one before it may have opened, or the answer that it waits for that one.

        Letters that overtake each other are sorted in the mailbox; posts stay as they came.
        """
        if made.posting is None:
            return made
        went = before if isinstance(before, Sent) else None
        waits = ready.behind or (went is not None and went.status is DeliveryStatus.LATER)
        bound = not made.posting.thread or bool(made.posting.into)
        if waits and (bound or self.ctx.now() < ready.row.made + _LONGEST_WAIT):
            return Sent(DeliveryStatus.LATER, "the post before it waits")
        if went is None or went.stands is None or made.posting.thread:
            return made
        opened = went.stands
        return replace(made, posting=replace(made.posting, thread=opened.thread, account=opened.account))

    async def _transport(self, made: Mapping[str, Dispatch | Sent]) -> Sent | None:
        """Send a letter by each of its transports; return one answer, that of a transport which has not taken it."""
        sent, gone = None, tuple[str, ...]()
        for transport, ready in made.items():
            if self.over:
                return sent and replace(sent, status=DeliveryStatus.LATER, transports=gone)
            (answer,) = [ready] if isinstance(ready, Sent) else await self.outbound.send([ready])
            gone += (transport,) if answer.status is DeliveryStatus.SENT else ()
            worse = answer if sent is None else max(answer, sent, key=lambda each: _GRAVITY.index(each.status))
            stands = answer.stands or (sent.stands if sent else None)
            sent = replace(worse, stands=stands, transports=gone)
        return sent

    async def _make(self, row: Outbox, ready: Envelope | str) -> dict[str, Dispatch] | Sent | OutboxStatus:
        """Return a letter ready for each of its transports, or why it does not go, or what is wrong with it."""
        if isinstance(ready, str):
            return await self._report_fault(row, ready)
        if ready.facts is None:
            return OutboxStatus.WITHHELD if ready.withheld else OutboxStatus.DROPPED
        if ready.waits:
            return OutboxStatus.GATHERED
        if not ready.transports:  # its reader was erased
            return OutboxStatus.DROPPED
        try:
            return {transport: await self._dispatch(ready, transport) for transport in ready.transports}
        except Exception:  # noqa: BLE001 - one bad letter never stops the others
            return await self._report_fault(row, traceback.format_exc())

    async def _report_fault(self, row: Outbox, trace: str) -> Sent:
        await asyncio.to_thread(_tell_fault, self.store, self.ctx, row, trace)
        return Sent(DeliveryStatus.LATER, trace.strip().splitlines()[-1])

    async def _dispatch(self, ready: Envelope, transport: str) -> Dispatch:
        if ready.facts is None:
            raise AssertionError("a letter that goes has facts")
        if transport == MAIL:
            return dispatch(self.ctx, ready, await self._words(ready.facts))
        return address_post(self.ctx, ready, await self._words(as_post(self.ctx, ready, ready.facts)))

    async def _words(self, facts: LetterFacts) -> Words:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self.workers, self.renderer.render, facts)
        except TemplateFault as fault:
            if self.fallback is None:
                raise
            await asyncio.to_thread(_tell_template, self.store, self.ctx, str(fault))
            return await loop.run_in_executor(self.workers, self.fallback.render, facts)


def _claimed(store: Store, ctx: Context, queue: str, begun: Collection[int]) -> list[tuple[Outbox, Envelope | str]]:
    """Claim some letters and gather what they need."""
    rows = claim(store, ctx, _AT_ONCE, queue, begun)
    return list(zip(rows, collect(store, ctx, rows), strict=True)) if rows else []


_CLAIMED: BindParameter[int] = bindparam("claimed", expanding=True)
_CLAIMED_ROWS = select(Outbox).where(col(Outbox.id).in_(_CLAIMED)).with_for_update()


def mark(store: Store, ctx: Context, outcomes: Sequence[tuple[Outbox, SendResult]]) -> DeliveryCounts:
    """Write down what became of letters; the GM is told of those that will never arrive.

    Raises TakenAwayError afterwards if somebody has taken any of them out of our hands: we are to stop.
    """
    counts, taken = Counter[str](), 0
    claimed = {row.id: (row.leased, sent) for row, sent in outcomes}
    with store.write() as session:
        for row in session.exec(_CLAIMED_ROWS, params={"claimed": [*claimed]}).all():
            leased, sent = claimed[row.id]
            if row.status is OutboxStatus.WAITING and row.leased in (None, leased):
                row.leased = None
                if sent is not None:
                    counts[_mark(session, ctx, row, sent)] += 1
            else:
                taken += 1
    if taken:
        raise LeaseLostError(f"{taken} letters that were being sent are in another sender's hands")
    return DeliveryCounts(**counts)


def _mark(session: Session, ctx: Context, row: Outbox, sent: Sent | OutboxStatus) -> str:
    """Note on a letter what became of it; return the word for it."""
    now = ctx.now()
    if isinstance(sent, OutboxStatus):
        row.status = sent
        if sent is OutboxStatus.GATHERED:
            digests.hold(session, ctx, row)
        return sent.value
    row.detail, row.attempts = sent.detail, row.attempts + 1
    row.gone = "" if sent.status is DeliveryStatus.SENT else " ".join((*row.gone.split(), *sent.transports))
    if sent.stands is not None:
        threads.note(session, row, sent.stands)
    threads.tell(session, ctx, row, sent)
    if sent.status is DeliveryStatus.SENT:
        row.status, row.sent = OutboxStatus.SENT, now
        gathering.note_sent(session, ctx, row)
        return "sent"
    if sent.status is DeliveryStatus.LATER and (now < row.made + bounces.GIVE_UP or row.attempts < FEWEST_TRIES):
        # by the reader, so that letters to one address do not overtake each other on their next try
        row.due = now + pause(f"{row.to}/{row.player}", row.attempts)
        return "later"
    row.status = OutboxStatus.REFUSED
    bounces.count_refusal(session, ctx, row, "letter-refused", lines=sent.detail.splitlines())
    return "refused"


def pause(key: str, attempts: int) -> timedelta:
    """Return how long to wait before the next attempt: doubled each time, and up to a quarter more by chance."""
    doubled = min(_FIRST_PAUSE * (1 << min(attempts - 1, 12)), LONGEST_PAUSE)
    chance = hashlib.sha256(f"{key}/{attempts}".encode()).digest()[0] / 255
    return doubled * (1 + chance / 4)


def _tell_fault(store: Store, ctx: Context, row: Outbox, trace: str) -> None:
    if row.kind in ("memo", gm_digests.KIND):
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

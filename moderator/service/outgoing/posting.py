"""Step 12, send: rows claimed with a lease, gathered, rendered, given to a wire, marked; a crash sends them again.

Each is marked as soon as the wire has answered, and only a few go before that is written down: a crash sends twice
what the wire had taken and nobody had noted yet.
"""

import asyncio
import hashlib
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import astuple, replace
from sqlalchemy import ColumnElement, func, update
from sqlmodel import Session, col, select

from moderator.core.errors import ModeratorError
from moderator.ports import FORUM, Dispatch, Fate, Outbound, Renderer, Sent, TemplateFault, Words
from moderator.service import bounces, outbox
from moderator.service.context import Context
from moderator.service.facts import LetterFacts
from moderator.service.outbox import Priority
from moderator.service.outgoing import threads
from moderator.service.outgoing.envelopes import MAIL, Envelope, Reader, as_post, collect, dispatch, posted, reader
from moderator.store import queries
from moderator.store.session import Store
from moderator.store.tables import Account, Outbox, OutboxStatus

LEASE = timedelta(minutes=10)
"""How long a claimed letter is left alone where nobody can tell whether its sender lives; then it goes again."""

FEWEST_TRIES = 20
"""How often it is tried at least: after an outage of ours a letter may be old already when it first goes."""

UNMARKED = 8
"""Letters, at most, that are on the wire or taken by it and not yet marked: a crash sends no more of them twice.

A few more than a pool has connections, so that the relay has something to do while marks are written.
"""

_AT_ONCE = 10
"""Letters that are claimed and gathered together, at most."""

_IN_HAND = 20
"""Letters, at most, that are claimed and not yet marked: one that is to overtake them waits for these alone."""

_IN_LINE = timedelta(hours=6)
"""How long a post waits for those before it in its thread: one that never goes must not stop the others.

They all wait for one that opens the thread, and a later edit for an earlier one.
"""

_WORSE = (Fate.SENT, Fate.REFUSED, Fate.LATER)
"""What tells most of a letter that goes by several wires stands last."""

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


Made = Sent | OutboxStatus | None
"""What came of a letter: the wire's answer, why it does not go, or None if it was given back before it went."""


async def pump(
    store: Store,
    ctx: Context,
    renderer: Renderer,
    outbound: Outbound,
    *,
    workers: Executor | None = None,
    fallback: Renderer | None = None,
    going: Callable[[], bool] = lambda: True,
    lane: str = MAIL,
) -> Fates:
    """Send the letters that are due, each as soon as it is rendered, and return what came of them.

    Call it again until ``total`` is 0: a letter may lead to another, such as a memo on what is wrong with it. Those go
    that are for none of the operator's forums, or with the name of one as the ``lane`` those for it: so a forum that is
    slow keeps nothing else waiting.

    Letters are rendered in ``workers`` (threads by default). ``fallback`` renders with the packaged templates what a
    template of the operator's fails on. No letter stops the others. ``going`` is asked before letters are claimed and
    before one goes: from the first False on, those that are not on the wire are given back.
    """
    sender = _Sender(store, ctx, outbound, renderer, fallback, workers, going, lane)
    hands: dict[asyncio.Task[Made], Outbox] = {}
    posted, more = Fates(), True
    try:
        while more or hands:
            if more and len(hands) <= _IN_HAND - _AT_ONCE:
                more = going() and await sender.take(hands)
                continue
            done, _ = await asyncio.wait(hands, return_when=asyncio.FIRST_COMPLETED)
            posted += await sender.settle({task: hands.pop(task) for task in done})
    finally:  # if the database fails us, nobody may take letters back that are still on the wire
        sender.give_up(hands)
        await asyncio.gather(*hands, return_exceptions=True)
    return posted


async def together(rounds: Iterable[Awaitable[Fates]]) -> Fates:
    """Return what came of several rounds at once; if one raises, the others end first."""
    done = await asyncio.gather(*rounds, return_exceptions=True)
    total = Fates()
    for each in done:
        if isinstance(each, BaseException):
            raise each
        total += each
    return total


@dataclass
class _Sender:
    """Makes letters and hands them to a wire, several at once, those in one queue in the order of their claim."""

    store: Store
    ctx: Context
    outbound: Outbound
    renderer: Renderer
    fallback: Renderer | None
    workers: Executor | None
    going: Callable[[], bool]
    lane: str
    lines: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(UNMARKED))
    """A letter holds one from when it goes until it is marked."""
    wired: set[int | None] = field(default_factory=set)
    last: dict[str, asyncio.Task[Made]] = field(default_factory=dict)
    """By queue, the letter that goes there next after those before."""
    made: asyncio.Event | None = None
    """Set once the letter claimed last is made."""

    async def take(self, hands: dict[asyncio.Task[Made], Outbox]) -> bool:
        """Claim some letters and begin with them; return False if no more were due."""
        rows = await asyncio.to_thread(claim, self.store, self.ctx, _AT_ONCE, self.lane)
        for row, ready in zip(rows, await asyncio.to_thread(collect, self.store, self.ctx, rows), strict=True):
            queues = ready.queues if isinstance(ready, Envelope) else {}
            before = {wire: self.last[queue] for wire, queue in queues.items() if queue in self.last}
            ahead, self.made = self.made, asyncio.Event()
            task = asyncio.create_task(self._carry(row, ready, ahead, self.made, before))
            hands[task] = row
            self.last.update(dict.fromkeys(queues.values(), task))
        return len(rows) == _AT_ONCE

    async def settle(self, done: Mapping[asyncio.Task[Made], Outbox]) -> Fates:
        """Mark letters together."""
        fates = [(row, task.result()) for task, row in done.items()]
        posted = await asyncio.to_thread(mark, self.store, self.ctx, fates)
        for row in done.values():
            if row.id in self.wired:
                self.wired.remove(row.id)
                self.lines.release()
        return posted

    def give_up(self, hands: Collection[asyncio.Task[Made]]) -> None:
        """Let nothing more go; letters that wait for a line end."""
        self.going = lambda: False
        for _ in hands:
            self.lines.release()

    async def _carry(
        self,
        row: Outbox,
        ready: Envelope | str,
        ahead: asyncio.Event | None,
        ours: asyncio.Event,
        before: Mapping[str, asyncio.Task[Made]],
    ) -> Made:
        """Make a letter, and send it once all ``ahead`` are made and those ``before`` it in its queues have gone."""
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
        self.wired.add(row.id)
        went = {wire: task.result() for wire, task in before.items()}
        return await self._wire({wire: self._next(ready, each, went.get(wire)) for wire, each in made.items()})

    def _next(self, ready: Envelope, made: Dispatch, before: Made) -> Dispatch | Sent:
        """Return a post in the thread that the one before it may have opened, or the answer that it waits for that one.

        Letters that overtake each other are sorted in the mailbox; posts stay as they came.
        """
        if made.posting is None:
            return made
        went = before if isinstance(before, Sent) else None
        waits = ready.behind or (went is not None and went.fate is Fate.LATER)
        bound = not made.posting.thread or bool(made.posting.into)
        if waits and (bound or self.ctx.now() < ready.row.made + _IN_LINE):
            return Sent(Fate.LATER, "the post before it waits")
        if went is None or went.stands is None or made.posting.thread:
            return made
        opened = went.stands
        return replace(made, posting=replace(made.posting, thread=opened.thread, account=opened.account))

    async def _wire(self, made: Mapping[str, Dispatch | Sent]) -> Sent | None:
        """Send a letter by each of its wires; return the answers in one, that of the wire which has not taken it."""
        sent, gone = None, tuple[str, ...]()
        for wire, ready in made.items():
            if not self.going():
                return sent and replace(sent, fate=Fate.LATER, wires=gone)
            (answer,) = [ready] if isinstance(ready, Sent) else await self.outbound.send([ready])
            gone += (wire,) if answer.fate is Fate.SENT else ()
            worse = answer if sent is None else max(answer, sent, key=lambda each: _WORSE.index(each.fate))
            stands = answer.stands or (sent.stands if sent else None)
            sent = replace(worse, stands=stands, wires=gone)
        return sent

    async def _make(self, row: Outbox, ready: Envelope | str) -> dict[str, Dispatch] | Sent | OutboxStatus:
        """Return a letter ready for each of its wires, or why it does not go, or what is wrong with it."""
        if isinstance(ready, str):
            return await self._faulted(row, ready)
        if ready.facts is None:
            return OutboxStatus.WITHHELD if ready.withheld else OutboxStatus.DROPPED
        if not ready.wires:  # its reader was erased
            return OutboxStatus.DROPPED
        try:
            return {wire: await self._dispatch(ready, wire) for wire in ready.wires}
        except Exception:  # noqa: BLE001 - one bad letter never stops the others
            return await self._faulted(row, traceback.format_exc())

    async def _faulted(self, row: Outbox, trace: str) -> Sent:
        await asyncio.to_thread(_tell_fault, self.store, self.ctx, row, trace)
        return Sent(Fate.LATER, trace.strip().splitlines()[-1])

    async def _dispatch(self, ready: Envelope, wire: str) -> Dispatch:
        if ready.facts is None:
            raise AssertionError("a letter that goes has facts")
        if wire == MAIL:
            return dispatch(self.ctx, ready, await self._words(ready.facts))
        return posted(self.ctx, ready, await self._words(as_post(self.ctx, ready, ready.facts)))

    async def _words(self, facts: LetterFacts) -> Words:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self.workers, self.renderer.render, facts)
        except TemplateFault as fault:
            if self.fallback is None:
                raise
            await asyncio.to_thread(_tell_template, self.store, self.ctx, str(fault))
            return await loop.run_in_executor(self.workers, self.fallback.render, facts)


def claim(store: Store, ctx: Context, limit: int, lane: str = MAIL) -> list[Outbox]:
    """Take letters that are due under a lease: first those to readers who wait for an answer, then in order of writing.

    What was written earlier to such a reader comes along, so that letters to one reader keep their order. Where the
    quota of the day leaves room for some letters alone, the most important go.
    """
    now = ctx.now()
    with store.write() as session:
        left = _left_today(session, ctx, lane)
        scarce = left is not None and left < _waiting(session, ctx, lane)[0]
        room = min(limit, left or 0) if scarce else limit
        if room <= 0:
            return []
        free = (
            col(Outbox.status) == OutboxStatus.WAITING,
            col(Outbox.due) <= now,
            col(Outbox.leased).is_(None) | (col(Outbox.leased) < now - LEASE),
            *_goes_by(ctx, lane),
        )
        first = col(Outbox.priority) if scarce else ~_asked(*free)
        rows = session.exec(
            select(Outbox)
            .where(*free)
            .order_by(first, col(Outbox.due), col(Outbox.id))
            .limit(room)
            .with_for_update(skip_locked=True)
        ).all()
        for row in rows:
            row.leased = now
            row.claims += 1
    return _in_line(sorted(rows, key=lambda row: (row.due, row.id)) if scarce else rows)


def _in_line(rows: Sequence[Outbox]) -> list[Outbox]:
    """Let letters to one reader change places, so that they go as they were written, whichever was due first."""
    lines: dict[Reader, Iterator[Outbox]] = {}
    for row in rows:
        if reader(row) not in lines:
            same = (each for each in rows if reader(each) == reader(row))
            lines[reader(row)] = iter(sorted(same, key=lambda each: each.id or 0))
    return [next(lines[reader(row)]) for row in rows]


def _goes_by(ctx: Context, lane: str) -> Iterator[ColumnElement[bool]]:
    """Yield what tells whether a letter is for a forum, or for ``MAIL`` whether it is for none; nothing without any."""
    if not ctx.settings.forums:
        return
    forums = ctx.settings.forums if lane == MAIL else (lane,)
    newest = select(func.max(Account.id)).group_by(col(Account.player))
    theirs = (col(Account.id).in_(newest), col(Account.forum).in_(forums), Account.name != "")
    players = select(Account.player).where(*theirs)
    told = (col(Outbox.to) == "") & func.coalesce(col(Outbox.player).in_(players), False)
    posts = told | col(Outbox.to).in_([f"{FORUM}{forum}" for forum in forums])
    yield ~posts if lane == MAIL else posts


def _asked(*free: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return what tells whether an answer waits for the reader of a letter."""
    answers = (*free, (col(Outbox.priority) == Priority.ACKNOWLEDGEMENT) | (col(Outbox.in_reply_to) != ""))
    players = select(Outbox.player).where(*answers, col(Outbox.player).is_not(None))
    addresses = select(Outbox.to).where(*answers, col(Outbox.to) != "")
    return func.coalesce(col(Outbox.player).in_(players), False) | col(Outbox.to).in_(addresses)


def take_back(store: Store) -> None:
    """Take all letters out of their senders' hands; for whoever knows that these are dead."""
    with store.write() as session:
        session.execute(update(Outbox).where(col(Outbox.leased).is_not(None)).values(leased=None))


def backlog(session: Session, ctx: Context, lane: str = MAIL) -> Backlog:
    """Return what waits to go by mail, or with the name of a forum as the ``lane`` there, for the operator."""
    return Backlog(*_waiting(session, ctx, lane), _left_today(session, ctx, lane))


def _waiting(session: Session, ctx: Context, lane: str) -> tuple[int, datetime | None]:
    """Return how many letters are due, and the oldest of them."""
    due = (col(Outbox.status) == OutboxStatus.WAITING, col(Outbox.due) <= ctx.now(), *_goes_by(ctx, lane))
    count, oldest = session.exec(select(func.count(), func.min(Outbox.due)).where(*due)).one()
    return count, oldest


def _left_today(session: Session, ctx: Context, lane: str) -> int | None:
    """Return how many letters the mail provider still takes today; None for no limit, as there is none for posts."""
    quota = ctx.settings.limits.letters_per_day
    if not quota or lane != MAIL:
        return None
    return max(quota - queries.count(session, Outbox, col(Outbox.sent) > ctx.now() - _DAY, *_goes_by(ctx, lane)), 0)


def mark(store: Store, ctx: Context, fates: Sequence[tuple[Outbox, Made]]) -> Fates:
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
                if sent is not None:
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
    row.gone = "" if sent.fate is Fate.SENT else " ".join((*row.gone.split(), *sent.wires))
    if sent.stands is not None:
        threads.note(session, row, sent.stands)
    threads.tell(session, ctx, row, sent)
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

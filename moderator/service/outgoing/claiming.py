"""Which letters go next: rows of the outbox taken under a lease, answers first, and a match's reports together."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any, TypeAlias

import sqlalchemy
from msgspec import Struct
from sqlalchemy import ColumnElement, Executable, SQLColumnExpression, bindparam, case, func, update
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from moderator.ports import FORUM
from moderator.service.chat import sending
from moderator.service.context import Context
from moderator.service.outbox import Priority
from moderator.service.outgoing.envelopes import MAIL, Reader, reader
from moderator.service.people import watching
from moderator.store import queries
from moderator.store.session import Store
from moderator.store.statuses import OutboxStatus
from moderator.store.tables import Account, Outbox

LEASE = timedelta(minutes=10)
"""How long a claimed letter is left alone where nobody can tell whether its sender lives; then it goes again."""

_DAY = timedelta(days=1)

_PRESS = ("press-letter",)
_ANSWERS = ("acknowledgement", "held", "stranger")
_WATCHED = (watching.KIND,)
"""Kinds of letters that people cause at will: each has a share of the day, and the rest is kept for reports."""
_PART_OF_ONE = 5
"""One player, or all strangers together, get a fifth of the share of answers: nobody uses up what is for all."""
_FEWEST = 5
"""Letters that a share has at least, and a player of it: of a small quota a part would be next to nothing."""

_QueueShape: TypeAlias = tuple[tuple[str, ...], str]
"""The forums that there are, and the queue: the statements about its letters are built once."""

_Bounds: TypeAlias = dict[str, list[Any]]
"""What is not claimed: kinds of letters, and players whose answers wait."""


_own = aliased(Outbox)
_PLAYERS_WAIT = (
    select(_own.id)
    .where(col(_own.match) == col(Outbox.match), _own.kind == "turn-report", _own.seat != "")
    .where(_own.status == OutboxStatus.WAITING, _own.attempts == 0)
    .correlate(Outbox)
    .exists()
)
"""Whether a report of the match to one of its players has not been tried yet: who only watches is told after them."""


class Backlog(Struct, frozen=True):
    """What waits to go: letters due that nobody has in hand, the oldest of them, and how many more may go today.

    ``left_today`` is None where there is no quota.
    """

    waiting: int
    oldest: datetime | None
    left_today: int | None


def claim(store: Store, ctx: Context, limit: int, queue: str = MAIL, begun: Collection[int] = ()) -> list[Outbox]:
    """Take letters that are due under a lease: those to readers who wait for an answer first, then in order of writing.

    What was written earlier to such a reader comes along, so that letters of a match to one reader keep their order.
    Letters of matches whose reports were ``begun`` go before those of others, so that nobody knows what happened long
    before the other seats. Where the quota of the day leaves room for some letters alone, the most important go.
    """
    now, way = ctx.now(), _shape_of(ctx, queue)
    with store.write() as session:
        left, shares = _left_today(session, ctx, queue), _shares(session, ctx, queue)
        bounds = shares.bounds
        scarce = left is not None and left < _waiting(session, ctx, queue, bounds)[0]
        room = min(limit, left or 0) if scarce else limit
        if room <= 0:
            return []
        if scarce:
            found = _query(session, ctx, _priority_query(way), room=room, **bounds)
        else:
            first = _readers_to_answer(session, ctx, way, room, bounds)
            found = _query(session, ctx, _next_query(way, tuple(first)), room=room, begun=[*begun], **first, **bounds)
        rows = shares.within([row for (row,) in found])
        for row in rows:
            row.leased, row.claims = now, row.claims + 1
    return _keep_reader_order(sorted(rows, key=lambda row: (row.due, row.id)) if scarce else rows)


def _keep_reader_order(rows: Sequence[Outbox]) -> list[Outbox]:
    """Let letters to one reader change places, so that they go as they were written, whichever was due first."""
    lines: dict[Reader, Iterator[Outbox]] = {}
    for row in rows:
        if reader(row) not in lines:
            same = (each for each in rows if reader(each) == reader(row))
            lines[reader(row)] = iter(sorted(same, key=lambda each: (each.made, each.id)))
    return [next(lines[reader(row)]) for row in rows]


def _shape_of(ctx: Context, queue: str) -> _QueueShape:
    return tuple(ctx.settings.forums), queue


def _unclaimed(way: _QueueShape) -> Iterator[ColumnElement[bool]]:
    """Yield what tells whether a letter of a queue is due and in nobody's hands."""
    yield col(Outbox.status) == OutboxStatus.WAITING
    yield col(Outbox.due) <= bindparam("now")
    yield col(Outbox.leased).is_(None) | (col(Outbox.leased) < bindparam("stale"))
    yield col(Outbox.kind).not_in(bindparam("closed", expanding=True))
    of_spent = func.coalesce(col(Outbox.player), 0).in_(bindparam("spent", expanding=True))
    yield ~(col(Outbox.kind).in_(_ANSWERS) & of_spent)
    yield ~(col(Outbox.kind).in_(_WATCHED) & _PLAYERS_WAIT)
    yield from _is_in_queue(way)


def _is_in_queue(way: _QueueShape) -> Iterator[ColumnElement[bool]]:
    """Yield what tells whether a letter is for a forum, or for ``MAIL`` whether it is for none; nothing without any."""
    all_forums, queue = way
    if not all_forums:
        return
    forums = all_forums if queue == MAIL else (queue,)
    newest = select(func.max(Account.id)).group_by(col(Account.player))
    theirs = (col(Account.id).in_(newest), col(Account.forum).in_(forums), Account.name != "")
    players = select(Account.player).where(*theirs)
    told = (col(Outbox.to) == "") & func.coalesce(col(Outbox.player).in_(players), False)
    posts = told | col(Outbox.to).in_([f"{FORUM}{forum}" for forum in forums])
    yield ~posts if queue == MAIL else posts


def _query(session: Session, ctx: Context, statement: Executable, **asked: object) -> Sequence[Any]:
    """Return the rows of a statement about letters that are free now."""
    now = ctx.now()
    given = {"now": now, "stale": now - LEASE, "closed": [], "spent": [], **asked}
    return session.execute(statement, given).all()


def _readers_to_answer(
    session: Session, ctx: Context, way: _QueueShape, room: int, bounds: _Bounds
) -> dict[str, int | str]:
    """Return the readers for whom an answer waits, each named by ``to``, its address, or ``player``, and its place.

    SQLAlchemy names values of its own in the same statement: never so.
    """
    readers = dict.fromkeys(map(tuple, _query(session, ctx, _answers_query(way), room=room, **bounds)))
    named = (
        (f"to_reader{assignment}", to) if to else (f"player_reader{assignment}", player)
        for assignment, (player, to) in enumerate(readers)
    )
    return {assignment: name for assignment, name in named if name}


@cache
def _answers_query(way: _QueueShape) -> Executable:
    """Return what asks for the readers for whom an answer waits."""
    answers = (col(Outbox.priority) == Priority.ACKNOWLEDGEMENT) | (col(Outbox.in_reply_to) != "")
    waiting = sqlalchemy.select(col(Outbox.player), col(Outbox.to)).where(*_unclaimed(way), answers)
    return waiting.order_by(col(Outbox.due), col(Outbox.id)).limit(bindparam("room"))


@cache
def _next_query(way: _QueueShape, first: tuple[str, ...]) -> Executable:
    """Return what asks for the letters to some readers, then to matches begun, then to all others."""
    readers = (getattr(Outbox, name.partition("_")[0]) == bindparam(name) for name in first)
    turns = (*readers, col(Outbox.match).in_(bindparam("begun", expanding=True)))
    return _sorted_query(way, case(*((turn, assignment) for assignment, turn in enumerate(turns)), else_=len(turns)))


@cache
def _priority_query(way: _QueueShape) -> Executable:
    """Return what asks for the letters that matter most."""
    return _sorted_query(way, col(Outbox.priority))


def _sorted_query(way: _QueueShape, turn: SQLColumnExpression[int]) -> Executable:
    in_turn = sqlalchemy.select(Outbox).where(*_unclaimed(way)).limit(bindparam("room"))
    return in_turn.order_by(turn, col(Outbox.due), col(Outbox.id)).with_for_update(skip_locked=True)


def release_leases(store: Store) -> None:
    """Take all letters out of their senders' hands; for whoever knows that these are dead."""
    with store.write() as session:
        session.execute(update(Outbox).where(col(Outbox.leased).is_not(None)).values(leased=None))
        sending.release_leases(session)


def backlog(session: Session, ctx: Context, queue: str = MAIL) -> Backlog:
    """Return what waits to go by mail, or with the name of a forum as the ``queue`` there, for the operator."""
    return Backlog(*_waiting(session, ctx, queue), _left_today(session, ctx, queue))


def _waiting(session: Session, ctx: Context, queue: str, bounds: _Bounds | None = None) -> tuple[int, datetime | None]:
    """Return how many letters are due, or may be claimed within bounds, and when the oldest of them was due."""
    waiting = sqlalchemy.select(func.count(), func.min(Outbox.due)).where(*_unclaimed(_shape_of(ctx, queue)))
    ((count, oldest),) = _query(session, ctx, waiting, **(bounds or {}))
    return count, oldest


def _left_today(session: Session, ctx: Context, queue: str) -> int | None:
    """Return how many letters may still be claimed today; None for no limit, as there is none for posts."""
    quota = ctx.settings.limits.letters_per_day
    if not quota or queue != MAIL:
        return None
    gone = queries.count(session, Outbox, *_sent_today(ctx, queue))
    return max(quota - gone, 0)


def _sent_today(ctx: Context, queue: str) -> tuple[ColumnElement[bool], ...]:
    """Return what tells whether a letter has gone in the last day, or is in somebody's hands."""
    now = ctx.now()
    held = (col(Outbox.status) == OutboxStatus.WAITING) & (col(Outbox.leased) >= now - LEASE)
    return (col(Outbox.sent) > now - _DAY) | held, *_is_in_queue(_shape_of(ctx, queue))


def _shares(session: Session, ctx: Context, queue: str) -> "_Shares":
    """Return what may still go today of the kinds of letters that have a share of the quota."""
    limits, left = ctx.settings.limits, dict[tuple[str, ...], int]()
    if not limits.letters_per_day or queue != MAIL:
        return _Shares({}, {}, 0)
    parts = {_PRESS: limits.press_share, _ANSWERS: limits.answer_share, _WATCHED: limits.watch_share}
    most = {
        kinds: max(int(part * limits.letters_per_day), _FEWEST) for kinds, part in parts.items() if part is not None
    }
    asked = sqlalchemy.select(col(Outbox.kind), func.coalesce(col(Outbox.player), 0), func.count())
    rows = session.execute(
        asked.where(*_sent_today(ctx, queue), col(Outbox.kind).in_((*_PRESS, *_ANSWERS, *_WATCHED))).group_by(
            col(Outbox.kind), col(Outbox.player)
        )
    ).all()
    for kinds, room in most.items():
        left[kinds] = max(room - sum(count for kind, _, count in rows if kind in kinds), 0)
    answered = Counter[int]()
    for kind, player, count in rows:
        answered[player] += count if kind in _ANSWERS else 0
    each = max(most[_ANSWERS] // _PART_OF_ONE, _FEWEST) if _ANSWERS in most else 0
    return _Shares(left, answered, each)


class _Shares(Struct, frozen=True):
    """What may still go today: ``left`` of some kinds of letters, and of the answers to a player (0: any number).

    ``answered`` counts the answers that have gone to each player; strangers count as player 0.
    """

    left: dict[tuple[str, ...], int]
    answered: dict[int, int]
    each: int

    @property
    def bounds(self) -> _Bounds:
        """The kinds of which nothing more goes today, and the players who get no more answers."""
        closed = [kind for kinds, left in self.left.items() if left <= 0 for kind in kinds]
        return {
            "closed": closed,
            "spent": [player for player, count in self.answered.items() if self.each and count >= self.each],
        }

    def within(self, rows: Sequence[Outbox]) -> list[Outbox]:
        """Return those of some letters that may go, in their order."""
        left, answered, kept = dict(self.left), Counter(self.answered), []
        for row in rows:
            kinds = next((kinds for kinds in left if row.kind in kinds), None)
            one = (row.player or 0) if kinds == _ANSWERS and self.each else None
            if kinds is None or (left[kinds] > 0 and (one is None or answered[one] < self.each)):
                kept.append(row)
                if kinds is not None:
                    left[kinds] -= 1
                if one is not None:
                    answered[one] += 1
        return kept

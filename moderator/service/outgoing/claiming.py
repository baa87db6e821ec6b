"""Which letters go next: rows of the outbox taken under a lease, answers first, and a match's reports together."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any, TypeAlias

import sqlalchemy
from msgspec import Struct
from sqlalchemy import ColumnElement, Executable, SQLColumnExpression, bindparam, case, func, update
from sqlmodel import Session, col, select

from moderator.ports import FORUM
from moderator.service.context import Context
from moderator.service.outbox import Priority
from moderator.service.outgoing.envelopes import MAIL, Reader, reader
from moderator.store import queries
from moderator.store.plain import PlainOutbox, columns
from moderator.store.session import Store
from moderator.store.tables import Account, Outbox, OutboxStatus

LEASE = timedelta(minutes=10)
"""How long a claimed letter is left alone where nobody can tell whether its sender lives; then it goes again."""

_DAY = timedelta(days=1)

_Way: TypeAlias = tuple[tuple[str, ...], str]
"""The forums that there are, and the lane: the statements about its letters are built once."""


class Backlog(Struct, frozen=True):
    """What waits to go: letters due that nobody has in hand, the oldest of them, and how many more may go today.

    ``left_today`` is None where there is no quota.
    """

    waiting: int
    oldest: datetime | None
    left_today: int | None


def claim(store: Store, ctx: Context, limit: int, lane: str = MAIL, begun: Collection[int] = ()) -> list[PlainOutbox]:
    """Take letters that are due under a lease: those to readers who wait for an answer first, then in order of writing.

    What was written earlier to such a reader comes along, so that letters of a match to one reader keep their order.
    Letters of matches whose reports were ``begun`` go before those of others, so that nobody knows what happened long
    before the other seats. Where the quota of the day leaves room for some letters alone, the most important go.
    """
    now, way = ctx.now(), _way(ctx, lane)
    with store.write() as session:
        left = _left_today(session, ctx, lane)
        scarce = left is not None and left < _waiting(session, ctx, lane)[0]
        room = min(limit, left or 0) if scarce else limit
        if room <= 0:
            return []
        if scarce:
            found = _ask(session, ctx, _most_important(way), room=room)
        else:
            first = _first(session, ctx, way, room)
            found = _ask(session, ctx, _next(way, tuple(first)), room=room, begun=[*begun], **first)
        rows = [PlainOutbox(*row) for row in found]
        for row in rows:
            row.leased, row.claims = now, row.claims + 1
        taken = [{"id": row.id, "leased": row.leased, "claims": row.claims} for row in rows]
        queries.update_all(session, Outbox, taken)
    return _in_line(sorted(rows, key=lambda row: (row.due, row.id)) if scarce else rows)


def _in_line(rows: Sequence[PlainOutbox]) -> list[PlainOutbox]:
    """Let letters to one reader change places, so that they go as they were written, whichever was due first."""
    lines: dict[Reader, Iterator[PlainOutbox]] = {}
    for row in rows:
        if reader(row) not in lines:
            same = (each for each in rows if reader(each) == reader(row))
            lines[reader(row)] = iter(sorted(same, key=lambda each: each.id))
    return [next(lines[reader(row)]) for row in rows]


def _way(ctx: Context, lane: str) -> _Way:
    return tuple(ctx.settings.forums), lane


def _free(way: _Way) -> Iterator[ColumnElement[bool]]:
    """Yield what tells whether a letter of a lane is due and in nobody's hands."""
    yield col(Outbox.status) == OutboxStatus.WAITING
    yield col(Outbox.due) <= bindparam("now")
    yield col(Outbox.leased).is_(None) | (col(Outbox.leased) < bindparam("stale"))
    yield from _goes_by(way)


def _goes_by(way: _Way) -> Iterator[ColumnElement[bool]]:
    """Yield what tells whether a letter is for a forum, or for ``MAIL`` whether it is for none; nothing without any."""
    all_forums, lane = way
    if not all_forums:
        return
    forums = all_forums if lane == MAIL else (lane,)
    newest = select(func.max(Account.id)).group_by(col(Account.player))
    theirs = (col(Account.id).in_(newest), col(Account.forum).in_(forums), Account.name != "")
    players = select(Account.player).where(*theirs)
    told = (col(Outbox.to) == "") & func.coalesce(col(Outbox.player).in_(players), False)
    posts = told | col(Outbox.to).in_([f"{FORUM}{forum}" for forum in forums])
    yield ~posts if lane == MAIL else posts


def _ask(session: Session, ctx: Context, statement: Executable, **asked: object) -> Sequence[Any]:
    """Return the rows of a statement about letters that are free now."""
    now = ctx.now()
    return session.connection().execute(statement, {"now": now, "stale": now - LEASE, **asked}).all()


def _first(session: Session, ctx: Context, way: _Way, room: int) -> dict[str, int | str]:
    """Return the readers for whom an answer waits, each named by ``to``, its address, or ``player``, and its place."""
    readers = dict.fromkeys(map(tuple, _ask(session, ctx, _answered(way), room=room)))
    named = ((f"to_{place}", to) if to else (f"player_{place}", player) for place, (player, to) in enumerate(readers))
    return {place: name for place, name in named if name}


@cache
def _answered(way: _Way) -> Executable:
    """Return what asks for the readers for whom an answer waits."""
    answers = (col(Outbox.priority) == Priority.ACKNOWLEDGEMENT) | (col(Outbox.in_reply_to) != "")
    waiting = sqlalchemy.select(col(Outbox.player), col(Outbox.to)).where(*_free(way), answers)
    return waiting.order_by(col(Outbox.due), col(Outbox.id)).limit(bindparam("room"))


@cache
def _next(way: _Way, first: tuple[str, ...]) -> Executable:
    """Return what asks for the letters to some readers, then to matches begun, then to all others."""
    readers = (getattr(Outbox, name.partition("_")[0]) == bindparam(name) for name in first)
    turns = (*readers, col(Outbox.match).in_(bindparam("begun", expanding=True)))
    return _sorted(way, case(*((turn, place) for place, turn in enumerate(turns)), else_=len(turns)))


@cache
def _most_important(way: _Way) -> Executable:
    """Return what asks for the letters that matter most."""
    return _sorted(way, col(Outbox.priority))


def _sorted(way: _Way, turn: SQLColumnExpression[int]) -> Executable:
    in_turn = sqlalchemy.select(*columns(PlainOutbox, Outbox)).where(*_free(way)).limit(bindparam("room"))
    return in_turn.order_by(turn, col(Outbox.due), col(Outbox.id)).with_for_update(skip_locked=True)


def take_back(store: Store) -> None:
    """Take all letters out of their senders' hands; for whoever knows that these are dead."""
    with store.write() as session:
        session.execute(update(Outbox).where(col(Outbox.leased).is_not(None)).values(leased=None))


def backlog(session: Session, ctx: Context, lane: str = MAIL) -> Backlog:
    """Return what waits to go by mail, or with the name of a forum as the ``lane`` there, for the operator."""
    return Backlog(*_waiting(session, ctx, lane), _left_today(session, ctx, lane))


def _waiting(session: Session, ctx: Context, lane: str) -> tuple[int, datetime | None]:
    """Return how many letters may be claimed, and when the oldest of them was due."""
    waiting = sqlalchemy.select(func.count(), func.min(Outbox.due)).where(*_free(_way(ctx, lane)))
    ((count, oldest),) = _ask(session, ctx, waiting)
    return count, oldest


def _left_today(session: Session, ctx: Context, lane: str) -> int | None:
    """Return how many letters may still be claimed today; None for no limit, as there is none for posts."""
    quota = ctx.settings.limits.letters_per_day
    if not quota or lane != MAIL:
        return None
    now = ctx.now()
    held = (col(Outbox.status) == OutboxStatus.WAITING) & (col(Outbox.leased) >= now - LEASE)
    gone = queries.count(session, Outbox, (col(Outbox.sent) > now - _DAY) | held, *_goes_by(_way(ctx, lane)))
    return max(quota - gone, 0)

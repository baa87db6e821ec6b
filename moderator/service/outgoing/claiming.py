"""Which letters go next: rows of the outbox taken under a lease, answers first, and a match's reports together."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta

from msgspec import Struct
from sqlalchemy import ColumnElement, case, func, update
from sqlmodel import Session, col, select

from moderator.ports import FORUM
from moderator.service.context import Context
from moderator.service.outbox import Priority
from moderator.service.outgoing.envelopes import MAIL, Reader, reader
from moderator.store import queries
from moderator.store.session import Store
from moderator.store.tables import Account, Outbox, OutboxStatus

LEASE = timedelta(minutes=10)
"""How long a claimed letter is left alone where nobody can tell whether its sender lives; then it goes again."""

_DAY = timedelta(days=1)


class Backlog(Struct, frozen=True):
    """What waits to go: letters due that nobody has in hand, the oldest of them, and how many more may go today.

    ``left_today`` is None where there is no quota.
    """

    waiting: int
    oldest: datetime | None
    left_today: int | None


def claim(store: Store, ctx: Context, limit: int, lane: str = MAIL, begun: Collection[int] = ()) -> list[Outbox]:
    """Take letters that are due under a lease: those to readers who wait for an answer first, then in order of writing.

    What was written earlier to such a reader comes along, so that letters of a match to one reader keep their order.
    Letters of matches whose reports were ``begun`` go before those of others, so that nobody knows what happened long
    before the other seats. Where the quota of the day leaves room for some letters alone, the most important go.
    """
    now = ctx.now()
    with store.write() as session:
        free = tuple(_free(ctx, lane))
        left = _left_today(session, ctx, lane)
        scarce = left is not None and left < queries.count(session, Outbox, *free)
        room = min(limit, left or 0) if scarce else limit
        if room <= 0:
            return []
        turn = col(Outbox.priority) if scarce else _turn(session, room, begun, *free)
        rows = session.exec(
            select(Outbox)
            .where(*free)
            .order_by(turn, col(Outbox.due), col(Outbox.id))
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


def _free(ctx: Context, lane: str) -> Iterator[ColumnElement[bool]]:
    """Yield what tells whether a letter of a lane is due and in nobody's hands."""
    now = ctx.now()
    yield col(Outbox.status) == OutboxStatus.WAITING
    yield col(Outbox.due) <= now
    yield col(Outbox.leased).is_(None) | (col(Outbox.leased) < now - LEASE)
    yield from _goes_by(ctx, lane)


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


def _turn(session: Session, limit: int, begun: Collection[int], *free: ColumnElement[bool]) -> ColumnElement[int]:
    """Return by what letters are sorted: each reader for whom an answer waits, then matches begun, then all others."""
    answers = (col(Outbox.priority) == Priority.ACKNOWLEDGEMENT) | (col(Outbox.in_reply_to) != "")
    waiting = select(Outbox.player, Outbox.to).where(*free, answers).order_by(col(Outbox.due), col(Outbox.id))
    readers = dict.fromkeys(session.exec(waiting.limit(limit)))
    asked = [col(Outbox.to) == to if to else col(Outbox.player) == player for player, to in readers if to or player]
    turns = (*asked, col(Outbox.match).in_(begun))
    return case(*((turn, place) for place, turn in enumerate(turns)), else_=len(turns))


def take_back(store: Store) -> None:
    """Take all letters out of their senders' hands; for whoever knows that these are dead."""
    with store.write() as session:
        session.execute(update(Outbox).where(col(Outbox.leased).is_not(None)).values(leased=None))


def backlog(session: Session, ctx: Context, lane: str = MAIL) -> Backlog:
    """Return what waits to go by mail, or with the name of a forum as the ``lane`` there, for the operator."""
    return Backlog(*_waiting(session, ctx, lane), _left_today(session, ctx, lane))


def _waiting(session: Session, ctx: Context, lane: str) -> tuple[int, datetime | None]:
    """Return how many letters may be claimed, and when the oldest of them was due."""
    count, oldest = session.exec(select(func.count(), func.min(Outbox.due)).where(*_free(ctx, lane))).one()
    return count, oldest


def _left_today(session: Session, ctx: Context, lane: str) -> int | None:
    """Return how many letters may still be claimed today; None for no limit, as there is none for posts."""
    quota = ctx.settings.limits.letters_per_day
    if not quota or lane != MAIL:
        return None
    now = ctx.now()
    held = (col(Outbox.status) == OutboxStatus.WAITING) & (col(Outbox.leased) >= now - LEASE)
    gone = queries.count(session, Outbox, (col(Outbox.sent) > now - _DAY) | held, *_goes_by(ctx, lane))
    return max(quota - gone, 0)

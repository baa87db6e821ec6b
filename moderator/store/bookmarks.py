"""How far forums have been read, in the database, and what is to be read again before a turn."""

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session, col, delete, select

from moderator.ports import FORUM
from moderator.store.session import Store
from moderator.store.tables import Asking, Cursor, Letter, Match, MatchStatus, Thread


class Bookmarks:
    """The cursors of an instance's forums."""

    def __init__(self, store: Store) -> None:
        """Take the database that holds them."""
        self._store = store

    def get(self, forum: str) -> str:
        """Return how far a forum was read, empty for nothing yet."""
        with self._store.read() as session:
            return session.exec(select(Cursor.cursor).where(Cursor.forum == forum)).first() or ""

    def set(self, forum: str, cursor: str) -> None:
        """Note how far a forum was read."""
        with self._store.write() as session:
            session.execute(delete(Cursor).where(col(Cursor.forum) == forum))
            session.add(Cursor(forum=forum, cursor=cursor))


def threads_before_turns(session: Session, now: datetime) -> Sequence[Thread]:
    """Return the threads of seats whose turn is due and whose orders came by forum: they may have been edited since."""
    posted = (
        select(Letter.id)
        .join(Asking, (col(Asking.match) == col(Letter.match)) & (col(Asking.number) == col(Match.asking)))
        .where(col(Letter.match) == col(Match.id), col(Letter.seat) == col(Thread.seat))
        .where(col(Letter.transport).startswith(FORUM), col(Letter.arrived) >= col(Asking.opened))
    )
    due = (Match.status == MatchStatus.RUNNING, (col(Match.deadline) <= now) | (col(Match.ready_at) <= now))
    found = select(Thread).join(Match, col(Match.id) == col(Thread.match)).where(Thread.seat != "", *due)
    return session.exec(found.where(posted.correlate(Match, Thread).exists())).all()

"""How far forums have been read, in the database, and what is to be read again before a turn."""

from collections.abc import Collection, Sequence

from sqlmodel import Session, col, delete, select

from moderator.store.session import Store
from moderator.store.tables import Cursor, SeatAssignment, Thread


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


def threads_before_turns(session: Session, matches: Collection[int]) -> Sequence[Thread]:
    """Return the threads of those who sit in the seats of matches: posts there may have been edited until now."""
    sits = (col(SeatAssignment.match) == col(Thread.match)) & (col(SeatAssignment.seat) == col(Thread.seat))
    own = (col(SeatAssignment.left).is_(None), col(SeatAssignment.player) == col(Thread.player))
    return session.exec(select(Thread).join(SeatAssignment, sits).where(col(Thread.match).in_(matches), *own)).all()

"""How far forums have been read, in the database."""

from sqlmodel import col, delete, select

from moderator.store.session import Store
from moderator.store.tables import Cursor


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

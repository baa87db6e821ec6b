"""Posts as letters: what is new or changed in a forum, each kept before the forum is asked for what comes after it."""

from collections.abc import Sequence
from typing import Protocol

from moderator.ports import FORUM, Delivery, Keep
from moderator.posts.post import PostedLetter, encode
from moderator.transport.forum.http import spare_calls
from moderator.transport.forum.port import Forum, Partly


class Bookmark(Protocol):
    """Where it is noted how far a forum has been read."""

    def get(self, forum: str) -> str:
        """Return the cursor, empty at the beginning."""
        ...

    def set(self, forum: str, cursor: str) -> None:
        """Note a cursor."""
        ...


class ForumInbound:
    """An ``Inbound`` that reads a forum; a post comes once for each change of it."""

    def __init__(self, name: str, forum: Forum, bookmark: Bookmark) -> None:
        """Take the forum with its name in the operator's file."""
        self.name, self._forum, self._bookmark = name, forum, bookmark

    def drain(self, keep: Keep, threads: Sequence[str] = ()) -> int:
        """Keep every post that is new or changed, and note how far the forum was read if all could be kept.

        Every edit in ``threads`` is among them. Raises ForumError where the forum cannot be read to its end: what it
        holds lies safe there. A post counts from its last change, by the forum's clock.
        """
        partly = None
        with spare_calls():  # a look at many threads is not to keep answers waiting
            try:
                posts, cursor = self._forum.changes(self._bookmark.get(self.name), threads)
            except Partly as error:
                posts, cursor, partly = error.posts, error.cursor, error
        deliveries = [
            Delivery(
                transport=f"{FORUM}{self.name}",
                origin=f"{post.thread};{post.id};{post.revision}",
                arrived=post.changed,
                raw=encode(PostedLetter(self.name, post)),
            )
            for post in posts
        ]
        answers = keep(deliveries) if deliveries else []
        for answer in answers:
            if isinstance(answer, Exception):
                raise answer
        self._bookmark.set(self.name, cursor)
        if partly is not None:
            raise partly
        return len(deliveries)

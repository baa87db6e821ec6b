"""What a forum's cursor holds: what was seen of each thread, and which threads are to be read again next.

No forum lists its edits, and some give an approved post an old place or an old time. So there is no high-water mark
that could be trusted alone: each post is remembered with its revision, and threads are read again in turn.
"""

from collections.abc import Callable, Iterable
from typing import Self

import msgspec
from msgspec import Struct, field

from moderator.transport.forum.http import Missing
from moderator.transport.forum.port import Account, Partly, Post, Refused, TryLater
from moderator.transport.forum.refs import is_by


class ReadingState(Struct):
    """The posts of others by thread and revision, the thread least recently read first; ``marks`` are the adapter's."""

    threads: dict[str, dict[str, str]] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)
    marks: dict[str, str] = field(default_factory=dict)

    @classmethod
    def from_cursor(cls, cursor: str) -> Self:
        """Return what a cursor holds; one that cannot be read begins at the beginning, as the empty one does."""
        try:
            return msgspec.json.decode(cursor, type=cls)
        except msgspec.DecodeError:
            return cls()

    def cursor(self) -> str:
        """Return the text of the cursor."""
        return msgspec.json.encode(self).decode()

    def news(self, posts: Iterable[Post], me: Account) -> list[Post]:
        """Return the posts of others that are new or changed, and remember them."""
        return [post for post in posts if self._is_news(post, me)]

    def differs(self, thread: str, post: str, revision: str) -> bool:
        """Return whether a post is new or changed."""
        return self.threads.get(thread, {}).get(post) != revision

    def add_unread(self, threads: Iterable[str]) -> None:
        """Remember threads that are to be read soon."""
        self.unread += [each for each in dict.fromkeys(threads) if each not in self.unread]

    def look(
        self, found: Iterable[Post], more: int, read: Callable[[str], Iterable[Post]], me: Account
    ) -> tuple[list[Post], str]:
        """Read the unread threads and a few more, those that were read longest ago; return all that was found.

        When the forum says to try later, what was read is kept and the rest comes at the next look; raises Partly if
        anything is unread. A thread that is gone is forgotten; one that we may not read waits for its next turn.
        """
        found = list(found)
        for thread in [*self.unread, *[each for each in self.threads if each not in self.unread][:more]]:
            gone = False
            try:
                for post in read(thread):
                    found += self.news([post], me)
            except TryLater as error:
                if self.unread:
                    raise self.partly(error, found) from None
                break
            except Refused as error:
                gone = isinstance(error, Missing)
            self.unread = [each for each in self.unread if each != thread]
            posts = self.threads.pop(thread, {})
            if not gone:
                self.threads[thread] = posts  # behind all others
        return oldest_first(found), self.cursor()

    def partly(self, error: TryLater, found: Iterable[Post]) -> Partly:
        """Return what tells that a look ended here."""
        return Partly(error, oldest_first(found), self.cursor())

    def _is_news(self, post: Post, me: Account) -> bool:
        posts = self.threads.setdefault(post.thread, {})
        if is_by(post, me):
            return False
        changed = posts.get(post.id) != post.revision
        posts[post.id] = post.revision
        return changed


def oldest_first(posts: Iterable[Post]) -> list[Post]:
    """Return posts in the order of their last changes."""
    return sorted(posts, key=lambda post: (post.changed, post.created))

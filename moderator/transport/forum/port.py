"""The port to a web forum: what every kind of forum can do for us, in words of ours."""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from msgspec import Struct

from moderator.posts.post import Account, Post, PostState

__all__ = [
    "QUEUED",
    "Account",
    "Act",
    "Forum",
    "ForumError",
    "Limits",
    "Partly",
    "Post",
    "PostState",
    "Refused",
    "Spent",
    "Thread",
    "TryLater",
    "Unsure",
    "Upload",
    "queued_post",
]

QUEUED = "queued-"
"""How the id of a post begins that waits for approval: it has none among the posts yet."""


class Thread(Struct, frozen=True, kw_only=True):
    """A thread as it stands; ``members`` are all who can read a private one, the moderator's account included.

    ``id`` is the adapter's own text and opaque to everybody else.
    """

    id: str
    title: str
    private: bool
    locked: bool = False
    members: tuple[Account, ...] = ()


class Upload(Struct, frozen=True):
    """A picture for a post; ``{{picture:0}}`` in the text marks the place of the first, unmarked ones come last."""

    name: str
    png: bytes
    alt: str = ""


class Limits(Struct, frozen=True, kw_only=True):
    """What a forum allows; lengths in characters, ``largest_picture`` in bytes, ``gap`` in seconds between two posts.

    ``safe_pictures`` is False where a picture in a private thread is open to everybody who has its link. ``fold`` is
    what a forum writes before and after what it shows folded, empty where it has nothing for that.
    """

    longest_post: int
    shortest_post: int
    longest_title: int
    shortest_title: int
    largest_picture: int
    gap: float = 0.0
    safe_pictures: bool = False
    locks_private: bool = True
    freezes: bool = True
    fold: tuple[str, str] = ("", "")


class Act(StrEnum):
    """What the moderator's account can do to a thread (LOCK, UNLOCK) or to a post (the others)."""

    LOCK = "lock"
    UNLOCK = "unlock"
    HIDE = "hide"
    APPROVE = "approve"
    FREEZE = "freeze"
    """The author can no longer edit the post."""


class ForumError(Exception):
    """A forum did not do what it was asked; the text is fit for a log and names no key and no password."""


class TryLater(ForumError):  # noqa: N818 - the port's word for it
    """Not now (flood limit, 429, 5xx, no connection), surely not done: ask again ``after`` seconds."""

    def __init__(self, text: str, after: float = 30.0) -> None:
        super().__init__(text)
        self.after = after


class Spent(TryLater):
    """We have called as often as we allow ourselves: nothing was asked of the forum, and nothing is wrong with it."""


class Unsure(TryLater):
    """The request left us and no answer came: ``find`` tells whether it was done."""


class Partly(TryLater):
    """A look at the forum did not come to its end; ``posts`` and ``cursor`` are what it came to."""

    def __init__(self, error: TryLater, posts: list[Post], cursor: str) -> None:
        super().__init__(str(error), error.after)
        self.posts, self.cursor = posts, cursor


class Refused(ForumError):  # noqa: N818 - the port's word for it
    """It does not get better by itself (rights, lengths, an unknown thread): the operator is told."""


class Forum(Protocol):
    """A forum, seen through the moderator's account. Every method raises ForumError and nothing else."""

    @property
    def limits(self) -> Limits:
        """What this forum allows."""
        ...

    def me(self) -> Account:
        """Return the moderator's own account."""
        ...

    def warnings(self) -> list[str]:
        """Return what our account lacks here, each with the way to mend it; nothing is changed by asking."""
        ...

    def account(self, name: str) -> Account:
        """Return the account of a name, in any case; raises Refused if there is none."""
        ...

    def changes(self, cursor: str, threads: Sequence[str] = ()) -> tuple[list[Post], str]:
        """Return posts of others that are new, edited or otherwise changed since a cursor, oldest first.

        The second value is the next cursor, to be kept once the posts are kept; the empty text begins at the
        beginning. A post may come more than once, and none is ever left out: one approved late comes, too. Edits come
        when their thread has its turn; those in ``threads`` come now. Raises Partly if there is more than was read.
        """
        ...

    def thread(self, thread: str) -> Thread:
        """Return a thread with its members."""
        ...

    def read(self, thread: str) -> list[Post]:
        """Return every post of a thread, ours included, in the order in which it shows them."""
        ...

    def start(self, to: Sequence[Account], title: str, text: str, ref: str, pictures: Sequence[Upload] = ()) -> Post:
        """Open a thread, a private one with these accounts, or for none of them a public one; return its first post."""
        ...

    def reply(self, thread: str, text: str, ref: str, pictures: Sequence[Upload] = ()) -> Post:
        """Write a post in a thread."""
        ...

    def find(self, ref: str, thread: str = "") -> Post | None:
        """Return our own post that bears a ref in its last line, in a thread or anywhere; None for none.

        A ref that stands in a quotation or in somebody else's post is not believed.
        """
        ...

    def edit(self, post: Post, text: str) -> Post:
        """Write a post of ours anew; it keeps its ref and its pictures."""
        ...

    def moderate(self, target: Thread | Post, act: Act) -> None:
        """Lock or unlock a thread, or hide, approve or freeze a post; doing it twice is harmless."""
        ...

    def close(self) -> None:
        """Give back connections."""
        ...


def queued_post(
    number: int | str, thread: str, author: Account | None, text: str, created: datetime, *, private: bool
) -> Post:
    """Return a post that waits for approval; ``number`` is that of its place in the queue."""
    return Post(
        id=f"{QUEUED}{number}",
        thread=thread,
        private=private,
        author=author,
        text=text.replace("\r\n", "\n"),
        revision=PostState.QUEUED,
        created=created,
        changed=created,
        state=PostState.QUEUED,
    )

"""A post as a forum shows it, and the form in which one is kept beside the letters."""

from datetime import datetime
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from moderator.core import codec


class Account(Struct, frozen=True):
    """Somebody with an account: ``id`` never changes, ``name`` may."""

    id: str
    name: str


class PostState(StrEnum):
    """Whether people can see a post."""

    SHOWN = "shown"
    QUEUED = "queued"
    """It waits for the approval of the forum's staff."""
    HIDDEN = "hidden"


class Post(Struct, frozen=True, kw_only=True):
    """One post as it stands now.

    ``text`` is the source as its author wrote it, with LF line ends. ``author`` is None for an account that is gone.
    ``revision`` changes whenever the text or the state may have changed. ``created`` and ``changed`` are aware and by
    the forum's clock; ``changed`` is the time of the last edit, and equal to ``created`` before the first one.
    """

    id: str
    thread: str
    private: bool
    author: Account | None
    text: str
    revision: str
    created: datetime
    changed: datetime
    state: PostState = PostState.SHOWN


class PostedLetter(Struct, frozen=True):
    """What is kept of a post in place of the bytes of a letter: the name of the forum, and the post."""

    forum: str
    post: Post


def encode(letter: PostedLetter) -> bytes:
    """Return the bytes to keep; the same post makes the same bytes.

    Half characters, which no encoding takes, become question marks.
    """
    post = letter.post
    author = post.author and replace(post.author, name=_without_surrogates(post.author.name))
    return codec.encode(replace(letter, post=replace(post, author=author, text=_without_surrogates(post.text))))


def decode(raw: bytes) -> PostedLetter:
    """Read what was kept; raises ``ValueError`` for anything else."""
    return codec.decode(raw, PostedLetter)


def _without_surrogates(text: str) -> str:
    return text.encode("utf-8", "replace").decode()

"""Posts as they are kept and read, for tests."""

from datetime import UTC, datetime, timedelta

from moderator.mail.letter import Bounds, ReadLetter
from moderator.posts.letter import read_post
from moderator.posts.post import Account, Post, PostedLetter, encode

NOON = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)
EDITED = NOON + timedelta(hours=1)
ANN = Account("12", "Ann")
OURS = Account("1", "Battle Moderator")


def posted(text: str, author: Account | None = ANN) -> bytes:
    """Return a post in the forum ``main`` as it is kept: written at noon and edited an hour later."""
    post = Post(
        id="57",
        thread="7",
        private=True,
        author=author,
        text=text,
        revision="2",
        created=NOON,
        changed=EDITED,
    )
    return encode(PostedLetter("main", post))


def read(text: str, limits: Bounds | None = None) -> ReadLetter:
    """Read a post of Ann's as the moderator of that forum would."""
    return read_post(posted(text), limits, own={"main": OURS})

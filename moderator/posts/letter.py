"""What is kept of a post to a letter that the desk can act on; pure, and never raises whatever the bytes."""

import re
from collections.abc import Mapping

from msgspec.structs import replace

from moderator.mail.headers import Mailbox
from moderator.mail.html import BodyLine
from moderator.mail.kinds import Kind
from moderator.mail.letter import ReadLetter, number_lines
from moderator.mail.plain import mark_quotes
from moderator.mail.text import PICTURE_NAME, Bounds, TooMuch
from moderator.posts.markdown import PostSource, read_source
from moderator.posts.post import Account, Post, decode

__all__ = ["read_post"]

_LONGEST_POST = 100_000
"""Characters; forums take posts of 30,000 or 60,000."""


def read_post(raw: bytes, limits: Bounds | None = None, *, own: Mapping[str, Account] | None = None) -> ReadLetter:
    """Read a post that was kept by ``moderator.posts.post.encode``; never raises.

    ``own`` are the moderator's accounts by the names of their forums: a post by one is ``Kind.OWN``, and its name at
    the beginning of another's post is an address and no part of an order.

    The sender of such a letter has a name and no address. Its date is that of the last edit. Files beside a post are
    named among ``documents``, texts too, and ``pictures``; none is read.
    """
    limits = limits or Bounds()
    letter = ReadLetter(kind=Kind.LETTER)
    if len(raw) > limits.size:
        return replace(letter, over_limit="size")
    try:
        posted = decode(raw)
        ours = (own or {}).get(posted.forum)
        letter = _with_author(letter, posted.post, ours)
        return _with_content(letter, posted.post.text, limits, ours)
    except Exception:  # noqa: BLE001 - the parsers below raise what they like on hostile text
        return replace(letter, faults=("unreadable",))


def _with_author(letter: ReadLetter, post: Post, ours: Account | None) -> ReadLetter:
    """Fill in who wrote a post and when."""
    author = post.author
    return replace(
        letter,
        kind=Kind.OWN if ours and author and author.id == ours.id else Kind.LETTER,
        sender=Mailbox("", author.name) if author else None,
        date=post.changed,
    )


def _with_content(letter: ReadLetter, text: str, limits: Bounds, ours: Account | None) -> ReadLetter:
    """Fill in what was written."""
    try:
        written = _read_source(text, limits)
    except TooMuch as limit:
        return replace(letter, over_limit=str(limit))
    lines, truncated = number_lines(_strip_our_name(mark_quotes(written.lines), ours), limits)
    return replace(
        letter,
        lines=lines,
        truncated=truncated,
        documents=tuple(name for name in written.files if not PICTURE_NAME.fullmatch(name)),
        pictures=tuple(name for name in written.files if PICTURE_NAME.fullmatch(name)),
    )


def _read_source(text: str, limits: Bounds) -> PostSource:
    """Read the source of a post; raises ``TooMuch`` over a limit."""
    if len(text) > _LONGEST_POST:
        raise TooMuch("size")
    if len(text.splitlines()) > limits.lines:
        raise TooMuch("lines")
    written = read_source(text)
    if len(written.lines) > limits.lines:
        raise TooMuch("lines")
    return written


def _strip_our_name(lines: list[BodyLine], ours: Account | None) -> list[BodyLine]:
    """Take our name off the first line that is the author's own."""
    at = next((at for at, line in enumerate(lines) if not line.depth and line.text.strip()), None)
    if at is not None and ours is not None and (words := re.findall(r"[^\W_]+", ours.name)):
        mention = re.compile(rf"\A\s*@{'[^a-z0-9]{0,2}'.join(map(re.escape, words))}(?!\w)[:,;]?\s*", re.IGNORECASE)
        lines[at] = replace(lines[at], text=mention.sub("", lines[at].text, count=1))
    return lines

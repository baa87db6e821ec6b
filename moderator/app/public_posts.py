"""Posts where everybody reads: slips are hidden, and of private reports that are quoted there the GM is told."""

import re
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import structlog

from moderator.service import outbox
from moderator.service.context import Context
from moderator.service.inbox.posted import PublicPost
from moderator.store.session import Store
from moderator.transport.forum.port import Act, Forum, ForumError, Post, TryLater
from moderator.transport.forum.refs import is_by

_log = structlog.get_logger()

_TELLING = 12
"""Letters and digits that a line has at least by which a report is known again."""


@dataclass
class PublicPosts:
    """Those for which a forum had no time yet; several threads may share them."""

    _waiting: list[PublicPost] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def follow_up(
        self, store: Store, ctx: Context, forums: Mapping[str, Forum], found: Iterable[PublicPost | None]
    ) -> None:
        """Follow up what was found, and before it what waits since the last time."""
        with self._lock:
            posts, self._waiting = [*self._waiting, *filter(None, found)], []
        for each in posts:
            try:
                if each.forum in forums:
                    follow_up(store, ctx, forums[each.forum], each)
            except TryLater:
                with self._lock:
                    self._waiting.append(each)


def follow_up(store: Store, ctx: Context, forum: Forum, found: PublicPost) -> None:
    """Do in the forum what a post asks for; what the forum does not let us do is told to the GM.

    Doing it twice is harmless. Raises TryLater if it is to be done again.
    """
    try:
        if found.hide:
            forum.moderate(found.post, Act.HIDE)
    except TryLater:
        raise
    except ForumError as error:
        _log.warning("post.not-hidden", forum=found.forum, post=found.post.id, error=str(error))
        _tell(store, ctx, found, "post-not-hidden", forum=found.forum)
    try:
        for seat, lines in _quoted(forum, found):
            author = found.post.author.name if found.post.author else ""
            _tell(store, ctx, found, "report-quoted", lines, seat=seat, author=author)
    except TryLater:
        raise
    except ForumError as error:
        _log.warning("quotes.not-looked-at", forum=found.forum, post=found.post.id, error=str(error))


def _tell(store: Store, ctx: Context, found: PublicPost, code: str, lines: Sequence[str] = (), **facts: str) -> None:
    key = f"memo:{code}:{found.forum}:{found.post.id}:{facts.get('seat', '')}"
    with store.write() as session:
        outbox.memo(session, ctx, code, key, match=found.match, facts={**facts}, lines=lines)


def _quoted(forum: Forum, found: PublicPost) -> Iterable[tuple[str, list[str]]]:
    """Return the seats whose letters are quoted in a public post, each with the lines that stand nowhere in public."""
    quoted = {_bare(line): line for line in found.quoted if len(_bare(line)) >= _TELLING}
    if not quoted:
        return
    public = _ours(forum, found.post.thread)
    for thread, seat in found.threads.items():
        lines = [quoted[bare] for bare in quoted.keys() & _ours(forum, thread) - public]
        if lines:
            yield seat, sorted(lines, key=found.quoted.index)


def _ours(forum: Forum, thread: str) -> set[str]:
    """Return the lines that we have written in a thread."""
    me = forum.me()
    posts: Iterable[Post] = (post for post in forum.read(thread) if is_by(post, me))
    return {_bare(line) for post in posts for line in post.text.splitlines()}


def _bare(line: str) -> str:
    """Return a line without marks, blanks and the case of its letters: forums quote what they show."""
    return re.sub(r"[\W_]+", "", line).lower()

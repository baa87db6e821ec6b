"""Posts where everybody reads: typos are hidden, and of private reports that are quoted there the GM is told."""

import re
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from functools import partial

import structlog

from moderator.app.forums import ForumReader
from moderator.service import outbox
from moderator.service.context import Context
from moderator.service.inbox.posted import PublicPost
from moderator.store.session import Store
from moderator.transport.forum.port import Act, Forum, ForumError, TryLater
from moderator.transport.forum.refs import is_by

_log = structlog.get_logger()

_SHORTEST_QUOTE = 12
"""Letters and digits that a line has at least by which a report is known again."""


class FollowUp:
    """Does in a forum what a public post asks for; what the forum does not let us do is told to the GM.

    Call it to have it done, and again if it raises TryLater: it goes on where it stopped. Doing it twice is harmless.
    """

    def __init__(self, store: Store, ctx: Context, forum: Forum, found: PublicPost) -> None:
        """Prepare; nothing is asked of the forum yet."""
        self._store, self._ctx, self._forum, self._found = store, ctx, forum, found
        self._steps = deque[Callable[[], object]]([self._hide, self._look_for_quotes])

    def __call__(self) -> None:
        """Do what is left."""
        while self._steps:
            try:
                self._steps[0]()
            except TryLater:
                raise
            except ForumError as error:
                post = self._found.post.id
                _log.warning("quotes.not-looked-at", forum=self._found.forum, post=post, error=str(error))
            self._steps.popleft()

    def _hide(self) -> None:
        """Hide what is not for everybody."""
        try:
            if self._found.hide:
                self._forum.moderate(self._found.post, Act.HIDE)
        except TryLater:
            raise
        except ForumError as error:
            _log.warning("post.not-hidden", forum=self._found.forum, post=self._found.post.id, error=str(error))
            self._tell("post-not-hidden", forum=self._found.forum)

    def _look_for_quotes(self) -> None:
        """Look in each private thread, one after the other, for the quoted lines that stand nowhere in public."""
        quoted = {_normalize(line): line for line in self._found.quoted if len(_normalize(line)) >= _SHORTEST_QUOTE}
        if not quoted:
            return
        public = _our_lines(self._forum, self._found.post.thread)
        if private := {bare: line for bare, line in quoted.items() if bare not in public}:
            self._steps += [partial(self._compare, private, *each) for each in self._found.threads.items()]

    def _compare(self, quoted: dict[str, str], thread: str, seat: str) -> None:
        """Tell the GM of the quoted lines that stand in a seat's letters."""
        found = self._found
        lines = [quoted[bare] for bare in quoted.keys() & _our_lines(self._forum, thread)]
        if lines:
            author = f"{found.forum}:{found.post.author.name}" if found.post.author else ""
            self._tell("report-quoted", sorted(lines, key=found.quoted.index), seat=seat, author=author)

    def _tell(self, code: str, lines: Sequence[str] = (), **facts: str) -> None:
        found = self._found
        key = f"memo:{code}:{found.forum}:{found.post.id}:{facts.get('seat', '')}"
        with self._store.write() as session:
            outbox.memo(session, self._ctx, code, key, match=found.match, facts={**facts}, lines=lines)


def follow_up(
    store: Store,
    ctx: Context,
    forums: Mapping[str, Forum],
    readers: Mapping[str, ForumReader],
    found: Iterable[PublicPost | None],
) -> list[Future[None]]:
    """Have public posts followed up, each in the thread of its forum; see ``ForumReader.do`` for what is returned."""
    return [
        readers[post.forum].do(FollowUp(store, ctx, forums[post.forum], post))
        for post in found
        if post is not None and post.forum in readers.keys() & forums.keys()
    ]


def _our_lines(forum: Forum, thread: str) -> set[str]:
    """Return the lines that we have written in a thread."""
    me = forum.me()
    return {_normalize(line) for post in forum.read(thread) if is_by(post, me) for line in post.text.splitlines()}


def _normalize(line: str) -> str:
    """Return a line without marks, blanks and the case of its letters: forums quote what they show."""
    return re.sub(r"[\W_]+", "", line).lower()

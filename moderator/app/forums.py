"""Forums are read side by side: one that is slow or down keeps nobody waiting but those who play there."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime
from typing import TypeVar

import structlog

from moderator.config import Config
from moderator.ports import Keep
from moderator.store.bookmarks import Bookmarks
from moderator.store.session import Store
from moderator.transport.connections import pause
from moderator.transport.forum.http import spare_calls
from moderator.transport.forum.inbound import ForumInbound
from moderator.transport.forum.kinds import open_forum
from moderator.transport.forum.port import Forum, Partly, Spent, TryLater

_log = structlog.get_logger()

T = TypeVar("T")

_FIRST_PAUSE = 15.0


class ForumReader:
    """Reads one forum, in a thread of its own; one that cannot be read is left alone for a while, longer each time.

    ``keep`` stores posts, ``arrived`` is called in the thread when some came or other work was done there, and ``now``
    tells the time. ``clock`` returns seconds and must be monotonic.
    """

    def __init__(
        self,
        inbound: ForumInbound,
        keep: Keep,
        arrived: Callable[[], object],
        now: Callable[[], datetime],
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepare to read; nothing is asked of the forum yet."""
        self.read_to: datetime | None = None
        """When the last reading began that came to its end: all posts of before have been kept."""
        self._inbound, self._keep, self._arrived, self._now, self._clock = inbound, keep, arrived, now, clock
        self._failures, self._rests_until, self._closed = 0, clock(), False
        self._thread = ThreadPoolExecutor(1, f"forum-{inbound.name}")
        self._lock = threading.Lock()
        self._next: Future[int] | None = None
        self._threads: dict[str, None] = {}
        self._work = deque[Callable[[], object]]()

    def read(self, threads: Iterable[str] = ()) -> Future[int]:
        """Have the forum read, and return at once; the number of posts that were kept comes later, and no exception.

        The reading begins after this call. All who ask before it begins share it. It finds every edit in ``threads``.
        """
        with self._lock:
            if self._closed:
                return _done(0)
            self._threads |= dict.fromkeys(threads)
            if self._next is None or self._next.running() or self._next.done():
                self._next = self._thread.submit(self._read_and_work)
            return self._next

    def do(self, work: Callable[[], object]) -> Future[None]:
        """Have other work done in the thread of the forum, sparing its calls, and return at once.

        What comes first is done first; where it raises TryLater, it and all behind it go on after the next reading that
        is made. Any other error is logged and ends that work alone. Once all that was returned is done, all was tried.
        """
        with self._lock:
            others = bool(self._work)
            self._work.append(work)
            return _done(None) if self._closed or others else self._thread.submit(self._do_waiting_work)

    def stop(self) -> None:
        """Begin no other reading; the one that goes on may fail from now on without being an outage."""
        with self._lock:
            self._closed = True

    def close(self) -> None:
        """Stop, and wait for the reading that goes on; with its forum closed it fails at its next request."""
        self.stop()
        self._thread.shutdown()

    def _read_and_work(self) -> int:
        kept = self._read()
        self._do_waiting_work()
        return kept

    def _may_ask(self) -> bool:
        return not self._closed and self._clock() >= self._rests_until

    def _do_waiting_work(self) -> None:
        while self._work and self._may_ask():
            try:
                with spare_calls():
                    self._work[0]()
            except TryLater:
                return
            except Exception:  # noqa: BLE001 - one piece of work never stops the others
                if self._closed:
                    return
                _log.exception("forum.work-failed", forum=self._inbound.name)
            self._work.popleft()
            self._arrived()

    def _read(self) -> int:
        if not self._may_ask():
            return 0
        began = self._now()
        with self._lock:
            threads = tuple(self._threads)
        try:
            kept = self._inbound.drain(self._keep, threads)
        except Partly as error:
            self._failures, self._rests_until = 0, self._clock() + error.after
            self._arrived()
            return 0
        except Spent as error:
            self._rests_until = self._clock() + error.after
            return 0
        except Exception as error:  # noqa: BLE001 - the posts lie safe where they are
            if not self._closed:
                self._back_off(error)
            return 0
        self._failures, self.read_to = 0, began
        with self._lock:
            self._threads = {thread: None for thread in self._threads if thread not in threads}
        if kept:
            self._arrived()
        return kept

    def _back_off(self, error: Exception) -> None:
        """Leave the forum alone for a while, or for as long as it asks."""
        self._failures += 1
        asked = error.after if isinstance(error, TryLater) else 0.0
        seconds = max(asked, pause(self._failures, _FIRST_PAUSE))
        self._rests_until = self._clock() + seconds
        _log.warning("forum.unread", forum=self._inbound.name, error=str(error), again_in=f"{seconds:.0f} s")


def _done(value: T) -> Future[T]:
    future = Future[T]()
    future.set_result(value)
    return future


def forums_of(config: Config) -> dict[str, Forum]:
    """Return the forums of a file by their names."""
    return {settings.name: open_forum(settings) for settings in config.forums}


def readers_of(
    forums: Mapping[str, Forum],
    store: Store,
    keep: Keep,
    arrived: Callable[[], object],
    now: Callable[[], datetime],
) -> dict[str, ForumReader]:
    """Return a reader for each forum, by their names; how far each has been read stands in the database."""
    bookmarks = Bookmarks(store)
    return {
        name: ForumReader(ForumInbound(name, forum, bookmarks), keep, arrived, now) for name, forum in forums.items()
    }


def close_forums(forums: Mapping[str, Forum], readers: Mapping[str, ForumReader]) -> None:
    """Give up the ways to forums, and wait for what is being read."""
    for reader in readers.values():
        reader.stop()
    for forum in forums.values():
        forum.close()
    for reader in readers.values():
        reader.close()

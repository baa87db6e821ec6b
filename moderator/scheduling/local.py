"""Wake-ups inside one process, on its event loop. None is stored: they are made anew from the database at the start."""

import asyncio
from collections.abc import Callable

Call = Callable[[], object]
"""What is called must not block."""


class LocalWakeUps:
    """Calls on the running event loop after some time; all methods belong to its thread.

    Time is taken from the event loop's monotonic clock, so that calls go on if the machine's clock is set back. A
    function has one wake-up at a time: the one asked for last.
    """

    def __init__(self) -> None:
        """Begin without any."""
        self._next: dict[Call, asyncio.TimerHandle] = {}

    def after(self, seconds: float, what: Call) -> None:
        """Call a function once, at once if the time is over, unless ``stop`` or ``never`` come before."""
        self.never(what)
        self._next[what] = asyncio.get_running_loop().call_later(seconds, self._wake, what)

    def every(self, seconds: float, what: Call) -> None:
        """Call a function every few seconds until ``stop`` or ``never``."""

        def call() -> None:
            self._next[what] = loop.call_later(seconds, call)
            what()

        loop = asyncio.get_running_loop()
        self.never(what)
        self._next[what] = loop.call_later(seconds, call)

    def never(self, what: Call) -> None:
        """Call a function no more."""
        if (handle := self._next.pop(what, None)) is not None:
            handle.cancel()

    def stop(self) -> None:
        """Call back no more."""
        for handle in self._next.values():
            handle.cancel()
        self._next.clear()

    def _wake(self, what: Call) -> None:
        del self._next[what]
        what()

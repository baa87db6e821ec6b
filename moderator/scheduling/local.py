"""Wake-ups inside one process, by APScheduler. None is stored: they are made anew from the database at the start."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.date import DateTrigger

Call = Callable[[], object]
"""What is called must not block."""


class LocalWakeUps:
    """Calls on the running event loop; all methods belong to its thread.

    A function has one wake-up of each kind at a time: the one asked for last.
    """

    def __init__(self) -> None:
        """Begin without any. Nothing is called at a moment before ``start``."""
        self._next: dict[Call, asyncio.TimerHandle] = {}
        # What is called may ask to be called again, before the scheduler has noted that it ended.
        self._scheduler = AsyncIOScheduler(timezone=UTC, job_defaults={"misfire_grace_time": None, "max_instances": 2})

    def start(self) -> None:
        """Begin to call back."""
        self._scheduler.start()

    def at(self, when: datetime, callback: Call) -> None:
        """Call a function once at about ``when``, at once if that is past; unless ``stop`` comes before."""
        trigger = DateTrigger(when)
        self._scheduler.add_job(_call, trigger, args=[callback], id=str(hash(callback)), replace_existing=True)

    def every(self, seconds: float, callback: Call) -> None:
        """Call a function every few seconds until ``stop`` or ``cancel_repeated``.

        Time is taken from the event loop's monotonic clock, so that calls go on if the machine's clock is set back.
        """

        def call() -> None:
            self._next[callback] = loop.call_later(seconds, call)
            callback()

        loop = asyncio.get_running_loop()
        self.cancel_repeated(callback)
        self._next[callback] = loop.call_later(seconds, call)

    def cancel_repeated(self, callback: Call) -> None:
        """Call a function no more every few seconds."""
        if (handle := self._next.pop(callback, None)) is not None:
            handle.cancel()

    def stop(self) -> None:
        """Call back no more."""
        for handle in self._next.values():
            handle.cancel()
        self._next.clear()
        if self._scheduler.running:
            self._scheduler.shutdown(wait=False)


async def _call(callback: Call) -> None:
    """Call a function on the event loop, since the scheduler would give it to a thread."""
    callback()

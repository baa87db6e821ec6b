"""Wake-ups inside one process, by APScheduler. None is stored: they are made anew from the database at the start."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.date import DateTrigger

Look = Callable[[str], object]
"""A function that is called with the name of a match. It must not block."""


class LocalWakeUps:
    """Wake-ups on the running event loop, at about the times asked for. A late call is still made."""

    def __init__(self, look: Look) -> None:
        """Prepare to call ``look`` on the current event loop. Nothing is called before ``start``."""
        self._look = look
        self._next: dict[Callable[[], object], asyncio.TimerHandle] = {}
        self._scheduler = AsyncIOScheduler(
            timezone=UTC, job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 1}
        )

    def start(self) -> None:
        """Begin to call back."""
        self._scheduler.start()

    def at(self, when: datetime, match: str) -> None:
        """Call ``look`` for a match at about ``when``, instead of a time asked for before. Any thread may call this."""
        self._scheduler.add_job(self._look, DateTrigger(when), args=[match], id=f"match {match}", replace_existing=True)

    def every(self, seconds: float, what: Callable[[], object]) -> None:
        """Call a function, which must not block, every few seconds until ``stop`` or ``never``.

        Time is taken from the event loop's monotonic clock, so that calls go on if the machine's clock is set back.
        """

        def call() -> None:
            self._next[what] = loop.call_later(seconds, call)
            what()

        loop = asyncio.get_running_loop()
        self._next[what] = loop.call_later(seconds, call)

    def never(self, what: Callable[[], object]) -> None:
        """Call a function no more."""
        if (handle := self._next.pop(what, None)) is not None:
            handle.cancel()

    def stop(self) -> None:
        """Call back no more."""
        for handle in self._next.values():
            handle.cancel()
        self._next.clear()
        if self._scheduler.running:
            self._scheduler.shutdown(wait=False)

"""Wake-ups inside one process, by APScheduler; nothing is stored, since they are rebuilt from the database on start."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.date import DateTrigger

Look = Callable[[str], object]
"""What is called with the name of a match; must not block."""


class LocalWakeUps:
    """Calls back on the running event loop at about the times asked for; a late call is made late, never dropped."""

    def __init__(self, look: Look) -> None:
        """Prepare; to be made on the event loop that is to be called back on. Nothing is called before ``start``."""
        self._look = look
        self._next: dict[Callable[[], object], asyncio.TimerHandle] = {}
        self._scheduler = AsyncIOScheduler(
            timezone=UTC, job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 1}
        )

    def start(self) -> None:
        """Begin to call back."""
        self._scheduler.start()

    def at(self, when: datetime, match: str) -> None:
        """Look at a match at about ``when``; safe from any thread, a later call for the same match replaces it."""
        self._scheduler.add_job(self._look, DateTrigger(when), args=[match], id=f"match {match}", replace_existing=True)

    def every(self, seconds: float, what: Callable[[], object]) -> None:
        """Call something again and again until ``stop``; must not block.

        By the loop's clock, which nobody sets: if the machine's is put back, nothing waits until it has caught up.
        """

        def call() -> None:
            self._next[what] = loop.call_later(seconds, call)
            what()

        loop = asyncio.get_running_loop()
        self._next[what] = loop.call_later(seconds, call)

    def stop(self) -> None:
        """Call back no more."""
        for handle in self._next.values():
            handle.cancel()
        self._next.clear()
        if self._scheduler.running:
            self._scheduler.shutdown(wait=False)

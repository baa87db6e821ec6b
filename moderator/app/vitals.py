"""How the daemon's work is going, timed by the monotonic clock: for the health page, the metrics and the watchdog."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = {"letters": 900.0, "turns": 900.0, "post": 900.0, "forums": 900.0, "database": 300.0, "mailbox": 1800.0}
"""Seconds that each kind of work may go without success before it counts as a trouble. All are tried every minute."""

STUCK = 1800.0
"""Seconds without a sign of life after which work counts as stuck for good."""

OUTBOX = 7200.0
"""Seconds that letters may wait while none goes."""


class Vitals:
    """Notes when each kind of work last succeeded, gave a sign of life, or failed; for one event loop."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin to take notes; ``clock`` returns seconds and must be monotonic."""
        self._clock = clock
        self._began = clock()
        self._good: dict[str, float] = {}
        self._alive: dict[str, float] = {}
        self.failures: dict[str, int] = dict.fromkeys(("letters", "turns", "post", "forums", "database"), 0)
        """How often each kind of work has failed since the start."""
        self.waited = 0.0
        """Seconds that letters have waited while none went."""
        self.left_alone = 0
        """The number of letters in the mailbox that are not ours."""
        self.behind = 0.0
        """Seconds by which the machine's clock has been set back."""

    @contextmanager
    def track(self, work: str) -> Iterator[None]:
        """Note the beginning and the end of a round of work, and whether it failed."""
        self._alive[work] = self._clock()
        try:
            yield
            self.mark_success(work)
        except Exception:
            self.failures[work] = self.failures.get(work, 0) + 1
            raise
        finally:
            self._alive.pop(work, None)

    def mark_success(self, work: str) -> None:
        """Note that some of the work was done."""
        self._good[work] = self._clock()
        if work in self._alive:
            self._alive[work] = self._clock()

    def since(self, work: str) -> float:
        """Return the seconds since work last succeeded, or since the start if it never did."""
        return self._clock() - self._good.get(work, self._began)

    def forget(self, work: str) -> None:
        """Restart the time of work that has just begun, or that there is none of."""
        self._good[work] = self._clock()

    @property
    def stuck(self) -> bool:
        """Whether work was begun that has neither ended nor failed for too long."""
        return any(self._clock() - sign > STUCK for sign in self._alive.values())

    def troubles(self, *, mailbox: bool) -> dict[str, int]:
        """Return the seconds that each trouble has lasted, by its code. ``mailbox`` tells whether one is configured."""
        expected = [work for work in PATIENCE if mailbox or work != "mailbox"]
        found = {work: int(self.since(work)) for work in expected if self.since(work) > PATIENCE[work]}
        if self.waited > OUTBOX:
            found["outbox"] = int(self.waited)
        if self.behind > 0:
            found["clock"] = int(self.behind)
        return found

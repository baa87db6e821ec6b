"""What the daemon's work comes to, by the clock that nobody sets: for health, figures and the watchdog."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = {"letters": 900.0, "turns": 900.0, "post": 900.0, "database": 300.0, "mailbox": 1800.0}
"""How many seconds each kind of work may go without success before something is wrong; it is tried every minute."""

STUCK = 1800.0
"""So many seconds without any sign of life, and work will not come back by itself."""

OUTBOX = 7200.0
"""So many seconds may letters wait while none goes."""


class Vitals:
    """Notes when each kind of work last succeeded, gave a sign of life, or failed; for one event loop."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin; ``clock`` counts seconds and is never set."""
        self._clock = clock
        self._began = clock()
        self._good: dict[str, float] = {}
        self._alive: dict[str, float] = {}
        self.failures: dict[str, int] = dict.fromkeys(("letters", "turns", "post", "database"), 0)
        """How often each kind of work has failed since the start."""
        self.waited = 0.0
        """For how many seconds letters have waited while none went."""
        self.behind = 0.0
        """How many seconds the machine's clock shows less than it did before."""

    @contextmanager
    def at(self, work: str) -> Iterator[None]:
        """Note a round of work: its begin, its end, and whether it failed."""
        self._alive[work] = self._clock()
        try:
            yield
            self.good(work)
        except Exception:
            self.failures[work] = self.failures.get(work, 0) + 1
            raise
        finally:
            self._alive.pop(work, None)

    def good(self, work: str) -> None:
        """Note that some of the work was done."""
        self._good[work] = self._clock()
        if work in self._alive:
            self._alive[work] = self._clock()

    def since(self, work: str) -> float:
        """Return how many seconds ago work last succeeded, or since the start if it never did."""
        return self._clock() - self._good.get(work, self._began)

    def forget(self, work: str) -> None:
        """Expect nothing of this work yet: it is new, or there is none of it."""
        self._good[work] = self._clock()

    @property
    def stuck(self) -> bool:
        """Whether work was begun that goes neither on nor wrong."""
        return any(self._clock() - sign > STUCK for sign in self._alive.values())

    def troubles(self, *, mailbox: bool) -> dict[str, int]:
        """Return what is wrong by its code, and for how many seconds; ``mailbox`` tells whether there is one."""
        expected = [work for work in PATIENCE if mailbox or work != "mailbox"]
        found = {work: int(self.since(work)) for work in expected if self.since(work) > PATIENCE[work]}
        if self.waited > OUTBOX:
            found["outbox"] = int(self.waited)
        if self.behind > 0:
            found["clock"] = int(self.behind)
        return found

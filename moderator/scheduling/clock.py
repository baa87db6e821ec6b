"""Clocks: the machine's, and one that is moved by hand."""

from datetime import UTC, datetime, timedelta


class SystemClock:
    """Tells the machine's time."""

    def now(self) -> datetime:
        """Return the aware time in UTC."""
        return datetime.now(UTC)


class FrozenClock:
    """Stands still until it is moved: for tests, and for ``once --now TIME``."""

    def __init__(self, time: datetime) -> None:
        """Stop at an aware time."""
        self.time = time.astimezone(UTC)

    def now(self) -> datetime:
        """Return the time at which the clock stands."""
        return self.time

    def move(self, by: timedelta) -> None:
        """Put the clock on."""
        self.time += by

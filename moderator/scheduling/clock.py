"""Two clocks: the machine's, and one that is moved by hand."""

from datetime import UTC, datetime, timedelta


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the aware time in UTC."""
        return datetime.now(UTC)


class FrozenClock:
    """A clock that stands still until it is moved, for tests and for ``once --now TIME``."""

    def __init__(self, time: datetime) -> None:
        """Stop at an aware time."""
        self.time = time.astimezone(UTC)

    def now(self) -> datetime:
        """Return the time at which the clock stands."""
        return self.time

    def move(self, by: timedelta) -> None:
        """Move the clock forward."""
        self.time += by

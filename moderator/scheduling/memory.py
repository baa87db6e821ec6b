"""Wake-ups that are only remembered: for tests, and for runs that look at every match anyway."""

from datetime import datetime


class MemoryWakeUps:
    """Remembers what was asked for; ``due`` gives it out when a clock has been moved."""

    def __init__(self) -> None:
        """Begin with nothing asked for."""
        self.times: dict[str, datetime] = {}

    def at(self, when: datetime, match: str) -> None:
        """Look at a match at about ``when``; a later call for the same match replaces the earlier."""
        self.times[match] = when

    def due(self, now: datetime) -> list[str]:
        """Return, and forget, the matches to look at by now, the earliest first."""
        found = sorted((when, match) for match, when in self.times.items() if when <= now)
        for _, match in found:
            del self.times[match]
        return [match for _, match in found]

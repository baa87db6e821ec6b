"""A step in work: what has happened so far, whether play is over, and throws that find their own addresses."""

from collections import Counter
from typing import Any

from msgspec.structs import replace

from moderator.core.dice import Dice, Stream, Why
from moderator.core.game import Event, SeatEvent
from moderator.core.seats import Seat


class TurnLog:
    """What every game keeps while a turn is played; a game adds its position to it."""

    won: Any = None
    """Who has won and why, as the game notes it; None while play goes on."""

    def __init__(self, dice: Dice) -> None:
        """Begin without events and throws."""
        self.dice = dice
        self.events: list[Event] = []
        self._throws: Counter[tuple[str, str, tuple[Seat, ...]]] = Counter()

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.won is not None

    def say(self, event: Event) -> None:
        """Record what happened."""
        self.events.append(event)

    def tell(self, event: SeatEvent) -> None:
        """Record what its seat alone is told."""
        self.events.append(replace(event, seen_by=(event.seat,)))

    def throw_die(
        self, stream: Stream, sides: int, kind: str, place: str, seats: tuple[Seat, ...], *, first: int = 0
    ) -> int:
        """Throw a die; the n-th throw for the same reason has its own address, counted from ``first``."""
        n = self._throws[kind, place, seats]
        self._throws[kind, place, seats] += 1
        return stream.d(sides, Why(kind, place, seats, first + n))

    def restart_counts(self) -> None:
        """Forget how many throws there were for each reason: the next throws have another ``first``."""
        self._throws.clear()

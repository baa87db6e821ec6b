"""The full position of a match."""

from msgspec import Struct

from moderator.core.game import Outcome
from moderator.core.seats import Seat
from moderator.games.rebel_commander.options import Options
from moderator.games.rebel_commander.pieces import Stack
from moderator.games.rebel_commander.seat.view import TurnNote


class State(Struct, frozen=True):
    """Everything there is to know; one turn is one step.

    ``seats`` are the Rebels in their declared order, then the Empire. ``stacks`` are sorted by place (row by
    row) and then by seat, so equal positions are equal values. ``enthusiasm`` holds a weight per seat.
    ``turn`` is the one that orders are awaited for; it stays at the last one when ``outcome`` is there.
    """

    options: Options
    seats: tuple[Seat, ...]
    turn: int
    stacks: tuple[Stack, ...]
    enthusiasm: tuple[int, ...]
    history: tuple[TurnNote, ...] = ()
    outcome: Outcome | None = None

    def in_play(self) -> tuple[Seat, ...]:
        """Return the seats that have units."""
        alive = {stack.seat for stack in self.stacks}
        return tuple(seat for seat in self.seats if seat in alive)

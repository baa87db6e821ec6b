"""The full position of a match."""

from msgspec import Struct

from moderator.core.game import Outcome
from moderator.core.seats import Seat
from moderator.games.buck_rogers.board.rulebook import Rulebook, rulebook
from moderator.games.buck_rogers.options import Options
from moderator.games.buck_rogers.orders.types import Doctrine, Raid, Surrender
from moderator.games.buck_rogers.seat.view import Market, Phase
from moderator.games.solar_system.board.forces import Seen
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import Colour, Position, Stack
from moderator.games.solar_system.seat.view import Course, TurnNote


class SeatState(Struct, frozen=True, omit_defaults=True):
    """What the position keeps of a seat: what nobody else may know, and for how long it has been out.

    ``battle`` are lines of an order set that wait for Combat. ``placed`` counts its placements at set-up.
    """

    doctrine: tuple[Doctrine, ...] = ()
    courses: tuple[Course, ...] = ()
    battle: tuple[Raid | Surrender, ...] = ()
    placed: int = 0
    conceded: bool = False
    out: bool = False


class State(Struct, frozen=True, kw_only=True):
    """Everything there is to know.

    ``turn`` is the one that orders are awaited for, 0 at set-up; it stays at the last one when ``outcome`` is there.
    ``colours`` and ``sides`` go with ``seats``. ``order`` are the colours in turn order, empty before it is drawn;
    ``acting`` is how many of its passes have moved, with ``tempo = "seats"``. ``arrived`` are the units that have moved
    this turn, ``used`` what can be done once a turn, both while a turn goes on over several steps.
    ``inert`` is by colour the last turn that it loses, ``reserve`` what is to be placed at set-up.
    """

    options: Options
    seats: tuple[Seat, ...]
    colours: tuple[tuple[Colour, ...], ...]
    turn: int
    phase: Phase
    position: Position
    sides: tuple[SeatState, ...]
    order: tuple[Colour, ...] = ()
    acting: int = 0
    arrived: tuple[Stack, ...] = ()
    used: tuple[str, ...] = ()
    inert: tuple[tuple[Colour, int], ...] = ()
    waiting: tuple[Market, ...] = ()
    claimed: tuple[str, ...] = ()
    reserve: tuple[tuple[Colour, Units], ...] = ()
    history: tuple[TurnNote, ...] = ()
    outcome: Outcome | None = None

    @property
    def rules(self) -> Rulebook:
        """The rules in force."""
        return rulebook(self.options, len(self.seats))

    @property
    def seen(self) -> Seen:
        """What a position is worked on with."""
        return Seen(self.rules, self.seats, self.colours)

    def in_play(self) -> tuple[Seat, ...]:
        """Return the seats that are not out."""
        return tuple(seat for seat in self.seats if not self.side(seat).out)

    def side(self, seat: Seat) -> SeatState:
        """Return what is kept of a seat."""
        return self.sides[self.seats.index(seat)]


OPEN = tuple(name for name in State.__struct_fields__ if name not in ("sides", "order", "acting"))
"""What of a position everybody may know; views have it under the same names."""

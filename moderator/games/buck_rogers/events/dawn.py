"""Events at the beginning of a turn: planets move, the order of the seats is drawn."""

from moderator.core.game import Event, SeatEvent
from moderator.core.seats import Seat
from moderator.games.solar_system.pieces import Colour


class OrderThrown(Event, frozen=True, kw_only=True):
    """The start player was thrown: what each seat threw in each round of throwing, and the order that follows."""

    throws: tuple[tuple[tuple[Seat, int], ...], ...]
    order: tuple[Seat, ...]
    clockwise: bool


class OrderDrawn(SeatEvent, frozen=True, kw_only=True):
    """A colour drew its number in the turn order; its seat alone is told."""

    colour: Colour
    number: int


class OrderShown(Event, frozen=True, kw_only=True):
    """The turn order is open to all: colours from the first on."""

    order: tuple[Colour, ...]

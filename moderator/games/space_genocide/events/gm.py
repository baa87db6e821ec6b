"""What a GM changes."""

from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.games.space_genocide.pieces import Place


class ShipsAdded(Event, frozen=True, kw_only=True):
    """The GM gave a seat ships; known to it alone."""

    seat: Seat
    kind: str
    count: int
    fleet: int
    place: Place


class ShipsRemoved(Event, frozen=True, kw_only=True):
    """The GM took ships from a seat; known to it alone."""

    seat: Seat
    kind: str
    count: int
    fleet: int
    place: Place


class FleetShifted(Event, frozen=True, kw_only=True):
    """The GM put a fleet elsewhere."""

    seat: Seat
    fleet: int
    origin: Place
    goal: Place


class CardGiven(Event, frozen=True, kw_only=True):
    """The GM gave a seat a card from the deck or the discards; known to it alone."""

    seat: Seat
    card: str

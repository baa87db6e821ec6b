"""Events of a GM's changes."""

from moderator.core.game import SeatEvent
from moderator.games.space_genocide.pieces import Place


class ShipsAdded(SeatEvent, frozen=True, kw_only=True):
    """The GM gave a seat ships; known to it alone."""

    kind: str
    count: int
    fleet: int
    place: Place


class ShipsRemoved(SeatEvent, frozen=True, kw_only=True):
    """The GM took ships from a seat; known to it alone."""

    kind: str
    count: int
    fleet: int
    place: Place


class FleetShifted(SeatEvent, frozen=True, kw_only=True):
    """The GM put a fleet elsewhere."""

    fleet: int
    origin: Place
    goal: Place


class CardGiven(SeatEvent, frozen=True, kw_only=True):
    """The GM gave a seat a card from the deck or the discards; known to it alone."""

    card: str

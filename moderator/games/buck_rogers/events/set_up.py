"""Events of the set-up."""

from moderator.core.game import Event, SeatEvent
from moderator.core.seats import Seat
from moderator.games.solar_system.pieces import Colour


class ZonesDealt(SeatEvent, frozen=True, kw_only=True):
    """A colour was dealt territories, and its Control Markers stand in them."""

    colour: Colour
    zones: tuple[str, ...]


class StartPlayer(Event, frozen=True, kw_only=True):
    """Who places first, then in the order of ``order``."""

    order: tuple[Seat, ...]

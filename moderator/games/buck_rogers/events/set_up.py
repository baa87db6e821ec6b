"""Before the first turn."""

from moderator.core.game import SeatEvent
from moderator.games.solar_system.pieces import Colour


class ZonesDealt(SeatEvent, frozen=True, kw_only=True):
    """A colour was dealt territories, and its Control Markers stand in them."""

    colour: Colour
    zones: tuple[str, ...]

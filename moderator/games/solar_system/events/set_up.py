"""Events of the set-up, by every rule set."""

from moderator.core.game import SeatEvent
from moderator.games.solar_system.events.movement import Cause
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import Colour


class LeaderTaken(SeatEvent, frozen=True, kw_only=True):
    """A colour has its Leader; ``wished``: it asked for that one."""

    colour: Colour
    leader: str
    wished: bool = False


class UnitsPlaced(SeatEvent, frozen=True, kw_only=True):
    """Starting units were placed in a territory."""

    colour: Colour
    zone: str
    units: Units


class PlacementChanged(SeatEvent, frozen=True, kw_only=True):
    """A line of the set-up could not stand; the proposal took its place."""

    failed = True

    zone: str
    units: Units
    cause: Cause

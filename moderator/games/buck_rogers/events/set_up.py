"""Before the first turn."""

from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.games.buck_rogers.events.movement import Cause
from moderator.games.buck_rogers.orders.phrases import Units
from moderator.games.buck_rogers.pieces import Colour


class ZonesDealt(Event, frozen=True, kw_only=True):
    """A colour was dealt territories, and its Control Markers stand in them."""

    seat: Seat
    colour: Colour
    zones: tuple[str, ...]


class LeaderTaken(Event, frozen=True, kw_only=True):
    """A colour has its Leader; ``wished``: it asked for that one."""

    seat: Seat
    colour: Colour
    leader: str
    wished: bool = False


class StartPlayer(Event, frozen=True, kw_only=True):
    """Who places first, then in the order of ``order``."""

    order: tuple[Seat, ...]


class UnitsPlaced(Event, frozen=True, kw_only=True):
    """Starting units were placed in a territory."""

    seat: Seat
    colour: Colour
    zone: str
    units: Units


class PlacementChanged(Event, frozen=True, kw_only=True):
    """A line of the set-up could not stand; the proposal took its place."""

    failed = True

    seat: Seat
    zone: str
    units: Units
    cause: Cause

"""Events of the GM's amendments."""

from moderator.core.game import Event
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import Colour


class UnitsAdded(Event, frozen=True, kw_only=True):
    """The GM gave a colour units."""

    colour: Colour
    units: Units
    zone: str


class UnitsRemoved(Event, frozen=True, kw_only=True):
    """The GM took units from a colour."""

    colour: Colour
    units: Units
    zone: str


class UnitsShifted(Event, frozen=True, kw_only=True):
    """The GM put units into another zone."""

    colour: Colour
    units: Units
    origin: str
    zone: str


class ControlSet(Event, frozen=True, kw_only=True):
    """The GM gave a colour control of a territory; an empty colour is nobody."""

    colour: Colour
    zone: str

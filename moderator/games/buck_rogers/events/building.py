"""Events of Building, and of what is given."""

from moderator.core.game import SeatEvent
from moderator.games.solar_system.pieces import Colour, Kind


class WorkBegun(SeatEvent, frozen=True, kw_only=True):
    """One half of a Battler, KilSat or Factory is done."""

    colour: Colour
    kind: Kind
    zone: str


class Bought(SeatEvent, frozen=True, kw_only=True):
    """A colour without Factories got something from the black market."""

    colour: Colour
    kind: Kind
    zone: str


class MarketAwaited(SeatEvent, frozen=True, kw_only=True):
    """A colour without Factories waits for one from the black market."""

    colour: Colour
    turns: int


class FactoryDismantled(SeatEvent, frozen=True, kw_only=True):
    """A seat destroyed a Factory of its own."""

    zone: str
    work: Kind | None = None


class FactoryGiven(SeatEvent, frozen=True, kw_only=True):
    """The first to control a system got a Factory; an empty zone: there was no room for it."""

    system: str
    zone: str = ""

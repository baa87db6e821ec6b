"""Events of the Production Phase."""

from msgspec import Struct

from moderator.core.game import Event, SeatEvent
from moderator.games.space_genocide.pieces import Place


class Berth(Struct, frozen=True):
    """The fleet and hex of a new ship."""

    kind: str
    place: Place
    fleet: int


class ShipScrapped(SeatEvent, frozen=True, kw_only=True):
    """A seat discarded a ship; known to it alone. ``excess``: it had more than it may."""

    kind: str
    fleet: int
    place: Place
    excess: bool = False


class ShipsProduced(SeatEvent, frozen=True, kw_only=True):
    """The number of ships that a seat drew."""

    count: int


class ShipsBuilt(SeatEvent, frozen=True, kw_only=True):
    """The ships that a seat drew and the places it gave them; known to it alone. ``back`` found no place."""

    berths: tuple[Berth, ...]
    back: tuple[str, ...] = ()


class BustersReplaced(SeatEvent, frozen=True, kw_only=True):
    """Ships of a fleet got new Planet Busters; known to their seat alone."""

    fleet: int
    place: Place
    count: int


class PileCounted(Event, frozen=True, kw_only=True):
    """The number of ship counters in the pile, which all may count; said only when it changes."""

    count: int

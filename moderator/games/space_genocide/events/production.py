"""What happens in the Production Phase."""

from msgspec import Struct

from moderator.core.game import Event, SeatEvent
from moderator.games.space_genocide.pieces import Place


class Berth(Struct, frozen=True):
    """Where a new ship was placed."""

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
    """How many ships a seat drew."""

    count: int


class ShipsBuilt(SeatEvent, frozen=True, kw_only=True):
    """Which ships a seat drew and where it placed them; known to it alone. ``back`` found no place."""

    berths: tuple[Berth, ...]
    back: tuple[str, ...] = ()


class BustersReplaced(SeatEvent, frozen=True, kw_only=True):
    """Ships of a fleet got new Planet Busters; known to their seat alone."""

    fleet: int
    place: Place
    count: int


class PileCounted(Event, frozen=True, kw_only=True):
    """How many ship counters are left in the pile, which all may count; told where they are not as many as before."""

    count: int

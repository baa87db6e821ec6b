"""Building, and what is given."""

from typing import Literal, TypeAlias

from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.games.buck_rogers.orders.phrases import Units
from moderator.games.buck_rogers.pieces import Colour, Kind

Idleness: TypeAlias = Literal["aboard", "new", "second", "limit", "inert", "no-orbit", "no-room", "no-partner"]
"""Why a Factory makes nothing, or not what was ordered.

``aboard`` a Transport; ``new``: built this turn; ``second`` in its zone; ``limit``: one more than the system may have;
``inert``: its colour is; ``no-orbit``: no KilSat may be built there; ``no-room``: nowhere to put it; ``no-partner``: no
neighbour can help.
"""


class UnitsBuilt(Event, frozen=True, kw_only=True):
    """Factories made units; ``zone`` is where they stand, ``factories`` where they were made."""

    seat: Seat
    colour: Colour
    kind: Kind
    count: int
    zone: str
    factories: tuple[str, ...]


class WorkBegun(Event, frozen=True, kw_only=True):
    """One half of a Battler, KilSat or Factory is done."""

    seat: Seat
    colour: Colour
    kind: Kind
    zone: str


class FactoryIdle(Event, frozen=True, kw_only=True):
    """A Factory made nothing, or not what was ordered; its seat alone is told."""

    failed = True

    seat: Seat
    zone: str
    why: Idleness
    kind: Kind | None = None


class Bought(Event, frozen=True, kw_only=True):
    """A colour without Factories got something from the black market."""

    seat: Seat
    colour: Colour
    kind: Kind
    zone: str


class MarketAwaited(Event, frozen=True, kw_only=True):
    """A colour without Factories waits for one from the black market."""

    seat: Seat
    colour: Colour
    turns: int


class FactoryDismantled(Event, frozen=True, kw_only=True):
    """A seat destroyed a Factory of its own."""

    seat: Seat
    zone: str
    work: Kind | None = None


class FactoryGiven(Event, frozen=True, kw_only=True):
    """The first to control a system got a Factory; an empty zone: there was no room for it."""

    seat: Seat
    system: str
    zone: str = ""


class UnitsHomeless(Event, frozen=True, kw_only=True):
    """Units that were to appear had nowhere to stand, and are not made."""

    failed = True

    seat: Seat
    units: Units

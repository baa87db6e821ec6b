"""Events of Building, by every rule set."""

from typing import Literal, TypeAlias

from moderator.core.game import SeatEvent
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import Colour, Kind

Idleness: TypeAlias = Literal[
    "aboard", "new", "second", "limit", "inert", "no-orbit", "no-room", "no-partner", "disabled", "lost"
]
"""Why a Factory makes nothing, or not what was ordered.

``aboard`` a Transport; ``new``: built this turn; ``second`` in its zone; ``limit``: one more than the system may have;
``inert``: its colour is; ``no-orbit``: no KilSat may be built there; ``no-room``: nowhere to put it; ``no-partner``: no
neighbour can help; ``disabled``: it rests this turn; ``lost``: none of the seat stands there.
"""


class UnitsBuilt(SeatEvent, frozen=True, kw_only=True):
    """Factories made units; ``zone`` is where they stand, ``factories`` where they were made."""

    colour: Colour
    kind: Kind
    count: int
    zone: str
    factories: tuple[str, ...]


class FactoryIdle(SeatEvent, frozen=True, kw_only=True):
    """A Factory made nothing, or not what was ordered; its seat alone is told."""

    failed = True

    zone: str
    why: Idleness
    kind: Kind | None = None


class UnitsHomeless(SeatEvent, frozen=True, kw_only=True):
    """Units that were to appear had nowhere to stand, and are not made."""

    failed = True

    units: Units

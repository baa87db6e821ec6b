"""Events of Movement by every rule set, and the causes by which lines fail."""

from typing import Literal, TypeAlias

from msgspec.structs import replace

from moderator.core.game import SeatEvent
from moderator.games.solar_system.events.thefts import Theft
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import Colour

Cause: TypeAlias = Literal[
    "gone",
    "condition",
    "no-way",
    "no-place",
    "no-exchange",
    "no-lift",
    "alone",
    "active",
    "busy",
    "full",
    "crashed",
    "shot",
    "stolen",
    "far",
    "away",
    "no-factory",
    "few",
    "no-battle",
    "no-foe",
    "fell",
    "over",
    "inert",
    "colour",
    "shared",
    "later",
    "no-conquest",
    "no-card",
    "hand",
    "no-ships",
    "not-played",
    "not-yours",
    "used",
    "began",
]
"""Why a line was not carried out.

``gone``: the units are not there; ``condition``: what it waits for is not so; ``no-way``: no way leads there;
``no-exchange``: units are not made of those; ``no-place``: such units cannot stand there; ``no-lift``: no Transport
is free and near; ``alone``: a Leader would stand alone among others; ``active``: the Factory works; ``busy``: one
half of something is done in it; ``full``: no room aboard, or a limit; ``crashed``: all ships were lost at a
slingshot; ``shot``: all of them fell to others' fire as they went; ``stolen``: somebody took such units away from
there this turn; ``far``: it is out of the Leader's reach; ``away``: the Leader is not on the board, or acts for
somebody else; ``no-factory``: no Factory is there; ``few``: fewer Factories are active; ``no-battle``: none was
fought there; ``no-foe``: whom it is for was not in it; ``fell``: they fell in it before; ``over``: it was over
before; ``inert``: the colour is; ``colour``: it does not act now; ``shared``: colours of a seat may not share a zone;
``later``: only some units are placed at a time; ``no-ships``: none set out with the Leader; ``no-conquest``: the seat
conquered nothing of an enemy; ``no-card``: the hand does not have it; ``hand``: it is no hand for that; ``began``:
they began their move at what they were to swing around; ``not-played``: a rule that is not in force; ``not-yours``:
the zone or Leader is another's; ``used``: it was done already this turn.
"""


class UnitsStolen(Theft, frozen=True, kw_only=True):
    """Ardala stole units; they stand with her now. ``loads`` is what a Transport among them had aboard."""

    colour: Colour
    units: Units
    origin: str
    zone: str
    loads: Units = Units()

    def spoils(self, units: Units, zone: str) -> bool:
        """Tell whether a line names such units where they stood."""
        return zone == self.origin and any(units.among(kind, 1) for kind, _ in (*self.units.counts, *self.loads.counts))


class UnitsMoved(SeatEvent, frozen=True, kw_only=True):
    """Units moved together; ``way`` are the zones that they entered, ``units`` are those that arrived.

    ``loads`` is what they carry at the end, ``goal`` where they are going on to, if they are not there.
    """

    colour: Colour
    units: Units
    origin: str
    way: tuple[str, ...]
    loads: Units = Units()
    goal: str = ""

    def at_the_end(self) -> "UnitsMoved":
        """Tell how far they came; they go no further."""
        return replace(self, goal="")


class CargoLoaded(SeatEvent, frozen=True, kw_only=True):
    """Cargo went aboard Transports in a zone."""

    colour: Colour
    zone: str
    cargo: Units


class CargoDropped(SeatEvent, frozen=True, kw_only=True):
    """Cargo was put down."""

    colour: Colour
    zone: str
    cargo: Units


class Slung(SeatEvent, frozen=True, kw_only=True):
    """Ships swung around a planet or the Sun: what was thrown, how many were lost, and how much farther they move."""

    colour: Colour
    around: str
    throws: tuple[int, ...]
    lost: Units = Units()
    more: int = 0


class CourseKept(SeatEvent, frozen=True, kw_only=True):
    """Units are on their way, and what is left of it goes on next turn; their seat alone is told."""

    units: Units
    zone: str
    goal: str

    def at_the_end(self) -> None:
        """Leave it out of the last report: it is about what comes next."""


class CourseLost(SeatEvent, frozen=True, kw_only=True):
    """A course ended before its goal; its seat alone is told."""

    failed = True

    goal: str
    cause: Cause

"""What stands on the board: units in stacks, Factories, Leaders, KilSats, and who controls which territory.

All of it is open to everybody.
"""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from moderator.core.seats import Seat

Colour: TypeAlias = str
"""A set of pieces, named as a seat: ``"Blue"``. A seat plays one colour, with two or three players several."""

COLOURS: tuple[Colour, ...] = ("Blue", "Red", "Purple", "Green", "Brown", "Yellow")
"""The printed colours in the order of the table; clockwise is down this list."""

PAINTS: tuple[Colour, ...] = (*COLOURS, "Gray", "Black")
"""All colours that there can be, in the order of the table."""

NOBODY: Colour = ""
"""The colour of what nobody controls."""


class Kind(StrEnum):
    """The kinds of piece that fight, and the Factory, in the order of the combat table."""

    TROOPER = "trooper"
    GENNIE = "gennie"
    FIGHTER = "fighter"
    BATTLER = "battler"
    TRANSPORT = "transport"
    KILSAT = "kilsat"
    MARKER = "marker"
    FACTORY = "factory"


GROUND = (Kind.TROOPER, Kind.GENNIE)
SHIPS = (Kind.FIGHTER, Kind.BATTLER, Kind.TRANSPORT)
UNITS = (Kind.TROOPER, Kind.GENNIE, Kind.FIGHTER, Kind.BATTLER, Kind.TRANSPORT)
"""The kinds that can move by themselves, which are those that stacks count."""

CONQUERORS = (Kind.TROOPER, Kind.GENNIE, Kind.FIGHTER, Kind.TRANSPORT)
"""The kinds of which one is needed to take control of a territory."""


class Load(Struct, frozen=True, array_like=True):
    """What one Transport carries: Troopers, or a Factory."""

    troopers: int = 0
    factory: bool = False

    @property
    def gennies(self) -> int:
        """How many Gennies there are: none, which is not written."""
        return 0


class Cargo(Load, frozen=True, array_like=True):
    """What a Transport carries with Gennies among it; a position keeps their number apart."""

    gennies: int = 0


EMPTY = Load()


def cargo(troopers: int, gennies: int = 0) -> Load:
    """Return a load of ground units."""
    return Cargo(troopers, gennies=gennies) if gennies else Load(troopers)


class Stack(Struct, frozen=True, omit_defaults=True):
    """All units of a colour in a zone; never without any. ``transports`` has the load of each, the fullest first.

    In orbits and on dots Troopers stand in loads alone.
    """

    zone: str
    colour: Colour
    troopers: int = 0
    gennies: int = 0
    fighters: int = 0
    battlers: int = 0
    transports: tuple[Load, ...] = ()

    def count(self, kind: Kind) -> int:
        """Return the number of units of a kind, cargo left out; 0 for what stacks do not count."""
        if kind is Kind.TRANSPORT:
            return len(self.transports)
        return int(getattr(self, f"{kind.value}s", 0))

    @property
    def total(self) -> int:
        """All units of the stack, cargo left out."""
        return sum(map(self.count, UNITS))


class Factory(Struct, frozen=True, omit_defaults=True):
    """A Factory; of two in a zone the one that comes first in the position works.

    ``work`` is the kind of which one half is done, ``built`` the turn in which it was built (0: before the first).
    ``aboard``: a Transport of the colour in the zone carries it. ``idle``: it makes nothing.
    """

    zone: str
    colour: Colour
    work: Kind | None = None
    built: int = 0
    aboard: bool = False
    idle: bool = False


class Leader(Struct, frozen=True, omit_defaults=True):
    """A Leader: whose he is by right, for whom he acts now, and where he is.

    An empty ``zone`` is off the board: then ``back`` is the turn at whose end he may come back as a captive of
    ``captor``, -1 for one who is gone for ever, 0 for one who has not come yet. ``load`` is what he carries himself.
    """

    name: str
    owner: Colour
    colour: Colour
    zone: str = ""
    captor: Seat = ""
    back: int = 0
    load: Cargo | None = None


class KilSat(Struct, frozen=True):
    """A Killer Satellite in a Near Orbit; ``colour`` is empty while nobody controls the surface."""

    zone: str
    colour: Colour


class Half(Struct, frozen=True):
    """One half of a Battler, KilSat or Factory, where it lies until it is completed."""

    zone: str
    colour: Colour
    kind: Kind


class Aboard(Struct, frozen=True):
    """The Gennies aboard each Transport of a stack, in the order of its loads, which do not have them."""

    zone: str
    colour: Colour
    gennies: tuple[int, ...]


class Position(Struct, frozen=True, omit_defaults=True):
    """Everything that stands on the board.

    ``stacks`` are sorted by zone and colour, ``held`` are the territories that somebody controls with the colour of
    their Control Marker, by zone, ``factories`` go by age, ``leaders`` in their declared order, ``kilsats`` by zone.
    ``moves`` is how often the planets have moved. ``halves`` are by zone; a rule set may keep those in Factories.
    ``aboard`` are Gennies in Transports, where there are any.
    """

    stacks: tuple[Stack, ...]
    held: tuple[tuple[str, Colour], ...]
    factories: tuple[Factory, ...]
    leaders: tuple[Leader, ...]
    kilsats: tuple[KilSat, ...]
    moves: int
    halves: tuple[Half, ...] = ()
    aboard: tuple[Aboard, ...] = ()

    def gennied(self, zone: str, colour: Colour) -> tuple[int, ...]:
        """Return the Gennies aboard each Transport of a stack; nothing where there are none."""
        return next((one.gennies for one in self.aboard if (one.zone, one.colour) == (zone, colour)), ())

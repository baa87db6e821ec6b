"""What the data files must contain."""

from functools import cache
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from moderator.core.tables import load
from moderator.games.solar_system.pieces import Colour, Kind

_PACKAGE = "moderator.games.solar_system"
_Number = Annotated[int, Meta(ge=0, le=10)]
Point = tuple[float, float]
MoveTable: TypeAlias = Literal["flat", "advanced", "balanced"]


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """The Combat Results Table: numbers by target, in ``order``, for each kind that fires."""

    order: tuple[Kind, ...]
    trooper: tuple[_Number, ...]
    gennie: tuple[_Number, ...]
    fighter: tuple[_Number, ...]
    battler: tuple[_Number, ...]
    transport: tuple[_Number, ...]
    kilsat: tuple[_Number, ...]
    marker: tuple[_Number, ...]

    def number(self, firer: Kind, target: Kind) -> int:
        """Return the number that a throw must reach; 0 where there is no attack."""
        if firer is Kind.FACTORY or target is Kind.FACTORY:
            return 0
        return int(getattr(self, firer.value)[self.order.index(target)])


class Unit(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of piece: its letter on maps, worth, movement, how many a Factory ``makes`` in how many turns.

    ``counters`` is how many counters of one, and of five, a poster has for each colour.
    """

    letter: str
    counters: tuple[int, int]
    worth: int
    moves: dict[MoveTable, int]
    start: int = 0
    makes: tuple[int, int] = (0, 0)


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """Throws against a number of their own: that or more."""

    bomb: int
    sabotage: int
    raid: int
    subvert: int
    leader_at_subversion: int
    subversion_ends: int
    lunar: int
    asteroids: int
    buck: int


class Sling(Struct, frozen=True, forbid_unknown_fields=True):
    """What a slingshot adds to the allowance, and from which throw on it is a crash."""

    adds: int
    crash: int


class Slings(Struct, frozen=True, forbid_unknown_fields=True):
    """Slingshots around planets and around the Sun."""

    planet: Sling
    sun: Sling


class System(Struct, frozen=True, forbid_unknown_fields=True):
    """A planetary system: its majority of zones; its limits of Factories: in all, on a body's surface, in a zone."""

    key: str
    name: str
    majority: int
    factories: int
    surface: dict[str, int] = {}
    each: int = 0


class ColourCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A colour, its Leader, and the body that is home to both.

    In print it has a ``tint``; what it controls has a ``ground`` with ``hatching`` at some angles, or else dots.
    """

    name: Colour
    letter: str
    tint: str
    ground: str
    leader: str = ""
    home: str = ""
    hatching: tuple[float, ...] = ()


class LeaderCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A Leader, other names of his, and his sign on maps."""

    name: str
    sign: str
    aliases: tuple[str, ...] = ()


class Party(Struct, frozen=True, forbid_unknown_fields=True):
    """What depends on the number of players: zones that win, zones dealt, the limit of a stack at set-up.

    ``colours`` are those that are played together; empty where each seat plays its own.
    """

    zones: int
    cards: int
    stack: int
    colours: tuple[tuple[Colour, ...], ...] = ()


class EarthMars(Struct, frozen=True, forbid_unknown_fields=True):
    """Zones dealt in the scenario "earth-mars", by number of players."""

    cards: dict[int, int]


class Figures(Struct, frozen=True, forbid_unknown_fields=True):
    """``data/figures.toml``."""

    die: int
    dice_bonus: int
    table: Table
    unit: dict[Kind, Unit]
    numbers: Numbers
    slingshot: Slings
    system: tuple[System, ...]
    colour: tuple[ColourCard, ...]
    leader: tuple[LeaderCard, ...]
    players: dict[int, Party]
    earth_mars: EarthMars


class Territory(Struct, frozen=True, forbid_unknown_fields=True):
    """A territory: the territories it borders, the orbits it is left to, and where it is drawn.

    A surface has an ``outline``, an asteroid or satellite a ``radius``. ``body`` is empty for what belongs to none.
    ``lines`` is a long name as it stands on maps, ``short`` as it stands in plain text.
    """

    name: str
    system: str
    body: str
    kind: Literal["surface", "satellite", "elevator", "asteroid"]
    borders: tuple[str, ...]
    orbits: tuple[str, ...]
    label: Point
    aliases: tuple[str, ...] = ()
    outline: tuple[Point, ...] = ()
    radius: float = 0
    lines: tuple[str, ...] = ()
    short: str = ""


class Orbit(Struct, frozen=True, forbid_unknown_fields=True):
    """An orbit, the orbits beside it, and where its ships are drawn; of an asteroid it is the only one."""

    name: str
    system: str
    body: str
    level: Literal["near", "far"]
    borders: tuple[str, ...]
    at: Point
    aliases: tuple[str, ...] = ()


class Ring(Struct, frozen=True, forbid_unknown_fields=True):
    """A ring of dots around the Sun: ``sign`` and a number from 0 on name each; ``linked``: neighbours are joined."""

    sign: str
    name: str
    dots: int
    linked: bool
    radius: float
    turned: float
    at: tuple[Point, ...]


class Marker(Struct, frozen=True, forbid_unknown_fields=True):
    """A marker that travels one dot of its ring a turn; its orbit is beside the dot that it stands on."""

    name: str
    ring: str
    start: int
    orbit: str
    slingshot: bool
    sign: str


class Inscription(Struct, frozen=True, forbid_unknown_fields=True):
    """Words along a circle around a body: ``spaced`` for its name, ``flip`` in the lower half."""

    words: str
    body: str
    radius: float
    bearing: float
    size: float
    spaced: float = 0
    flip: bool = False


class Display(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a body is drawn: its centre, and the radius of its surface and orbits (asteroids: about each of them).

    ``shell`` is the outline of a Far Orbit that is no circle, as a path of SVG.
    """

    surface: float
    near: float
    far: float = 0
    centre: Point = (0.0, 0.0)
    shell: str = ""


class SolarSystem(Struct, frozen=True, forbid_unknown_fields=True):
    """The Solar System Display: lines between dots, and the order of the asteroids, which is a ring.

    That ring is straight but for ``curves``, which are paths of SVG, each from one of the ``bent`` asteroids on.
    """

    centre: Point
    sun_radius: float
    dot_radius: float
    spokes: tuple[str, ...]
    curves: tuple[str, ...]
    bent: tuple[str, ...]
    asteroid_ring: tuple[str, ...]


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    """``data/board.toml``: coordinates in a space of ``space`` units."""

    space: tuple[int, int]
    inscription: tuple[Inscription, ...]
    territory: tuple[Territory, ...]
    orbit: tuple[Orbit, ...]
    display: dict[str, Display]
    ssd: SolarSystem
    ring: tuple[Ring, ...]
    marker: tuple[Marker, ...]


@cache
def figures() -> Figures:
    """Return the figures, read once."""
    return load(_PACKAGE, "figures", Figures)


class Saturn(Struct, frozen=True, forbid_unknown_fields=True):
    """A territory that is not printed: the dot that leads there, and where it is drawn."""

    name: str
    dot: str
    at: Point


class Extra(Struct, frozen=True, forbid_unknown_fields=True):
    """``data/extra.toml``: what the box does not have, for rule sets that ask for it."""

    saturn: Saturn
    colour: tuple[ColourCard, ...]
    leader: tuple[LeaderCard, ...]


@cache
def extra() -> Extra:
    """Return what is not in the box, read once."""
    return load(_PACKAGE, "extra", Extra)


@cache
def board() -> Board:
    """Return the board, read once."""
    return load(_PACKAGE, "board", Board)

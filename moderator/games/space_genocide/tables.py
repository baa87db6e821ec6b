"""The contents of the data files, and the figures that follow from them."""

from functools import cache
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from moderator.core.tables import load

_PACKAGE = "moderator.games.space_genocide"
_Small = Annotated[int, Meta(ge=0, le=99)]

Size: TypeAlias = Literal["small", "medium", "large"]
"""How large a board is for its number of seats."""


class Kind(Struct, frozen=True, forbid_unknown_fields=True):
    """One type of ship; ``busters`` and ``bays`` are what it can carry, a fighter is carried itself."""

    key: str
    name: str
    move: _Small
    attack: _Small
    defence: _Small
    busters: _Small = 0
    bays: _Small = 0
    fighter: bool = False

    @property
    def stationary(self) -> bool:
        """Whether it cannot move by itself: fighters, satellites and stations."""
        return not self.move


class Ships(Struct, frozen=True, forbid_unknown_fields=True):
    """``data/ships.toml``: the types in the order of the page's list, and how many counters there are of each."""

    copies: _Small
    ship: tuple[Kind, ...]


class Race(Struct, frozen=True, forbid_unknown_fields=True):
    """A race's differences from the common rules."""

    key: str
    name: str
    draw: _Small = 0
    bays: _Small = 0
    attack: _Small = 0
    defence: _Small = 0
    move: _Small = 0
    ships: _Small = 0
    production: _Small = 0
    busting: _Small = 0
    ramming: _Small = 0
    homeless: bool = False
    capture: bool = False


class Races(Struct, frozen=True, forbid_unknown_fields=True):
    """``data/races.toml``."""

    race: tuple[Race, ...]


class Terrain(Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of terrain: how often it is laid out, and what it does."""

    key: str
    name: str
    each: _Small
    size: Annotated[int, Meta(ge=1, le=9)] = 1
    enter: _Small = 1
    attack: _Small = 0
    defence: _Small = 0
    cards: _Small = 0
    gate: bool = False
    halts: bool = False
    closed: bool = False
    ship: bool = False
    planet: bool = False
    swallows: bool = False
    free: bool = False


class Terrains(Struct, frozen=True, forbid_unknown_fields=True):
    """``data/terrain.toml``."""

    terrain: tuple[Terrain, ...]


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """One card: at which moment it is offered, what an order to play it names, and what it adds to a move.

    What is ``moving`` is played only while fleets may still go from place to place. It is played on ``several`` things
    at most.
    """

    key: str
    name: str
    at: str
    on: str = ""
    by: str = ""
    to: str = ""
    move: _Small = 0
    moving: bool = False
    several: _Small = 1


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """``data/cards.toml``."""

    card: tuple[Card, ...]


class Layout(Struct, frozen=True, forbid_unknown_fields=True):
    """The board for a number of seats."""

    shape: Literal["block", "hexagon", "cross"]
    rows: Annotated[int, Meta(ge=3, le=52)]
    columns: Annotated[int, Meta(ge=3, le=99)]


class Maps(Struct, frozen=True, forbid_unknown_fields=True):
    """``data/maps.toml``: layouts by size, then by number of seats."""

    small: dict[str, Layout]
    medium: dict[str, Layout]
    large: dict[str, Layout]


_SHIPS = load(_PACKAGE, "ships", Ships)

COPIES = _SHIPS.copies
"""Counters of each type of ship."""

KINDS: tuple[Kind, ...] = _SHIPS.ship
"""The types of ship in the order of the page's list, in which counts and fleets are kept."""

KIND: dict[str, Kind] = {kind.key: kind for kind in KINDS}
RANK: dict[str, int] = {kind.key: at for at, kind in enumerate(KINDS)}
RACES: tuple[Race, ...] = load(_PACKAGE, "races", Races).race
RACE: dict[str, Race] = {race.key: race for race in RACES}
TERRAINS: tuple[Terrain, ...] = load(_PACKAGE, "terrain", Terrains).terrain
TERRAIN: dict[str, Terrain] = {terrain.key: terrain for terrain in TERRAINS}
CARDS: tuple[Card, ...] = load(_PACKAGE, "cards", Cards).card
CARD: dict[str, Card] = {card.key: card for card in CARDS}

NO_RACE = Race(key="", name="")
"""What a seat without a race has."""

OPEN_SPACE = Terrain(key="", name="", each=0)
"""What an empty hex does."""


@cache
def _maps() -> Maps:
    return load(_PACKAGE, "maps", Maps)


def layout(size: Size, seats: int) -> Layout:
    """Return the board for a size and a number of seats."""
    by_seats: dict[str, Layout] = getattr(_maps(), size)
    return by_seats[str(seats)]


def race_of(key: str) -> Race:
    """Return a race; an empty key is none."""
    return RACE.get(key, NO_RACE)

"""The pieces of the game, and the names that players use for them."""

from collections.abc import Sequence
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.games.space_genocide.tables import KIND, RANK

SEATS: tuple[Seat, ...] = ("Red", "Blue", "Green", "Gold")
"""The seats in their declared order; a match has two to four of them."""

FLEET_NAMES = ("Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta", "Theta", "Iota", "Kappa")
"""What fleets 1 to 10 are called besides their numbers."""

Place: TypeAlias = str
"""The label of a hex: ``"H7"``."""


class World(StrEnum):
    """The types of planet."""

    HOMEWORLD = "homeworld"
    POPULATION = "population"
    METAL = "metal"
    RADIOACTIVES = "radioactives"


RESOURCES = (World.POPULATION, World.METAL, World.RADIOACTIVES)
WORLDS = (World.HOMEWORLD, *(world for world in RESOURCES for _ in range(3)))
"""The ten type counters of a seat."""


class Ship(Struct, frozen=True):
    """One ship: its type's key, and the Planet Busters aboard."""

    kind: str
    busters: int = 0


class Fleet(Struct, frozen=True):
    """A fleet of one seat: number 1 to 10, where it is, its ships as ``ranked`` puts them.

    ``course`` are the hexes that it has been told to go to and not yet reached.
    """

    seat: Seat
    number: int
    place: Place
    ships: tuple[Ship, ...]
    course: tuple[Place, ...] = ()


class Planet(Struct, frozen=True):
    """A planet that is still there; a neutral one that nobody has reached has neither seat nor world."""

    place: Place
    seat: Seat = ""
    world: World | None = None
    neutral: bool = False


class Ruin(Struct, frozen=True):
    """A planet that was destroyed: what it was, whose, in which turn, and whether it once was neutral."""

    place: Place
    seat: Seat
    world: World
    turn: int
    neutral: bool = False


def ranked(ships: tuple[Ship, ...] | list[Ship]) -> tuple[Ship, ...]:
    """Return ships in the order of the page's list, the better armed first: equal fleets are equal values."""
    return tuple(sorted(ships, key=lambda ship: (RANK[ship.kind], -ship.busters)))


def new_ship(kind: str) -> Ship:
    """Return a ship as it is built, with all its Planet Busters."""
    return Ship(kind, KIND[kind].busters)


def after_launches(ships: Sequence[Ship], volleys: Sequence[tuple[str, int]]) -> tuple[Ship, ...]:
    """Return ships after some of them used Planet Busters: of each type the better armed used more."""
    left = list(ranked(list(ships)))
    for kind in dict.fromkeys(kind for kind, _ in volleys):
        used = sorted((count for of, count in volleys if of == kind), reverse=True)
        armed = [at for at, ship in enumerate(left) if ship.kind == kind]
        for at, count in zip(armed, used, strict=False):
            left[at] = Ship(kind, max(0, left[at].busters - count))
    return tuple(left)


def after_bursts(ships: Sequence[Ship], count: int) -> tuple[Ship, ...]:
    """Return ships after they used Planet Busters together: those with the most used theirs first."""
    left = []
    for ship in sorted(ships, key=lambda one: (-one.busters, one.kind)):
        used = min(count, ship.busters)
        count -= used
        left.append(Ship(ship.kind, ship.busters - used))
    return tuple(left)

"""The zones of the board and how they hang together, whatever the planets do; see ``sky`` for what moves.

Positions, orders and events name zones; arithmetic uses their index, which is also their order: territories, orbits,
the Sun, dots.
"""

from functools import cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from moderator.games.solar_system.pieces import GROUND, Kind
from moderator.games.solar_system.tables import board, extra, figures

SUN = "Sun"
SATURN = extra().saturn.name
"""A territory that no board has in print; nothing leads there but where a rule set says so."""
_SYSTEM_OF_RING = {
    "Me": "mercury",
    "V": "venus",
    "E": "earth",
    "TE": "earth",
    "Ma": "mars",
    "TM": "mars",
    "A": "asteroids",
}


class Zone(Struct, frozen=True):
    """A place where units can be.

    ``system`` is empty for the Sun. ``body`` is the planet or moon that a surface or orbit belongs to; the Space
    Elevator has that of Mars, other objects their own name. ``level`` is of orbits; an asteroid's orbit is near.
    """

    index: int
    name: str
    kind: Literal["territory", "orbit", "space"]
    system: str
    body: str = ""
    level: Literal["near", "far", ""] = ""
    surface: bool = False

    @property
    def is_territory(self) -> bool:
        """Whether it is land."""
        return self.kind == "territory"

    @property
    def is_near(self) -> bool:
        """Whether it is a Near Orbit."""
        return self.level == "near"

    def carries(self, kind: Kind) -> bool:
        """Tell whether units of a kind can stand there by themselves: Battlers never land, Troopers never float."""
        return kind is not Kind.BATTLER if self.is_territory else kind not in GROUND


def _zones() -> tuple[Zone, ...]:
    data = board()
    lands = [
        Zone(0, land.name, "territory", land.system, land.body or land.name, surface=land.kind == "surface")
        for land in data.territory
    ]
    orbits = [
        Zone(0, orbit.name, "orbit", orbit.system, orbit.body or orbit.name.split()[0], orbit.level)
        for orbit in data.orbit
    ]
    dots = [
        Zone(0, f"{ring.sign}{dot}", "space", _SYSTEM_OF_RING[ring.sign])
        for ring in data.ring
        for dot in range(ring.dots)
    ]
    saturn = Zone(0, SATURN, "territory", "saturn", SATURN)
    whole = (*lands, *orbits, Zone(0, SUN, "space", ""), *dots, saturn)
    return tuple(replace(zone, index=index) for index, zone in enumerate(whole))


PLACES: tuple[Zone, ...] = _zones()
"""Every zone by its index, Saturn the last."""

NUMBER: dict[str, int] = {zone.name: zone.index for zone in PLACES}
ZONES: tuple[Zone, ...] = PLACES[:-1]
"""Every zone that is printed, by its index."""

INDEX: dict[str, int] = {zone.name: zone.index for zone in ZONES}
TERRITORIES: tuple[str, ...] = tuple(zone.name for zone in ZONES if zone.is_territory)
SYSTEMS: tuple[str, ...] = tuple(system.key for system in figures().system)
"""The systems from the Sun outward."""

_TERRITORY = {land.name: land for land in board().territory}


def zone_of(name: str) -> Zone:
    """Return a zone by its name; raises KeyError."""
    return PLACES[NUMBER[name]]


@cache
def borders(name: str) -> tuple[str, ...]:
    """Return the territories that a territory borders; none for an orbit or dot."""
    return _TERRITORY[name].borders if name in _TERRITORY else ()


@cache
def orbits_of(name: str) -> tuple[str, ...]:
    """Return the orbits beside a territory."""
    return _TERRITORY[name].orbits if name in _TERRITORY else ()


@cache
def lands_under(orbit: str) -> tuple[str, ...]:
    """Return the territories beside an orbit."""
    return tuple(name for name in TERRITORIES if orbit in orbits_of(name))


@cache
def lands_bombed_from(orbit: str) -> tuple[str, ...]:
    """Return the territories that are bombed from an orbit: from a Near Orbit, or where one has none from the other."""
    near = zone_of(orbit).is_near
    return tuple(
        name for name in lands_under(orbit) if near or not any(zone_of(other).is_near for other in orbits_of(name))
    )


@cache
def lands_of(system: str) -> tuple[str, ...]:
    """Return the territories of a system."""
    return tuple(name for name in TERRITORIES if zone_of(name).system == system)


@cache
def surface_of(body: str) -> tuple[str, ...]:
    """Return what one controls who controls the whole surface of a body: of Mars with the Space Elevator."""
    return tuple(name for name in TERRITORIES if zone_of(name).body == body)


@cache
def home_of(body: str) -> tuple[str, ...]:
    """Return the territories of a body that is home to a Leader; the asteroids are one."""
    return lands_of("asteroids") if body == "asteroids" else surface_of(body)


@cache
def closest_near(name: str) -> tuple[str, ...]:
    """Return the Near Orbits closest to a territory, the first by default: L-4 and L-5 have two."""
    beside = tuple(orbit for orbit in orbits_of(name) if zone_of(orbit).is_near)
    if beside:
        return beside
    return tuple(zone.name for zone in ZONES if zone.is_near and zone.system == zone_of(name).system)


@cache
def ring_neighbours(asteroid: str) -> tuple[str, ...]:
    """Return the asteroids next to one in their ring, which counts for combined production alone."""
    ring = board().ssd.asteroid_ring
    if asteroid not in ring:
        return ()
    at = ring.index(asteroid)
    return (ring[at - 1], ring[(at + 1) % len(ring)])

"""Where the planets are after some moves, and which zones lie beside each other then."""

from functools import cache

from msgspec import Struct

from moderator.games.solar_system.board.zones import NUMBER, PLACES, SATURN, SUN
from moderator.games.solar_system.tables import board, extra


class Sky(Struct, frozen=True, eq=False):
    """The board of a turn: ``near`` has the neighbours of each zone by index, in the order of the board.

    ``dots`` is where each marker stands, ``far`` leads from the dot of a planet's marker to its Far Orbit and back:
    with ``one_far_zone`` these are one zone. ``free`` has the steps that cost nothing.
    """

    near: tuple[tuple[int, ...], ...]
    dots: dict[str, str]
    far: dict[int, int]
    free: dict[int, int]

    def cost(self, here: int, there: int) -> int:
        """Return what a step costs: 1, within one zone 0."""
        return int(self.free.get(here) != there)

    def same(self, zone: int) -> tuple[int, ...]:
        """Return the zones that are one with a zone, itself the first."""
        return (zone, self.far[zone]) if zone in self.far else (zone,)


def dot_at(marker: str, moves: int) -> str:
    """Return the dot that a marker stands on after some moves."""
    card = _MARKERS[marker]
    return f"{card.ring}{(card.start + moves) % _DOTS[card.ring]}"


@cache
def sky(
    moves: int, sun_links: tuple[str, ...], *, one_far_zone: bool, free_in: bool = False, saturn: bool = False
) -> Sky:
    """Return the board after some moves; the same again after 32.

    ``free_in``: from the dot of a planet's marker to its Far Orbit ships go for nothing. ``saturn`` is on the board.
    """
    near: list[set[int]] = [set() for _ in PLACES]

    def link(one: str, other: str) -> None:
        near[NUMBER[one]].add(NUMBER[other])
        near[NUMBER[other]].add(NUMBER[one])

    for one, other in _fixed():
        link(one, other)
    for dot in sun_links:
        link(SUN, dot)
    if saturn:
        link(SATURN, extra().saturn.dot)
    dots = {marker: dot_at(marker, moves) for marker in _MARKERS}
    far: dict[int, int] = {}
    inward: dict[int, int] = {}
    for marker, dot in dots.items():
        orbit = _MARKERS[marker].orbit
        link(orbit, dot)
        if one_far_zone and orbit.startswith("Far"):
            far[NUMBER[orbit]], far[NUMBER[dot]] = NUMBER[dot], NUMBER[orbit]
        elif free_in and orbit.startswith("Far"):
            inward[NUMBER[dot]] = NUMBER[orbit]
    return Sky(tuple(tuple(sorted(some)) for some in near), dots, far, far | inward)


_MARKERS = {marker.name: marker for marker in board().marker}
_DOTS = {ring.sign: ring.dots for ring in board().ring}

MARKERS: tuple[str, ...] = tuple(_MARKERS)
"""The names of the markers: planets outward, then asteroids."""

SLINGS: tuple[str, ...] = tuple(name for name, marker in _MARKERS.items() if marker.slingshot)
"""The planets that ships can swing around."""


def _fixed() -> list[tuple[str, str]]:
    """Return the links that never change, but those of the Sun."""
    data = board()
    out = [(land.name, other) for land in data.territory for other in (*land.borders, *land.orbits)]
    out += [(orbit.name, other) for orbit in data.orbit for other in orbit.borders]
    out += [tuple(spoke.split()) for spoke in data.ssd.spokes if SUN not in spoke.split()]  # type: ignore[misc]
    for ring in data.ring:
        if ring.linked:
            out += [(f"{ring.sign}{dot}", f"{ring.sign}{(dot + 1) % ring.dots}") for dot in range(ring.dots)]
    return out

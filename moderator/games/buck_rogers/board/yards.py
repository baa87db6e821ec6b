"""Factories that can build together, and the sites for what they make."""

from collections.abc import Iterable

from moderator.games.buck_rogers.board.forces import Forces
from moderator.games.solar_system.board.forces import Works
from moderator.games.solar_system.board.zones import ZONES, borders, closest_near, ring_neighbours, zone_of
from moderator.games.solar_system.pieces import Kind


def partners(forces: Forces, works: Works, some: Iterable[Works]) -> list[Works]:
    """Return the Factories that can make something together with one."""
    seat, land = forces.seat_of[works.colour], ZONES[works.at].name
    beside = (*borders(land), *ring_neighbours(land)) if ZONES[works.at].is_territory else ()
    return [
        other
        for other in some
        if other is not works
        and forces.seat_of[other.colour] == seat
        and (forces.rules.options.build_anywhere or ZONES[other.at].name in beside)
    ]


def sites(kind: Kind, land: str, partner: str = "") -> tuple[str, ...]:
    """Return where two Factories that build together, or one alone, can put a piece: the best first."""
    both = [zone for zone in (land, partner) if zone and zone_of(zone).is_territory]
    if kind in (Kind.BATTLER, Kind.KILSAT):
        return tuple(near for zone in both for near in closest_near(zone))
    if kind is Kind.FACTORY:
        return tuple(near for zone in both for near in (zone, *borders(zone)))
    return (land,)

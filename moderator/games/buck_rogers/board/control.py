"""Who controls systems, how many Factories there may be, and what else follows from who controls what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from moderator.core.seats import Seat
from moderator.games.solar_system.board import forces as shared
from moderator.games.solar_system.board.forces import Works
from moderator.games.solar_system.board.zones import (
    INDEX,
    SYSTEMS,
    ZONES,
    borders,
    closest_near,
    home_of,
    lands_of,
    ring_neighbours,
    surface_of,
    zone_of,
)
from moderator.games.solar_system.pieces import COLOURS, Kind
from moderator.games.solar_system.tables import figures

if TYPE_CHECKING:
    from moderator.games.buck_rogers.board.forces import Forces

_SYSTEM = {system.key: system for system in figures().system}


def controls(forces: Forces, seat: Seat, lands: Sequence[str], majority: int) -> bool:
    """Tell whether a seat controls some territories: all, or with the majority rule that many."""
    own = sum(forces.holder(INDEX[name]) == seat for name in lands)
    return own >= (majority if forces.rules.majority else len(lands))


def systems_of(forces: Forces, seat: Seat) -> tuple[str, ...]:
    """Return the systems that a seat controls, outward; Earth and Moon are parted where all colours play "home"."""
    return tuple(key for key, lands, majority in systems(forces) if controls(forces, seat, lands, majority))


def systems(forces: Forces) -> list[tuple[str, tuple[str, ...], int]]:
    """Return the systems with their territories and majorities."""
    if forces.rules.options.scenario == "home" and set(COLOURS) <= set(forces.seat_of):
        moon = home_of("luna")
        earth = tuple(name for name in lands_of("earth") if name not in moon)
        parted = [("earth", earth, len(earth) // 2 + 1), ("luna", moon, len(moon) // 2 + 1)]
    else:
        parted = [("earth", lands_of("earth"), _SYSTEM["earth"].majority)]
    out = []
    for key in SYSTEMS:
        out += parted if key == "earth" else [(key, lands_of(key), _SYSTEM[key].majority)]
    return out


def controls_home(forces: Forces, seat: Seat, body: str) -> bool:
    """Tell whether a seat controls the home of a Leader: all of the body, or with the majority rule most of it."""
    lands = home_of(body)
    return controls(forces, seat, lands, len(lands) // 2 + 1)


def kilsat_owner(forces: Forces, at: int) -> Seat:
    """Return the seat that may have a KilSat in a Near Orbit: who controls all that is below, or most of its system."""
    owner, system = _ground_owner(forces, at), ZONES[at].system
    if owner or not forces.rules.majority or system == "asteroids":
        return owner
    return next((seat for seat in forces.seats if system in systems_of(forces, seat)), "")


def _ground_owner(forces: Forces, at: int) -> Seat:
    """Return the seat that controls all that is below a Near Orbit: of Mars with the Space Elevator, or without."""
    lands = [name for name in surface_of(ZONES[at].body) if zone_of(name).surface]
    if forces.rules.options.kilsat_elevator is not False or not lands:
        return shared.Forces.kilsat_owner(forces, at)
    holders = {forces.holder(INDEX[name]) for name in lands}
    return holders.pop() if len(holders) == 1 else ""


def crowded(forces: Forces, land: str, but: Works | None = None) -> bool:
    """Tell whether one Factory more would be above the limits of a territory's system, halves counted."""
    if not forces.rules.factory_limits:
        return False
    system = _SYSTEM[zone_of(land).system]
    there = [
        ZONES[works.at].name for works in forces.works if works is not but and ZONES[works.at].system == system.key
    ]
    there += [
        ZONES[works.at].name
        for works in forces.works
        if works is not but and works.work is Kind.FACTORY and ZONES[works.at].system == system.key
    ]
    body = zone_of(land).body
    on_body = [name for name in there if zone_of(name).body == body and zone_of(name).surface]
    most = system.surface.get(body) if zone_of(land).surface else None
    return (
        len(there) >= system.factories
        or (most is not None and len(on_body) >= most)
        or (system.each > 0 and there.count(land) >= system.each)
    )


def works_there(forces: Forces, works: Works, turn: int) -> bool:
    """Tell whether a Factory can make something in a turn: not aboard, new, nor the second of its zone."""
    if not shared.Forces.works_there(forces, works, turn):
        return False
    there = forces.works_at(works.at)
    return there[0] is works and (len(there) == 1 or forces.rules.options.second_factory == "idle")


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

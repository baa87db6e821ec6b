"""The outlines of the zones on the board, so that a click on one tells which is meant."""

import math
from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import TypeAlias

from moderator.core.pictures import Place
from moderator.core.svg import Point
from moderator.games.solar_system.board.zones import SUN, ZONES, Zone, zone_of
from moderator.games.solar_system.seat.drawing.ground import outline_of
from moderator.games.solar_system.seat.drawing.lanes import bearing_of, centre_of, surface_of
from moderator.games.solar_system.seat.drawing.marks import on, ring_of
from moderator.games.solar_system.tables import board

Outline: TypeAlias = Sequence[Point]
_Stretch: TypeAlias = tuple[float, float]
"""From where to where on a ray, in units from its centre."""

_NOWHERE: _Stretch = (0.0, 0.0)
_BELOW = 180.0
"""The bearing of what lies below."""

_BESIDE = 0.2
"""How many degrees beside a corner an orbit is measured."""

_EDGE = 1.0
"""How far an orbit stays away from the lines around it."""

_OBJECTS = ("satellite", "elevator")
"""Territories that lie within orbits."""


def places(view: object) -> Sequence[Place]:
    """Return every zone that is drawn."""
    del view
    return _places()


@cache
def _places() -> tuple[Place, ...]:
    data = board()
    found = {land.name: outline_of(land) for land in data.territory}
    found |= {orbit.name: _orbit(zone_of(orbit.name)) for orbit in data.orbit}
    found[SUN] = ring_of(data.ssd.centre, data.ssd.sun_radius)
    for ring in data.ring:
        found |= {f"{ring.sign}{dot}": ring_of(at, data.ssd.dot_radius, 12) for dot, at in enumerate(ring.at)}
    return tuple(Place(name, tuple(outline)) for name, outline in found.items())


def _orbit(orbit: Zone) -> list[Point]:
    """Return the outline of an orbit: a ring around its body that goes around what lies within."""
    data, centre = board(), centre_of(orbit.body)
    objects = [outline_of(land) for land in data.territory if land.system == orbit.system and land.kind in _OBJECTS]
    if orbit.is_near:
        rim = ring_of(centre, data.display.get(orbit.body, data.display["asteroids"]).near)
        return _ring(orbit.body, rim, [ring_of(centre, surface_of(orbit.body)), *objects])
    bodies = [data.display[body] for body in dict.fromkeys(zone.body for zone in ZONES if _is_above(orbit, zone))]
    rim = _hull([corner for body in bodies for corner in ring_of(body.centre, body.far)])
    return _ring(orbit.body, rim, [*(ring_of(body.centre, body.near) for body in bodies), *objects])


def _is_above(orbit: Zone, near: Zone) -> bool:
    """Tell whether a Far Orbit goes around a Near Orbit."""
    return near.is_near and near.system == orbit.system


def _ring(body: str, rim: Outline, barred: Sequence[Outline]) -> list[Point]:
    """Return the outline of what lies within a rim around a body and outside of all that is barred.

    It is a ring that is cut open where something bars all of it, or below.
    """
    centre, measured = centre_of(body), list(_measured(body, rim, barred))
    gap = next((at for at, (_, free) in enumerate(measured) if free is None), None)
    turned = [*measured, measured[0]] if gap is None else [*measured[gap:], *measured[:gap]]
    outer = [on(centre, free[1], bearing) for bearing, free in turned if free]
    inner = [on(centre, free[0], bearing) for bearing, free in turned if free]
    return [*outer, *reversed(inner)]


def _measured(body: str, rim: Outline, barred: Sequence[Outline]) -> Iterator[tuple[float, _Stretch | None]]:
    """Give bearings beside all corners, clockwise from below, each with a stretch that goes on from the one before."""
    corners = {bearing_of(body, corner) for outline in (rim, *barred) for corner in outline}
    bearings = {round(corner + beside, 1) % 360 for corner in corners for beside in (-_BESIDE, _BESIDE)}
    before: _Stretch = (0.0, math.inf)
    for bearing in sorted(bearings, key=lambda bearing: (_BELOW - bearing) % 360):
        free = max(_stretches(centre_of(body), bearing, rim, barred), key=partial(_common, before), default=_NOWHERE)
        goes_on = _common(before, free) > 0
        before = free if goes_on else before
        yield bearing, free if goes_on else None


def _stretches(centre: Point, bearing: float, rim: Outline, barred: Sequence[Outline]) -> Iterator[_Stretch]:
    """Give from where to where nothing bars a ray at a bearing."""
    end, low = _cuts(centre, bearing, rim)[-1], 0.0
    stops = [stop for outline in barred for stop in _pairs(_cuts(centre, bearing, outline))]
    for begin, stop in (*sorted(stops), (end, end)):
        if low + _EDGE < min(begin, end) - _EDGE:
            yield low + _EDGE, min(begin, end) - _EDGE
        low = max(low, stop)


def _common(one: _Stretch, other: _Stretch) -> float:
    return min(one[1], other[1]) - max(one[0], other[0])


def _pairs(cuts: Sequence[float]) -> Iterator[_Stretch]:
    """Give from where to where a ray is within an outline; one that is cut once has the beginning within."""
    whole = [0.0, *cuts] if len(cuts) % 2 else cuts
    yield from zip(whole[::2], whole[1::2], strict=True)


def _cuts(centre: Point, bearing: float, outline: Outline) -> list[float]:
    """Return how far from a centre a ray cuts an outline."""
    (x, y), (right, down) = centre, on((0.0, 0.0), 1, bearing)
    aside = [(px - x) * down - (py - y) * right for px, py in outline]
    along = [(px - x) * right + (py - y) * down for px, py in outline]
    found = []
    for at, here in enumerate(aside):
        before = aside[at - 1]
        if (before < 0) != (here < 0):
            far = along[at - 1] + before / (before - here) * (along[at] - along[at - 1])
            found.append(far)
    return sorted(far for far in found if far > 0)


def _hull(points: Sequence[Point]) -> list[Point]:
    """Return the smallest outline without a dent around points."""
    half = _chain(sorted(points)), _chain(sorted(points, reverse=True))
    return [corner for chain in half for corner in chain[:-1]]


def _chain(points: Sequence[Point]) -> list[Point]:
    """Return the points at which a thread around points, taut on one side, turns."""
    chain = list[Point]()
    for x, y in points:
        while len(chain) > 1 and _turns(chain[-2], chain[-1], (x, y)) <= 0:
            chain.pop()
        chain.append((x, y))
    return chain


def _turns(one: Point, other: Point, then: Point) -> float:
    return (other[0] - one[0]) * (then[1] - one[1]) - (other[1] - one[1]) * (then[0] - one[0])

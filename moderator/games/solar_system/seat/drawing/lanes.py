"""Lanes around bodies, along which moves through orbits are drawn, and what lies in their way."""

import math
from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from moderator.core.svg import Point
from moderator.games.solar_system.board.zones import zone_of
from moderator.games.solar_system.seat.drawing.ground import letters
from moderator.games.solar_system.seat.drawing.marks import on
from moderator.games.solar_system.tables import Territory, board

_RIM, _BESIDE = 3.5, 3.0
_CLEAR = 4.5
"""How far a lane keeps from words and objects."""

_OBJECT = 24.0
"""How far an object with an outline of its own reaches from the middle of its name."""


class Lane(Struct, frozen=True):
    """A circle around a body on which moves are drawn."""

    body: str
    radius: float

    @property
    def centre(self) -> Point:
        """The middle of the body."""
        return centre_of(self.body)

    def at(self, bearing: float) -> Point:
        """Return the point of the lane at a bearing."""
        return on(self.centre, self.radius, bearing)

    def free(self, bearing: float) -> float:
        """Return the bearing nearest to one at which nothing lies on the lane."""
        for begin, end in _blocked(self):
            past = (bearing - begin) % 360
            if past < end - begin:
                return begin if past < (end - begin) / 2 else end
        return bearing

    def arcs(self, origin: float, goal: float) -> Iterator[tuple[float, float]]:
        """Give the way from bearing to bearing, the shorter way round, as arcs between what lies in the way."""
        turn = (goal - origin + 180) % 360 - 180
        forward, low, high = turn >= 0, min(0.0, turn), max(0.0, turn)
        cuts = sorted(
            (begin, end)
            for one, other in _blocked(self)
            for begin, end in _spans((one - origin) % 360, other - one)
            if begin < high and end > low
        )
        open_, at = list[tuple[float, float]](), low
        for begin, end in cuts:
            if begin > at:
                open_.append((at, begin))
            at = max(at, end)
        if at < high:
            open_.append((at, high))
        for begin, end in open_ if forward else reversed(open_):
            yield (origin + begin, origin + end) if forward else (origin + end, origin + begin)


def _spans(begin: float, wide: float) -> Iterator[tuple[float, float]]:
    """Give a sector as it lies ahead and behind."""
    yield from ((begin + round_, begin + round_ + wide) for round_ in (-720, -360, 0))


@cache
def centre_of(body: str) -> Point:
    """Return the middle of a planet, a moon or an asteroid."""
    shown = board().display.get(body)
    return shown.centre if shown else _land(body).label


@cache
def surface_of(body: str) -> float:
    """Return the radius of the surface of a body."""
    return board().display.get(body, board().display["asteroids"]).surface


@cache
def rim_of(body: str) -> float:
    """Return how far the outermost orbit of a body reaches."""
    shown = board().display.get(body, board().display["asteroids"])
    return shown.far or shown.near


@cache
def lane(orbit: str, number: int) -> Lane:
    """Return a lane in an orbit: along its inner edge, along its outer edge, or beside the inner one."""
    zone = zone_of(orbit)
    shown = board().display.get(zone.body, board().display["asteroids"])
    inner, outer = (shown.surface, shown.near) if zone.is_near else (shown.near, shown.far)
    return Lane(zone.body, (inner + _RIM, outer - _RIM, inner + _RIM + _BESIDE)[number % 3])


@cache
def middle(body: str, *, near: bool) -> Lane:
    """Return the circle in the middle of an orbit, where its words stand: what crosses the orbit avoids them."""
    shown = board().display.get(body, board().display["asteroids"])
    inner, outer = (shown.surface, shown.near) if near or not shown.far else (shown.near, shown.far)
    return Lane(body, (inner + outer) / 2)


def bearing_of(body: str, point: Point) -> float:
    """Return at which bearing from the middle of a body a point is."""
    x, y = centre_of(body)
    return math.degrees(math.atan2(x - point[0], y - point[1]))


def is_object(zone: str) -> bool:
    """Tell whether a territory lies within an orbit: a satellite or the Space Elevator."""
    return zone_of(zone).is_territory and not zone_of(zone).surface and bool(_land(zone).orbits) and not _asteroid(zone)


@cache
def port(zone: str) -> tuple[float, ...]:
    """Return the bearings at which moves may cross the rim of a territory on a surface, the middle one first."""
    land = _land(zone)
    if not land.outline:
        return (225.0, 135.0, 270.0, 90.0)
    body = land.body
    towards, rim = bearing_of(body, land.label), surface_of(body) - 2
    turns = [
        (bearing_of(body, point) - towards + 180) % 360 - 180
        for point in land.outline
        if math.dist(point, centre_of(body)) > rim
    ]
    low, high = min(turns), max(turns)
    shares = (0.5, 0.32, 0.68, 0.2, 0.8, 0.1, 0.9)
    return tuple(towards + low + share * (high - low) for share in shares)


def _asteroid(zone: str) -> bool:
    return _land(zone).kind == "asteroid"


@cache
def _land(zone: str) -> Territory:
    return next(land for land in board().territory if land.name == zone)


@cache
def _blocked(one: Lane) -> tuple[tuple[float, float], ...]:
    """Return the sectors of a lane in which words or objects lie, as pairs of bearings."""
    objects = [(land.label, land.radius or _OBJECT) for land in board().territory if is_object(land.name)]
    found = list[tuple[float, float]]()
    for point, reach in (*objects, *letters()):
        far = math.dist(point, one.centre)
        near = reach + (0 if (point, reach) in objects else _CLEAR)
        if abs(far - one.radius) < near:
            cos = (far**2 + one.radius**2 - near**2) / (2 * far * one.radius)
            half = math.degrees(math.acos(max(-1.0, min(1.0, cos))))
            begin = (bearing_of(one.body, point) - half) % 360
            found.append((begin, begin + 2 * half))
    return tuple(_joined(sorted(found)))


def _joined(sectors: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Join sectors that touch, those across the top as well."""
    out = list[tuple[float, float]]()
    for begin, end in sectors:
        if out and begin <= out[-1][1]:
            out[-1] = out[-1][0], max(out[-1][1], end)
        else:
            out.append((begin, end))
    while len(out) > 1 and out[-1][1] - 360 >= out[0][0]:
        _, end = out.pop(0)
        out[-1] = out[-1][0], max(out[-1][1], end + 360)
    return out

"""The markers of planets and asteroids on their dots, and where their names stand: clear of dots, signs and names."""

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from moderator.core import svg
from moderator.core.pictures import Part
from moderator.core.svg import Box, Point
from moderator.games.solar_system.board.sky import dot_at
from moderator.games.solar_system.seat.drawing.ground import place, sign_at
from moderator.games.solar_system.seat.drawing.marks import INK, PAPER, SMALL, arrowhead, on
from moderator.games.solar_system.tables import Marker, board
from moderator.kit.drawing.words import bold, halo_text

_HIGH, _LETTER = 11.0, 7.6
_FIRST, _LAST, _STEP = 17, 60, 4
_COVERED = 100.0
"""What it costs a name, in units of distance, to cover anything."""


class Named(NamedTuple):
    """A marker on its dot, and the box of its name."""

    marker: Marker
    dot: str
    name: Box

    @property
    def place(self) -> Point:
        """Where it is."""
        return place(self.dot)

    @property
    def room(self) -> Box:
        """The room of the marker itself."""
        x, y = self.place
        return Box(x - 16, y - 16, 32, 32)


@lru_cache(64)
def named(moves: int) -> tuple[Named, ...]:
    """Return the markers after some moves of the planets, those nearest to the Sun first."""
    dots = {marker.name: dot_at(marker.name, moves) for marker in board().marker}
    taken = [_around(at, 18) for ring in board().ring for at in ring.at]
    taken += [_around(place(dot), 32) for dot in dots.values()] + [_around(board().ssd.centre, 46)]
    taken += [Box(x, y - _HIGH, 9.5 * len(ring.sign), _HIGH + 2) for ring in board().ring for x, y in [sign_at(ring)]]
    taken += [_around(_ahead(place(dots[marker.name]), 22), 18) for marker in board().marker if marker.slingshot]
    taken += [_around(land.label, 2 * land.radius) for land in board().territory if land.radius]
    out = list[Named]()
    for marker in board().marker:
        box = _room(marker, place(dots[marker.name]), taken)
        taken.append(box)
        out.append(Named(marker, dots[marker.name], box))
    return tuple(out)


def _room(marker: Marker, at: Point, taken: list[Box]) -> Box:
    """Return the best place for a name."""
    near = [other for other in taken if _around(at, 4 * _LAST).overlaps(other)]
    best, cheapest = _around(at, 0), math.inf
    for far, extra, box in _spots(marker, at):
        if far >= cheapest:
            break
        cost = far + extra
        if cost < cheapest:
            cost += sum(_COVERED for other in near if box.overlaps(other))
        if cost < cheapest:
            best, cheapest = box, cost
    return best


def _spots(marker: Marker, at: Point) -> Iterator[tuple[float, float, Box]]:
    """Give places for a name around a marker, the nearest first, with what it costs to be within or above."""
    wide, sun = _LETTER * len(marker.name) + 2, board().ssd.centre
    for far in range(_FIRST, _LAST, _STEP):
        for turn in range(0, 360, 15):
            x, y = on(at, far, turn)
            dx, dy = x - at[0], y - at[1]
            left = x - wide / 2 + dx / far * wide / 2
            box = Box(left, y - _HIGH / 2 + dy / far * _HIGH / 2, wide, _HIGH)
            inward = math.dist(at, sun) - math.dist((box.x + wide / 2, y), sun)
            yield far, abs(dy) / far * 6 + max(0.0, inward) / 3, box


def _around(at: Point, side: float) -> Box:
    return Box(at[0] - side / 2, at[1] - side / 2, side, side)


@lru_cache(1024)
def draw(one: Named, *, moving: bool) -> tuple[Part, ...]:
    """Draw a marker and its name; before them, where planets move, which way this one goes."""
    return (*([_next(one.place)] if moving and one.marker.slingshot else []), _marker(one))


def _marker(one: Named) -> Part:
    (x, y), radius = one.place, board().ssd.dot_radius
    if one.marker.slingshot:
        shape = svg.circle(x, y, radius + 5.5, fill=INK)
    else:
        shape = svg.polygon([on((x, y), radius + 6.5, 60 * corner + 30) for corner in range(6)], fill=INK)
    shape += svg.circle(x, y, radius, fill=PAPER, stroke=INK, stroke_width=1)
    shape += bold(one.dot.removeprefix(one.marker.ring), (x, y + 4), SMALL, INK)
    middle = one.name.x + one.name.width / 2, one.name.y + 9.5
    look: dict[str, svg.Value] = {"font_size": SMALL, "font_weight": 700, "text_anchor": "middle"}
    shape += halo_text(one.marker.name, middle, (INK, PAPER), 3, **look)
    return Part(svg.bounds((*one.room.corners, *one.name.corners), 4), shape)


def _next(at: Point) -> Part:
    """Draw a small arrow beside a planet: that way it goes on, counter-clockwise around the Sun."""
    tip, begin = _ahead(at, 29), _ahead(at, 14)
    base, *head = arrowhead(tip, ((tip[0] - begin[0]) / 15, (tip[1] - begin[1]) / 15), 8)
    drawn = svg.line(*begin, *base, stroke=INK, stroke_width=3) + svg.polygon(head, fill=INK)
    return Part(Box(at[0] - 32, at[1] - 32, 64, 64), drawn)


def _ahead(at: Point, far: float) -> Point:
    """Return a point on the straight way ahead of a planet."""
    (x, y), (cx, cy) = at, board().ssd.centre
    radius = math.dist(at, (cx, cy))
    return x + (y - cy) / radius * far, y - (x - cx) / radius * far

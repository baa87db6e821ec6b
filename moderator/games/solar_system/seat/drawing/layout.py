"""Where tags stand: in their cell below its name, as wide as it allows; what is too wide goes beside, at a line."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from msgspec import Struct

from moderator.core.svg import Box, Point
from moderator.games.solar_system.board.zones import zone_of
from moderator.games.solar_system.seat.drawing.ground import BODIES, SIDE, letters, name_lines, place, sign_at
from moderator.games.solar_system.seat.drawing.marks import SMALL, on, ring_of
from moderator.games.solar_system.seat.drawing.tags import Tag
from moderator.games.solar_system.tables import Territory, board

NAME_LINE, NAME_SIZE = 12.2, SMALL
_ROOMS = (160.0, 84.0, 66.0, 52.0)
"""How wide tags may be, the first that fits."""

_SHIFTS = sorted(
    ((x, y) for x in range(-28, 29, 4) for y in range(-20, 21, 4)),
    key=lambda shift: math.hypot(*shift),
)
_OVERHANG = 16.0
"""How far tags may reach beyond a small body."""

_TAKEN, _SURFACE = 400.0, 120.0
"""What it costs a tag, in units of distance, to cover another tag, a name or a dot, and to cover a surface."""

_FARTHEST, _EDGE = 150, 6


class Block(Struct, frozen=True):
    """The tags of a zone: their box, and whether a line leads to them; ``name`` is where a territory's name begins."""

    tags: tuple[Tag, ...]
    box: Box
    lead: bool = False
    name: Point | None = None


def blocks(stacks: dict[str, list[Tag]], markers: Iterable[Box]) -> dict[str, Block]:
    """Return where the tags of every zone stand, clear of markers, and the name of every territory."""
    out = {land.name: _in_cell(land, tuple(stacks.get(land.name, ()))) for land in board().territory}
    taken = [box for zone, block in out.items() for box in (block.box, name_box(zone, block)) if box.width]
    taken += [*markers, *fixed_words()]
    crowded = [zone for zone, some in stacks.items() if some and (zone not in out or not out[zone].box.width)]
    for zone in sorted(crowded, key=lambda zone: (zone in out, zone)):
        block = _beside(zone, tuple(tag.within(_ROOMS[1]) for tag in stacks[zone]), taken)
        out[zone] = Block(block.tags, block.box, block.lead, out[zone].name if zone in out else None)
        taken.append(block.box)
    return out


@cache
def fixed_words() -> tuple[Box, ...]:
    """Return the boxes of words that never change: letters along circles, signs of rings, dots, the Sun."""
    spelled = [_around(at, 2 * reach, 2 * reach) for at, reach in letters()]
    signs = [Box(x, y - 10, 9.5 * len(ring.sign), 12) for ring in board().ring for x, y in [sign_at(ring)]]
    return (*spelled, *signs, *_dots(), _around(board().ssd.centre, 48, 48))


def name_box(zone: str, block: Block) -> Box:
    """Return the room that a territory's name takes; none for what has no name."""
    if block.name is None:
        return Box(0, 0, 0, 0)
    lines = name_lines(zone)
    wide = max(map(len, lines)) * NAME_SIZE * 0.62 + 4
    return Box(block.name[0] - wide / 2, block.name[1] - NAME_SIZE - 2, wide, NAME_LINE * len(lines) + 5)


@lru_cache(1024)
def _in_cell(land: Territory, some: tuple[Tag, ...]) -> Block:
    """Return the name and the tags of a territory within its outline; without a box what does not fit."""
    names = name_lines(land.name)
    high, wide = NAME_LINE * len(names), max(map(len, names)) * NAME_SIZE * 0.4
    x, y = land.label
    free = Block((), Box(0, 0, 0, 0), name=(x, y - high / 2 + 9))
    if not some:
        return free
    outline = list(land.outline) or ring_of(land.label, land.radius + _OVERHANG)
    for room in _ROOMS:
        tags = tuple(tag.within(room) for tag in some)
        width, height = _size(tags)
        for dx, dy in _SHIFTS:
            left, top = x + dx, y + dy - (high + height) / 2
            box = _around((left, top + high + height / 2), width, height)
            if _holds(outline, _around((left, top + high / 2), wide, high)) and _holds(outline, box):
                return Block(tags, box, name=(left, top + 9))
    return free


def _beside(zone: str, tags: tuple[Tag, ...], taken: Sequence[Box]) -> Block:
    """Return the tags at the best free place near a zone."""
    width, height = _size(tags)
    x, y = place(zone)
    own = [] if zone_of(zone).kind == "orbit" else [_around((x, y), 18, 18)]
    best, cheapest = _around((x, y), width, height), math.inf
    near = _Near.of(_around((x, y), 2 * _FARTHEST + width, 2 * _FARTHEST + height), (*taken, *own))
    for far, at in _spots(zone):
        if far >= cheapest:
            break
        box = _around(at, width, height)
        cost = far + near.cost(box)
        if cost < cheapest:
            best, cheapest = box, cost
    inside = best.x <= x <= best.x + best.width and best.y <= y <= best.y + best.height
    return Block(tags, best, lead=not inside)


def _spots(zone: str) -> Iterator[tuple[float, Point]]:
    """Give places around a zone, the nearest first; an orbit's own is free, a dot or territory is to be seen."""
    at = place(zone)
    if zone_of(zone).kind == "orbit":
        yield 0, at
    for far in range(8 if zone_of(zone).kind == "orbit" else 20, _FARTHEST, 8):
        for bearing in range(0, 360, 15):
            yield far, on(at, far, bearing + 195)


class _Near(NamedTuple):
    """What lies in a part of the board that tags may cover."""

    taken: Sequence[Box]
    surfaces: Sequence[tuple[Box, Point, float]]

    @classmethod
    def of(cls, part: Box, taken: Iterable[Box]) -> "_Near":
        """Take what lies in a part."""
        return cls(
            [other for other in taken if part.overlaps(other)],
            [surface for surface in _surfaces() if part.overlaps(surface[0])],
        )

    def cost(self, box: Box) -> float:
        """Return what it costs to cover what lies under a box of this part; a place off the board is none."""
        if min(box.x, box.y) < -_EDGE or max(box.x + box.width, box.y + box.height) > SIDE + _EDGE:
            return math.inf
        covered = sum(_TAKEN for other in self.taken if box.overlaps(other))
        landing = (each for each in self.surfaces if box.overlaps(each[0]))
        return covered + sum(_SURFACE for _, centre, radius in landing if _reaches(box, centre, radius))


def _reaches(box: Box, centre: Point, radius: float) -> bool:
    x = min(max(centre[0], box.x), box.x + box.width)
    y = min(max(centre[1], box.y), box.y + box.height)
    return math.dist((x, y), centre) < radius


@cache
def _dots() -> tuple[Box, ...]:
    return tuple(_around(at, 18, 18) for ring in board().ring for at in ring.at)


@cache
def _surfaces() -> tuple[tuple[Box, Point, float], ...]:
    """Return the circles of everything that one can land on."""
    found = [(board().display[body].centre, board().display[body].surface) for body in BODIES]
    found += [(land.label, land.radius) for land in board().territory if land.radius]
    return tuple((_around(at, 2 * radius, 2 * radius), at, radius) for at, radius in found if at)


def _size(tags: Sequence[Tag]) -> tuple[float, float]:
    return max(tag.width for tag in tags) + 2, sum(tag.height + 2 for tag in tags)


def _around(at: Point, width: float, height: float) -> Box:
    return Box(at[0] - width / 2, at[1] - height / 2, width, height)


def _holds(outline: Sequence[Point], box: Box) -> bool:
    """Tell whether the corners of a box lie within an outline."""
    return all(_within(outline, corner) for corner in box.corners)


def _within(outline: Sequence[Point], point: Point) -> bool:
    x, y = point
    odd = False
    for at, (x2, y2) in enumerate(outline):
        x1, y1 = outline[at - 1]
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            odd = not odd
    return odd

"""The last turn's moves as arrows, and who attacked.

Each arrow stands on the border of its goal, clear of the units on both sides.
Moves of one faction from one place to another are one arrow. It bears the faction's letters and how many units went,
so that it needs no colour.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from moderator.core import svg
from moderator.core.game import Event
from moderator.core.pictures import Part
from moderator.core.seats import Seat
from moderator.core.svg import Box, Point
from moderator.games.rebel_commander.events import BattleFought, UnitMoved
from moderator.games.rebel_commander.pieces import EMPIRE
from moderator.games.rebel_commander.seat.drawing.marks import INK, MARKS
from moderator.kit.drawing.words import halo_text

HALF = 0.105
"""Half the breadth of an arrow, as a part of a location."""

_HEAD = ((-0.12, -HALF), (0.05, -HALF), (0.12, 0.0), (0.05, HALF), (-0.12, HALF))
_LANE = 0.24
_BYWAYS = ((0.42, 0.3), (-0.42, -0.3), (0.2, 0.2), (-0.2, -0.2))
"""How far aside of the middle lines and heads stand that pass over a location, so that they pass by its units."""

_ROOM = 0.3
"""The room for the letters of attackers, as a part of a location."""

_LETTER = 0.62
"""The breadth of a bold letter as a part of its height."""

_CACHE_SIZE = 1 << 10
"""Arrows that a process keeps: seats of a match are mostly told the same moves."""


def moves(events: Iterable[Event]) -> dict[tuple[Seat, str, str], int]:
    """Count the units that a reader was told to have gone, by faction, origin and goal."""
    counts: Counter[tuple[Seat, str, str]] = Counter()
    for event in events:
        if isinstance(event, UnitMoved):
            counts[event.seat, event.origin, event.goal] += 1 + event.troops
    return counts


def arrows(events: Iterable[Event], boxes: dict[str, Box]) -> Iterator[Part]:
    """Draw the moves; ``boxes`` are the locations by name. What goes between the same locations stands side by side."""
    lanes: dict[frozenset[str], list[tuple[Seat, str, str, int]]] = {}
    for (seat, origin, goal), count in moves(events).items():
        lanes.setdefault(frozenset((origin, goal)), []).append((seat, origin, goal, count))
    for lane in lanes.values():
        gap = min(_LANE, 0.72 / len(lane))
        for number, (seat, origin, goal, count) in enumerate(lane):
            aside = gap * (number - (len(lane) - 1) / 2)
            yield _arrow(seat, count, (boxes[origin], boxes[goal]), aside, _BYWAYS[number % len(_BYWAYS)])


@lru_cache(_CACHE_SIZE)
def _arrow(seat: Seat, count: int, ends: tuple[Box, Box], aside: float, byway: tuple[float, float]) -> Part:
    """Draw an arrow on the border of its goal, ``aside`` of the middle; if it passes a location, by a ``byway``."""
    one, other = ends
    size, colour = one.width, MARKS[seat].colour
    dx, dy = other.x - one.x, other.y - one.y
    far, long = max(abs(dx), abs(dy)), math.hypot(dx, dy)
    over = far > 1.5 * size
    line_aside, aside = byway if over else (aside, aside)
    way = (dx / long * size, dy / long * size)

    def point(part: float, by: float) -> Point:
        across, down = abs(way[1]) * by, math.copysign(way[0], way[0] * (way[1] or way[0])) * by
        return one.x + size / 2 + dx * part + across, one.y + size / 2 + dy * part + down

    inner, outer = size / 2 / far, 1 - size / 2 / far
    begin, at = point(inner, line_aside), point(outer, aside)
    drawn = ""
    if over:
        line = [(begin, point(outer, line_aside))]
        drawn = svg.strokes(line, stroke="#ffffff", stroke_width=size * 0.06)
        drawn += svg.strokes(line, stroke=colour, stroke_width=size * 0.035)
        drawn += svg.circle(*begin, size * 0.035, fill=colour)
    outline = [_rotated(corner, way, at) for corner in _HEAD]
    drawn += svg.polygon(outline, fill="none", stroke="#ffffff", stroke_width=size * 0.05, stroke_linejoin="round")
    drawn += svg.polygon(outline, fill=MARKS[seat].ground, stroke=colour, stroke_width=size * 0.016)
    drawn += _letters(seat, count, (at[0] - way[0] * 0.012, at[1] - way[1] * 0.012), size)
    return Part(svg.bounds([*outline, begin], size * 0.05), drawn)


def attackers_by_place(events: Iterable[Event]) -> dict[str, tuple[Seat, ...]]:
    """Return who attacked at each place of the battles that a reader was told of."""
    found: dict[str, dict[Seat, None]] = {}
    for event in events:
        if isinstance(event, BattleFought):
            found.setdefault(event.place, {}).update(dict.fromkeys(event.attackers))
    return {place: tuple(seats) for place, seats in found.items()}


def attacker_letters(seats: Iterable[Seat], right: Point, size: float) -> str:
    """Write the letters of some seats in their colours, ending at a point, on a location of a size."""
    codes = [(MARKS[seat].code, MARKS[seat].colour) for seat in seats]
    letters = sum(len(code) for code, _ in codes)
    height = min(0.12, _ROOM / (_LETTER * letters + 0.15 * len(codes))) * size if codes else 0.0
    (x, y), drawn = right, ""
    for code, colour in reversed(codes):
        look: dict[str, svg.Value] = {"font_size": height, "font_weight": 700, "text_anchor": "end"}
        drawn += halo_text(code, (x, y), (colour, "#ffffff"), height * 0.3, **look)
        x -= height * (_LETTER * len(code) + 0.15)
    return drawn


def key_arrow(x: float, y: float, size: float) -> str:
    """Draw a nameless arrow for the key, as large as on locations of a size."""
    outline = [_rotated(point, (size, 0.0), (x, y)) for point in _HEAD]
    return svg.polygon(outline, fill="#ffffff", stroke=INK, stroke_width=size * 0.016)


def _rotated(point: Point, along: Point, at: Point) -> Point:
    """Return a point of an arrow that shows right, for one at a place that shows ``along``."""
    (x, y), (dx, dy) = point, along
    return at[0] + x * dx - y * dy, at[1] + x * dy + y * dx


def _letters(seat: Seat, count: int, at: Point, size: float) -> str:
    words = MARKS[seat].code + (str(count) if count > 1 else "")
    height = min(0.12, 0.19 / (_LETTER * len(words))) * size
    look: dict[str, svg.Value] = {"font_size": height, "font_weight": 700, "text_anchor": "middle"}
    return svg.text(
        words, at[0], at[1] + height * 0.36, fill="#ffffff" if seat == EMPIRE else MARKS[seat].colour, **look
    )

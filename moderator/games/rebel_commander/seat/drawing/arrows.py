"""The last turn's moves as arrows: each stands on the border of its goal, clear of the units on both sides.

Moves of one faction from one place to another are one arrow. It bears the faction's letters and how many units went,
so that it needs no colour.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from moderator.core import svg
from moderator.core.game import Event, Part
from moderator.core.seats import Seat
from moderator.core.svg import Box, Point
from moderator.games.rebel_commander.events import UnitMoved
from moderator.games.rebel_commander.pieces import EMPIRE
from moderator.games.rebel_commander.seat.drawing.marks import INK, MARKS

HALF = 0.105
"""Half the breadth of an arrow, as a part of a location."""

_HEAD = ((-0.12, -HALF), (0.05, -HALF), (0.12, 0.0), (0.05, HALF), (-0.12, HALF))
_LANE = 0.24
_LETTER = 0.62
"""The breadth of a bold letter as a part of its height."""


def moves(told: Iterable[Event]) -> dict[tuple[Seat, str, str], int]:
    """Count the units that a reader was told to have gone, by faction, origin and goal."""
    counts: Counter[tuple[Seat, str, str]] = Counter()
    for event in told:
        if isinstance(event, UnitMoved):
            counts[event.seat, event.origin, event.goal] += 1 + event.troops
    return counts


def arrows(told: Iterable[Event], boxes: dict[str, Box]) -> Iterator[Part]:
    """Draw the moves; ``boxes`` are the locations by name. What crosses the same border stands side by side."""
    lanes: dict[frozenset[str], list[tuple[Seat, str, str, int]]] = {}
    for (seat, origin, goal), count in moves(told).items():
        lanes.setdefault(frozenset((origin, goal)), []).append((seat, origin, goal, count))
    for lane in lanes.values():
        gap = min(_LANE, 0.72 / len(lane))
        for number, (seat, origin, goal, count) in enumerate(lane):
            aside = gap * (number - (len(lane) - 1) / 2)
            yield _arrow(seat, count, boxes[min(origin, goal)], boxes[max(origin, goal)], aside, back=goal < origin)


def _arrow(seat: Seat, count: int, one: Box, other: Box, aside: float, *, back: bool) -> Part:
    """Draw an arrow between two locations, or ``back``, that far aside of the middle."""
    size = one.width
    dx, dy = other.x - one.x, other.y - one.y
    far, long = max(abs(dx), abs(dy)), (dx * dx + dy * dy) ** 0.5
    middle = (one.x + size / 2 - dy / long * aside * size, one.y + size / 2 + dx / long * aside * size)
    inner, outer = size / 2 / far, 1 - size / 2 / far
    ends = [(middle[0] + dx * part, middle[1] + dy * part) for part in (inner, outer)]
    if back:
        dx, dy = -dx, -dy
        ends.reverse()
    mark, (x, y) = MARKS[seat], ends[1]
    drawn = ""
    if outer > inner:
        drawn = svg.strokes([(ends[0], ends[1])], stroke="#ffffff", stroke_width=size * 0.07)
        drawn += svg.strokes([(ends[0], ends[1])], stroke=mark.colour, stroke_width=size * 0.035)
        drawn += svg.circle(*ends[0], size * 0.035, fill=mark.colour)
    outline = [_turned(point, (dx / long * size, dy / long * size), (x, y)) for point in _HEAD]
    drawn += svg.polygon(outline, fill=mark.ground, stroke=mark.colour, stroke_width=size * 0.016)
    drawn += _letters(seat, count, (x - dx / long * size * 0.012, y - dy / long * size * 0.012), size)
    xs, ys = zip(*outline, ends[0], strict=True)
    edge = size * 0.04
    return Part(Box(min(xs) - edge, min(ys) - edge, max(xs) - min(xs) + 2 * edge, max(ys) - min(ys) + 2 * edge), drawn)


def sign(x: float, y: float, size: float) -> str:
    """Draw a nameless arrow for the key, as large as on locations of a size."""
    outline = [_turned(point, (size, 0.0), (x, y)) for point in _HEAD]
    return svg.polygon(outline, fill="#ffffff", stroke=INK, stroke_width=size * 0.016)


def _turned(point: Point, along: Point, at: Point) -> Point:
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

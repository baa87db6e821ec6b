"""How factions and units look on paper: told apart by shape, hatch and letters before colour.

A kind of unit is a shape, a faction a fill; both survive a black-and-white printer and a colour-blind reader.
"""

import math
from functools import cache

from msgspec import Struct

from moderator.core import svg
from moderator.core.seats import Seat
from moderator.core.svg import Point
from moderator.games.rebel_commander.pieces import EMPIRE, Unit

INK = "#1c1c1c"
NAME, BAR, BLAST = "#6b675e", "#f2f0ea", "#ffd23f"
"""The colours of names of locations, of empty bars, and of battles."""

BADGE = 1.05
"""How high a badge is that is one wide."""

_TURN = 2 * math.pi


class Mark(Struct, frozen=True):
    """How one seat is drawn: its letters, colour, ground, and the angle of its hatch (None: no hatch)."""

    code: str
    colour: str
    ground: str = "#ffffff"
    angle: float | None = None


MARKS: dict[Seat, Mark] = {
    "Red": Mark("R", "#c43b1d", angle=45),
    "Blue": Mark("B", "#0067a8", angle=-45),
    "Green": Mark("Gn", "#007a55", angle=0),
    "Gold": Mark("Gd", "#a87400", angle=90),
    "White": Mark("W", "#4a4a4a"),
    "Grey": Mark("Gy", "#5c5c5c", ground="#bdbdbd"),
    EMPIRE: Mark("E", INK, ground=INK),
}
"""One mark per seat; letters are unique, and at most two."""

LETTERS: dict[Seat, str] = {seat: mark.code for seat, mark in MARKS.items()}


def _arc(x: float, y: float, r: float, begin: float, end: float) -> tuple[Point, ...]:
    """Return the points of an arc; angles are parts of a turn, clockwise from the right."""
    steps = 14
    angles = [_TURN * (begin + (end - begin) * n / steps) for n in range(steps + 1)]
    return tuple((x + r * math.cos(angle), y + r * math.sin(angle)) for angle in angles)


SHAPES: dict[Unit, tuple[tuple[Point, ...], ...]] = {
    Unit.TROOPS: (
        ((0.1, 0.98), *_arc(0.5, 0.86, 0.4, 0.5, 1.0), (0.9, 0.98)),
        _arc(0.5, 0.25, 0.23, 0.0, 1.0),
    ),
    Unit.SPEEDERS: (((0.0, 0.06), (1.06, 0.5), (0.0, 0.94)),),
    Unit.TRANSPORT: (
        ((0.04, 0.3), (0.96, 0.3), (0.96, 0.96), (0.04, 0.96)),
        ((0.2, 0.04), (0.8, 0.04), (0.8, 0.3), (0.2, 0.3)),
    ),
}
"""The outlines of a unit in a box of one by one, each convex: a figure, a dart, a box with a cabin."""

SWORDS = "M0 0L1 1M1 0L0 1M0 .7L.3 1M1 .7L.7 1"
"""Two crossed blades in a box of one by one."""

BURST = tuple(
    (0.5 + r * math.cos(_TURN * n / 16), 0.5 + r * math.sin(_TURN * n / 16)) for n, r in enumerate((0.56, 0.27) * 8)
)
"""A star of eight points in a box of one by one."""


def place(x: float, y: float, size: float) -> str:
    """Return the transform that puts a drawing of one by one at a point in a size."""
    return f"translate({svg.num(x)} {svg.num(y)}) scale({svg.num(size)})"


@cache
def _shape(seat: Seat, kind: Unit) -> str:
    mark = MARKS[seat]
    parts = []
    for outline in SHAPES[kind]:
        parts.append(svg.polygon(outline, fill=mark.ground))
        if mark.angle is not None:
            lines = svg.hatching(outline, mark.angle, 0.15)
            parts.append(svg.strokes(lines, stroke=mark.colour, stroke_width=0.068))
        parts.append(svg.polygon(outline, fill="none", stroke=mark.colour, stroke_width=0.072, stroke_linejoin="round"))
    return "".join(parts)


def unit(kind: Unit, seat: Seat, x: float, y: float, size: float) -> str:
    """Draw one unit's shape in its faction's fill."""
    return svg.group(_shape(seat, kind), transform=place(x, y, size))


@cache
def _badge(seat: Seat) -> str:
    """Draw a faction's letters on a plate one wide, above a strip of its fill."""
    mark, imperial = MARKS[seat], seat == EMPIRE
    top = BADGE if imperial else BADGE * 0.73
    parts = [
        svg.rect(0, 0, 1, BADGE, rx=0.14, fill=INK if imperial else "#ffffff", stroke=mark.colour, stroke_width=0.06)
    ]
    if not imperial:
        outline = ((0.0, top), (1.0, top), (1.0, BADGE), (0.0, BADGE))
        parts.append(svg.polygon(outline, fill=mark.ground, stroke=mark.colour, stroke_width=0.03))
        if mark.angle is not None:
            parts.append(svg.strokes(svg.hatching(outline, mark.angle, 0.1), stroke=mark.colour, stroke_width=0.048))
    size = min(top * 0.94, 0.9 if len(mark.code) == 1 else 0.66)
    middle, fill = top / 2 + size * 0.35, "#ffffff" if imperial else mark.colour
    letters = svg.text(mark.code, 0.5, middle, font_size=size, font_weight=700, text_anchor="middle", fill=fill)
    return "".join((*parts, letters))


def badge(seat: Seat, x: float, y: float, width: float) -> str:
    """Draw a faction's letters."""
    return svg.group(_badge(seat), transform=place(x, y, width))


def swords(x: float, y: float, size: float) -> str:
    """Draw two crossed blades: a contested location."""
    halo = svg.path(SWORDS, stroke="#ffffff", stroke_width=0.38)
    blades = svg.path(SWORDS, stroke=INK, stroke_width=0.15)
    return svg.group(halo, blades, fill="none", stroke_linecap="round", transform=place(x, y, size))


def burst(x: float, y: float, size: float) -> str:
    """Draw a star: a location where there was a battle."""
    star = svg.polygon(BURST, fill=BLAST, stroke=INK, stroke_width=0.09, stroke_linejoin="round")
    return svg.group(star, transform=place(x, y, size))

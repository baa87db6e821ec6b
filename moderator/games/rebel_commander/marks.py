"""How factions and units look on paper: told apart by shape, hatch and letters before colour.

A kind of unit is a shape, a faction a fill; both survive a black-and-white printer and a colour-blind reader.
"""

import math

from msgspec import Struct

from moderator.core import svg
from moderator.core.seats import Seat
from moderator.core.svg import Point
from moderator.games.rebel_commander.pieces import EMPIRE, UNITS, Unit

FONT = "IBM Plex Sans, DejaVu Sans, sans-serif"
INK = "#1c1c1c"

SMALL = 15.0
"""Below this height of a line, the letters of a faction have to do without its fill."""

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

WORDS = {
    Unit.TROOPS: "Troops",
    Unit.SPEEDERS: "Speeders",
    Unit.TRANSPORT: "Transport",
    "rebels": "held by Rebels",
    "empire": "held by the Empire",
    "both": "contested",
    "unseen": "out of sight",
}
"""The few words on maps and charts: names of units, which are order words, and how a location is held."""


def _arc(x: float, y: float, r: float, begin: float, end: float) -> list[Point]:
    steps = 14
    return [
        (
            x + r * math.cos(_TURN * (begin + (end - begin) * n / steps)),
            y + r * math.sin(_TURN * (begin + (end - begin) * n / steps)),
        )
        for n in range(steps + 1)
    ]


SHAPES: dict[Unit, tuple[tuple[Point, ...], ...]] = {
    Unit.TROOPS: (
        ((0.1, 0.98), *_arc(0.5, 0.86, 0.4, 0.5, 1.0), (0.9, 0.98)),
        tuple(_arc(0.5, 0.25, 0.23, 0.0, 1.0)),
    ),
    Unit.SPEEDERS: (((0.0, 0.06), (1.06, 0.5), (0.0, 0.94)),),
    Unit.TRANSPORT: (
        ((0.04, 0.3), (0.96, 0.3), (0.96, 0.96), (0.04, 0.96)),
        ((0.2, 0.04), (0.8, 0.04), (0.8, 0.3), (0.2, 0.3)),
    ),
}
"""The outlines of a unit in a box of one by one, each convex: a figure, a dart, a box with a cabin."""


def unit(kind: Unit, seat: Seat, x: float, y: float, size: float) -> str:
    """Draw one unit's shape in its faction's fill, in the box whose upper left corner is given."""
    mark = MARKS[seat]
    parts = []
    for shape in SHAPES[kind]:
        outline = [(x + size * px, y + size * py) for px, py in shape]
        parts.append(svg.polygon(outline, fill=mark.ground))
        if mark.angle is not None:
            lines = svg.hatching(outline, mark.angle, max(2.2, size / 7))
            parts.append(svg.strokes(lines, stroke=mark.colour, stroke_width=max(1.0, size / 15)))
        parts.append(
            svg.polygon(
                outline, fill="none", stroke=mark.colour, stroke_width=max(0.9, size / 16), stroke_linejoin="round"
            )
        )
    return "".join(parts)


def badge(seat: Seat, x: float, y: float, width: float, height: float) -> str:
    """Draw a faction's letters on a plate with a strip of its fill."""
    mark = MARKS[seat]
    imperial = seat == EMPIRE
    strip = height * (0.26 if height > SMALL else 0.0)
    ground = svg.rect(
        x,
        y,
        width,
        height,
        rx=height / 7,
        fill=INK if imperial else "#ffffff",
        stroke=mark.colour,
        stroke_width=max(0.8, height / 18),
    )
    box = ((x, y + height - strip), (x + width, y + height - strip), (x + width, y + height), (x, y + height))
    fill = "" if imperial or not strip else svg.polygon(box, fill=mark.ground, stroke=mark.colour, stroke_width=0.5)
    if strip and mark.angle is not None:
        fill += svg.strokes(
            svg.hatching(box, mark.angle, max(1.8, height / 10)), stroke=mark.colour, stroke_width=max(0.8, height / 22)
        )
    size = min(height * (0.82 if imperial else 0.68), width * (0.95 if len(mark.code) == 1 else 0.66))
    base = y + (height if imperial else height - strip) / 2 + size * 0.35
    letters = svg.text(
        mark.code,
        x + width / 2,
        base,
        font_size=size,
        font_weight=700,
        text_anchor="middle",
        fill="#ffffff" if imperial else mark.colour,
    )
    return ground + fill + letters


def swords(x: float, y: float, size: float) -> str:
    """Draw two crossed blades: a contested location."""
    blades = f"M{svg.num(x)} {svg.num(y)}l{svg.num(size)} {svg.num(size)}m0 {svg.num(-size)}l{svg.num(-size)} {svg.num(size)}"
    guard = size * 0.3
    guards = (
        f"M{svg.num(x)} {svg.num(y + size - guard)}l{svg.num(guard)} {svg.num(guard)}"
        f"M{svg.num(x + size)} {svg.num(y + size - guard)}l{svg.num(-guard)} {svg.num(guard)}"
    )
    return svg.path(
        blades + guards, fill="none", stroke="#ffffff", stroke_width=size / 2.6, stroke_linecap="round"
    ) + svg.path(blades + guards, fill="none", stroke=INK, stroke_width=size / 7, stroke_linecap="round")


def tally(seat: Seat, counts: tuple[int, int, int], x: float, y: float, width: float, height: float) -> str:
    """Draw a faction's units in a box: its letters, then each kind with its number, as large as they fit."""
    kinds = [(kind, count) for kind, count in zip(UNITS, counts, strict=True) if count]
    plate = min(height, max(width * 0.27, 15.0) if height > SMALL else width * 0.19)
    room = width - plate - 2
    digits = max(len(str(count)) for _, count in kinds)
    each = 1.0 + 0.56 * digits
    per_line, size = 1, 0.0
    for columns in range(1, len(kinds) + 1):
        fits = min(height / -(-len(kinds) // columns), room / (each * columns), width * 0.4)
        if fits > size + 0.01:
            per_line, size = columns, fits
    lines = -(-len(kinds) // per_line)
    top = y + (height - lines * size) / 2
    high = min(height, plate * 1.15)
    parts = [badge(seat, x, y + (height - high) / 2 + high * 0.04, plate, high * 0.92)]
    for at, (kind, count) in enumerate(kinds):
        left = x + plate + 3 + (at % per_line) * each * size
        upper = top + (at // per_line) * size
        parts.append(unit(kind, seat, left, upper + size * 0.1, size * 0.78))
        parts.append(
            svg.text(
                str(count), left + size * 0.88, upper + size * 0.82, font_size=size * 0.92, font_weight=700, fill=INK
            )
        )
    return "".join(parts)

"""How ships, figures, Blasts and special tokens look on paper: told apart by letters and shapes before colour."""

import math
from collections.abc import Sequence

from msgspec import Struct

from moderator.core import svg
from moderator.core.seats import Seat
from moderator.core.svg import Point
from moderator.games.rayguns_and_rocketships.board.compass import HEADINGS
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN, PRINCESS, Figure, Heading, TokenKind
from moderator.kit.drawing.words import bold

INK, PAPER, PALE, LINE, GREY, SOFT = "#1b1e23", "#ffffff", "#eef0f3", "#d3d8de", "#8a929c", "#50565e"
FIRE, RED = "#ffd23f", "#c81e2c"


class Mark(Struct, frozen=True):
    """How a seat looks: its letter, its colour, the tint of what its guns reach, the angles of its hatching."""

    letter: str
    colour: str
    tint: str
    hatching: tuple[float, ...]


MARKS: dict[Seat, Mark] = {
    "Rangers": Mark("R", "#0063a3", "#e4f0f9", ()),
    "Pirates": Mark("P", "#b02a1c", "#fae7e3", (45,)),
    "Zard": Mark("Z", "#00704e", "#e2f3ea", (0,)),
    "Blaarg": Mark("B", "#7a3f9a", "#f0e5f6", (45, 135)),
}
"""One mark a seat; letters and hatchings are unique."""

LETTERS: dict[TokenKind, str] = {"warbot": "W", "core": "A", "princess": "Pr", "tape": "T"}
"""What stands on the tag of a special token; others are rocks, and drawn as such."""

_WEDGE = ((0.0, -1.2), (0.6, 0.76), (0.0, 0.52), (-0.6, 0.76))
_NOSE = ((0.0, -1.2), (0.2, -0.55), (-0.2, -0.55))
_BARREL = (
    *((-0.14, -0.16), (-0.02, -0.16), (-0.02, -0.09), (0.24, -0.09)),
    *((0.24, 0.09), (-0.02, 0.09), (-0.02, 0.16), (-0.14, 0.16)),
)
_ROCK = ((-0.9, -0.2), (-0.45, -0.85), (0.3, -0.75), (0.9, -0.3), (0.75, 0.45), (0.2, 0.9), (-0.6, 0.75))


def label(words: str, at: Point, size: float, ink: str, **look: svg.Value) -> str:
    """Write from a point to the right, if nothing else is said."""
    return svg.text(words, at[0], at[1], font_size=size, fill=ink, **look)


def on(centre: Point, radius: float, bearing: float) -> Point:
    """Return a point around another; bearings run clockwise from the top, in degrees."""
    turn = math.radians(bearing)
    return centre[0] + radius * math.sin(turn), centre[1] - radius * math.cos(turn)


def shape(outline: Sequence[Point], at: Point, size: float, turn: float = 0) -> list[Point]:
    """Return an outline around a point, enlarged, and turned clockwise."""
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return [(at[0] + size * (x * cos - y * sin), at[1] + size * (x * sin + y * cos)) for x, y in outline]


def filled(outline: Sequence[Point], seat: Seat, gap: float) -> str:
    """Fill an outline with the hatching of a seat on its tint; who has none is wholly in its colour."""
    mark = MARKS[seat]
    if not mark.hatching:
        return svg.polygon(outline, fill=mark.colour)
    lines = [stroke for angle in mark.hatching for stroke in svg.hatching(outline, angle, gap)]
    return svg.polygon(outline, fill=mark.tint) + svg.strokes(lines, stroke=mark.colour, stroke_width=gap * 0.42)


def ship(seat: Seat, heading: Heading, at: Point, size: float) -> str:
    """Draw a ship as a wedge that points where it heads, with its seat's letter."""
    mark, turn = MARKS[seat], HEADINGS.index(heading) * 45
    outline, nose = shape(_WEDGE, at, size, turn), shape(_NOSE, at, size, turn)
    drawn = svg.polygon(outline, fill=PAPER, stroke=PAPER, stroke_width=size * 0.24, stroke_linejoin="round")
    drawn += filled(outline, seat, size * 0.15)
    drawn += svg.polygon(nose, fill=mark.colour)
    drawn += svg.polygon(outline, fill="none", stroke=mark.colour, stroke_width=size * 0.09, stroke_linejoin="round")
    drawn += svg.circle(*at, size * 0.4, fill=PAPER, stroke=mark.colour, stroke_width=size * 0.06)
    return drawn + bold(mark.letter, (at[0], at[1] + size * 0.19), size * 0.54, INK)


def star(at: Point, radius: float, fill: str) -> str:
    """Draw a star of five points: a captain."""
    return svg.polygon([on(at, radius if n % 2 == 0 else radius * 0.42, 36 * n) for n in range(10)], fill=fill)


def blast(at: Point, radius: float, count: int = 1) -> str:
    """Draw a Blast marker, or several on each other."""
    points = [on(at, radius if n % 2 == 0 else radius * 0.6, 22.5 * n) for n in range(16)]
    drawn = svg.polygon(points, fill=FIRE, stroke=INK, stroke_width=radius * 0.12, stroke_linejoin="round")
    return drawn + (bold(str(count), (at[0], at[1] + radius * 0.33), radius * 0.9, INK) if count > 1 else "")


def figure(one: Figure, at: Point, r: float, *, home: bool) -> str:
    """Draw a figure: a disc of its number aboard its own ship, else a white square with its seat's letter before it.

    A captain is a star. A wounded figure lies on its side, one that stood up again has a small Blast.
    """
    mark = MARKS[one.seat]
    ink = PAPER if home else INK
    x, y = at
    if home:
        drawn = svg.circle(x, y, r, fill=mark.colour, stroke=PAPER, stroke_width=r * 0.12)
        middle, size = x, r * 1.3
    else:
        look: dict[str, svg.Value] = {"fill": PAPER, "stroke": mark.colour, "stroke_width": r * 0.2}
        drawn = svg.rect(x - r, y - r * 0.86, r * 2, r * 1.72, rx=r * 0.25, **look)
        drawn += bold(mark.letter, (x - r * 0.42, y + r * 0.36), r * 1.05, INK)
        middle, size = x + r * 0.4, r * 1.05
    if one.name == CAPTAIN:
        drawn += star((middle, y), size * (0.6 if home else 0.48), ink)
    else:
        name = LETTERS["princess"] if one.name == PRINCESS else one.name
        drawn += bold(name, (middle, y + size * 0.35), size * (0.8 if one.name == PRINCESS else 1), ink)
    if one.wounded:
        drawn = svg.group(drawn, transform=f"rotate(90 {svg.num(x)} {svg.num(y)})")
    return drawn + (blast((x + r * 0.8, y - r * 0.8), r * 0.4) if one.wounded or one.scarred else "")


def token(key: str, kind: TokenKind, at: Point, size: float, *, red: bool = False) -> str:
    """Draw a special token: rocks as they look, others as tags with a letter and number; a red core is dark."""
    if kind not in LETTERS:
        outline = shape(_ROCK, at, size)
        look: dict[str, svg.Value] = {"stroke": INK, "stroke_width": size * 0.1, "stroke_linejoin": "round"}
        if kind == "asteroid":
            return svg.polygon(outline, fill=SOFT, **look)
        crystal = [(at, point) for point in outline[::2]]
        return svg.polygon(outline, fill=PAPER, **look) + svg.strokes(crystal, stroke=INK, stroke_width=size * 0.07)
    words = LETTERS[kind] + key.removeprefix(kind).strip()
    corners = [on(at, size, 45 * n + 22.5) for n in range(8)]
    drawn = svg.polygon(corners, fill=RED if red else PAPER, stroke=INK, stroke_width=size * 0.16)
    return drawn + bold(words, (at[0], at[1] + size * 0.34), size * 0.96, PAPER if red else INK)


def gun(at: Point, side: float, out: int) -> str:
    """Draw a raygun on the edge of a square of that side; ``out`` is 1 where it points to the right, -1 to the left."""
    outline = [(at[0] + out * side * x, at[1] + side * y) for x, y in _BARREL]
    return svg.polygon(outline, fill=INK, stroke=PAPER, stroke_width=side * 0.06, paint_order="stroke")

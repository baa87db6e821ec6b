"""The marks of colours and pieces on drawings, safe in black and white: patterns, letters, signs."""

import math
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from moderator.core import svg
from moderator.core.svg import Point
from moderator.games.solar_system.pieces import NOBODY, Colour
from moderator.games.solar_system.tables import ColourCard, extra, figures

INK, PAPER, PALE, GREY, DUSK, BLAZE = "#1b1e23", "#ffffff", "#eef1f5", "#8a929c", "#e3e6ea", "#c81e2c"
LAND = "#f6f3ee"
LETTER = {kind: unit.letter for kind, unit in figures().unit.items()}
SIGNS = {card.name: card.sign for card in (*figures().leader, *extra().leader)}

SMALL = 11.4
"""The size of the smallest letters: of 6 points where the board is as wide as a page of A4."""

GAP = 10
"""How far the lines of hatchings and patterns lie apart."""


class Mark(Struct, frozen=True):
    """How a colour looks: its letter and tint, what it controls, and the ink of letters on its tint."""

    letter: str
    colour: str
    ground: str
    hatching: tuple[float, ...]
    on: str


def _marks(cards: Iterable[ColourCard]) -> dict[Colour, Mark]:
    return {
        card.name: Mark(card.letter, card.tint, card.ground, card.hatching, INK if card.name == "Yellow" else PAPER)
        for card in cards
    }


MARKS: dict[Colour, Mark] = _marks(figures().colour)
"""The marks of the colours in the box."""

_ALL = MARKS | _marks(extra().colour)


def mark_of(colour: Colour) -> Mark:
    """Return the mark of any colour."""
    return _ALL[colour]


def on(centre: Point, radius: float, bearing: float) -> Point:
    """Return a point around another; bearings run counter-clockwise from the top, in degrees."""
    turn = math.radians(bearing)
    return centre[0] - radius * math.sin(turn), centre[1] - radius * math.cos(turn)


def ring_of(centre: Point, radius: float, corners: int = 36) -> list[Point]:
    """Return a circle as an outline."""
    return [on(centre, radius, 360 * at / corners) for at in range(corners)]


def ground(outline: Sequence[Point], colour: Colour) -> str:
    """Fill an outline for who controls it: by its ground and the pattern of its colour."""
    if colour == NOBODY:
        return svg.polygon(outline, fill=LAND)
    own = mark_of(colour)
    filled = svg.polygon(outline, fill=own.ground)
    if not own.hatching:
        return filled + svg.group(*(svg.circle(*dot, 1.1) for dot in _dots(outline)), fill=own.colour)
    strokes = [stroke for angle in own.hatching for stroke in svg.hatching(outline, angle, GAP)]
    return filled + svg.strokes(strokes, stroke=own.colour, stroke_width=0.9)


def _dots(outline: Sequence[Point]) -> Iterator[Point]:
    """Give the dots of a pattern that lie within an outline, every other row half a gap aside."""
    for (begin, y), (end, _) in svg.hatching(outline, 0, GAP):
        first = math.ceil((begin + 1) / GAP) * GAP + (GAP / 2 if round(y / GAP) % 2 else 0)
        yield from ((first + step * GAP, y) for step in range(math.ceil((end - 1 - first) / GAP)))


# ---- signs ------------------------------------------------------------------------------------------------

_STAR = [on((0, 0), 5.2 if corner % 2 == 0 else 2.2, 36 * corner) for corner in range(10)]
_FACTORY = ((-5.5, 5), (-5.5, -1), (-2, 1.2), (-2, -1), (1.5, 1.2), (1.5, -5), (5, -5), (5, 5))
_BURST = [on((0, 0), 1 if corner % 2 == 0 else 0.62, 22.5 * corner) for corner in range(16)]


def factory(x: float, y: float, *, at_work: bool = False, size: float = 1.0) -> str:
    """Draw a Factory; hollow while one half of something is done."""
    points = [(x + px * size, y + py * size) for px, py in _FACTORY]
    return svg.polygon(points, fill=PAPER if at_work else INK, stroke=INK, stroke_width=1.2)


def star(x: float, y: float, colour: str, size: float = 1.0) -> str:
    """Draw a Leader's star."""
    points = [(x + px * size, y + py * size) for px, py in _STAR]
    return svg.polygon(points, fill=colour, stroke=INK, stroke_width=0.6)


def burst(x: float, y: float, radius: float) -> str:
    """Draw the sign of a battle."""
    points = [(x + px * radius, y + py * radius) for px, py in _BURST]
    return svg.polygon(points, fill=PAPER, stroke=BLAZE, stroke_width=1.6)


def arrowhead(tip: Point, way: Point, long: float) -> tuple[Point, Point, Point, Point]:
    """Return the middle of the base of an arrow's head, then its outline; ``way`` is where it points, of length 1."""
    (x, y), (dx, dy) = tip, way
    base = x - dx * long, y - dy * long
    return base, tip, (base[0] - dy * 4.2, base[1] + dx * 4.2), (base[0] + dy * 4.2, base[1] - dx * 4.2)

"""The marks of colours and pieces on drawings, safe in black and white: patterns, letters, signs."""

import math
from collections.abc import Iterator, Sequence

from msgspec import Struct

from moderator.core import svg
from moderator.core.svg import Point
from moderator.games.buck_rogers.pieces import NOBODY, Colour, Kind
from moderator.games.buck_rogers.tables import figures

INK, PAPER, PALE, GREY, DUSK, BLAZE = "#1b1e23", "#ffffff", "#eef1f5", "#8a929c", "#e3e6ea", "#c81e2c"
LAND = "#f6f3ee"
LETTER = {kind: unit.letter for kind, unit in figures().unit.items()}
SIGNS = {card.name: card.sign for card in figures().leader}

_GROUNDS = {
    "Blue": "#e2eaf6",
    "Red": "#fae3e1",
    "Purple": "#ebe3f4",
    "Green": "#e0efe3",
    "Brown": "#efe6dc",
    "Yellow": "#fbf1d3",
}
_HATCHING: dict[Colour, tuple[float, ...]] = {
    "Blue": (45,),
    "Red": (90,),
    "Purple": (0, 90),
    "Green": (-45,),
    "Brown": (0,),
    "Yellow": (),
}
"""The angles of the strokes that fill what a colour controls; Yellow has dots."""

_GAP = 9.0


class Mark(Struct, frozen=True):
    """How a colour looks: its letter, its tint, the ground of what it controls, and what letters on its tint need."""

    letter: str
    colour: str
    ground: str
    on: str


MARKS: dict[Colour, Mark] = {
    card.name: Mark(card.letter, card.tint, _GROUNDS[card.name], INK if card.name == "Yellow" else PAPER)
    for card in figures().colour
}

PALETTE = tuple(
    dict.fromkeys(
        (
            *(PAPER, INK, PALE, GREY, DUSK, BLAZE, LAND),
            *(colour for mark in MARKS.values() for colour in (mark.colour, mark.ground)),
        )
    )
)
"""Every colour of the drawings."""


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
    mark = MARKS[colour]
    filled = svg.polygon(outline, fill=mark.ground)
    if colour == "Yellow":
        spots = "".join(svg.circle(x, y, 1.1) for x, y in _dots(outline))
        return filled + svg.group(spots, fill=mark.colour)
    strokes = [stroke for angle in _HATCHING[colour] for stroke in _hatching(outline, angle)]
    return filled + svg.strokes(strokes, stroke=mark.colour, stroke_width=0.9)


def _hatching(outline: Sequence[Point], angle: float) -> Iterator[tuple[Point, Point]]:
    """Give the strokes that hatch an outline of any shape at an angle."""
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    turned = [(x * cos + y * sin, y * cos - x * sin) for x, y in outline]
    levels = [y for _, y in turned]
    level = math.ceil(min(levels) / _GAP) * _GAP
    while level < max(levels):
        cuts = sorted(_cuts(turned, level))
        for begin, end in zip(cuts[::2], cuts[1::2], strict=False):
            yield (
                (begin * cos - level * sin, begin * sin + level * cos),
                (end * cos - level * sin, end * sin + level * cos),
            )
        level += _GAP


def _cuts(outline: Sequence[Point], level: float) -> Iterator[float]:
    """Give where an outline crosses a level."""
    for at, (x, y) in enumerate(outline):
        before = outline[at - 1]
        if (before[1] < level) != (y < level):
            yield before[0] + (level - before[1]) / (y - before[1]) * (x - before[0])


def _dots(outline: Sequence[Point]) -> Iterator[Point]:
    """Give the dots of a pattern that lie within an outline."""
    ys = [y for _, y in outline]
    y = math.ceil(min(ys) / _GAP) * _GAP
    while y < max(ys):
        cuts = sorted(_cuts(outline, y))
        for begin, end in zip(cuts[::2], cuts[1::2], strict=False):
            x = math.ceil((begin + 1) / _GAP) * _GAP + (_GAP / 2 if round(y / _GAP) % 2 else 0)
            while x < end - 1:
                yield (x, y)
                x += _GAP
        y += _GAP


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


def letter_of(kind: Kind) -> str:
    """Return the letter of a kind."""
    return LETTER[kind]

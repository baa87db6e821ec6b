"""Where the hexes of a board lie on a drawing, and the board without anything on it: grid, sections, labels."""

import math
from collections.abc import Iterable
from functools import cache

from msgspec import Struct

from moderator.core import svg
from moderator.core.svg import Point
from moderator.games.space_genocide.board.hexes import Board
from moderator.games.space_genocide.seat.drawing.marks import INK
from moderator.kit.boards.hex import DIRECTIONS, NOWHERE, row_name

WIDE = 48.0
"""The width of a hex."""

SIDE = WIDE / math.sqrt(3)
EDGE = 44.0
"""Room for the labels of rows and columns on each side."""

GRID, LABEL = "#b9b6ae", "#8a867c"


class Frame(Struct, frozen=True):
    """Where a board lies on the drawing."""

    board: Board

    @property
    def width(self) -> float:
        """The width of the drawing, with its edges."""
        return self.board.width / 2 * WIDE + 2 * EDGE

    @property
    def height(self) -> float:
        """The height of the drawing, with its edges."""
        return ((self.board.rows - 1) * 1.5 + 2) * SIDE + 2 * EDGE

    def centre(self, at: int) -> Point:
        """Return the middle of a hex."""
        row, x = self.board.spots[at]
        return EDGE + (x / 2 + 0.5) * WIDE, EDGE + SIDE + row * 1.5 * SIDE


def corners(x: float, y: float, side: float = SIDE) -> list[Point]:
    """Return the corners of a hex around a point, from the right upper one clockwise."""
    half = side * math.sqrt(3) / 2
    return [
        (x + half, y - side / 2),
        (x + half, y + side / 2),
        (x, y + side),
        (x - half, y + side / 2),
        (x - half, y - side / 2),
        (x, y - side),
    ]


def _border(direction: int) -> tuple[int, int]:
    """Return between which corners of a hex its neighbour in a direction lies."""
    return direction, (direction + 1) % len(DIRECTIONS)


def outline(points: Iterable[Point]) -> str:
    """Return a closed path through points."""
    return "M" + "L".join(f"{svg.num(x)} {svg.num(y)}" for x, y in points) + "z"


def tinted(frame: Frame, hexes: Iterable[int], colour: str) -> str:
    """Fill some hexes."""
    d = "".join(map(_outlines(frame).__getitem__, hexes))
    return svg.path(d, fill=colour) if d else ""


@cache
def _outlines(frame: Frame) -> tuple[str, ...]:
    """Return the outline of every hex; kept."""
    return tuple(outline(corners(*frame.centre(at))) for at in range(frame.board.size))


@cache
def grid(frame: Frame) -> str:
    """Draw the lines between hexes, heavier ones between sections and around the board; kept, for it never changes."""
    board = frame.board
    section = {at: number for number, hexes in enumerate(board.sections) for at in hexes}
    thin, thick, rim = [], [], []
    for at, around in enumerate(board.round):
        points = corners(*frame.centre(at))
        for direction, there in enumerate(around):
            if there != NOWHERE and there < at:
                continue
            one, other = _border(direction)
            stroke = (points[one], points[other])
            if there == NOWHERE:
                rim.append(stroke)
            elif section.get(at) == section.get(there):
                thin.append(stroke)
            else:
                thick.append(stroke)
    return (
        svg.strokes(thin, stroke=GRID, stroke_width=1)
        + svg.strokes(thick, stroke=INK, stroke_width=2.2, stroke_dasharray="7 4")
        + svg.strokes(rim, stroke=INK, stroke_width=2.4, stroke_linecap="round")
    )


@cache
def labels(frame: Frame) -> str:
    """Write row letters at both ends of the rows, column numbers above the first row and below the last; kept, too."""
    board, parts = frame.board, []
    rows: dict[int, list[int]] = {}
    for at, (row, _) in enumerate(board.spots):
        rows.setdefault(row, []).append(at)
    for row, hexes in rows.items():
        for at, step in ((hexes[0], -1), (hexes[-1], 1)):
            x, y = frame.centre(at)
            parts.append(_label(row_name(row), x + step * (WIDE / 2 + EDGE * 0.4), y + 7))
    for row, step in ((0, -1), (board.rows - 1, 1)):
        for at in rows[row]:
            x, y = frame.centre(at)
            parts.append(_label(str(board.spots[at][1] // 2 + 1), x, y + step * (SIDE + EDGE * 0.46) + 7))
    return "".join(parts)


def _label(words: str, x: float, y: float) -> str:
    return svg.text(words, x, y, font_size=20, font_weight=700, text_anchor="middle", fill=INK)


def names(frame: Frame, hexes: Iterable[int]) -> str:
    """Write the names of hexes in their middle."""
    return svg.group(*map(_names(frame).__getitem__, hexes), font_size=12.5, text_anchor="middle", fill=LABEL)


@cache
def _names(frame: Frame) -> tuple[str, ...]:
    """Return the name of every hex, written; kept."""
    centres = map(frame.centre, range(frame.board.size))
    return tuple(svg.text(words, x, y + 4.5) for words, (x, y) in zip(frame.board.names, centres, strict=True))


def title(words: str, x: float, y: float, size: float) -> str:
    """Write the name of a hex above what stands in it."""
    look: dict[str, svg.Value] = {"font_size": size, "font_weight": 600, "text_anchor": "middle"}
    halo = svg.text(
        words, x, y, fill="none", stroke="#ffffff", stroke_width=size * 0.3, stroke_linejoin="round", **look
    )
    return halo + svg.text(words, x, y, fill=INK, **look)

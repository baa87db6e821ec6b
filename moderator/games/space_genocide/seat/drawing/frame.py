"""Where the hexes of a board lie on a drawing, and the board without anything on it: grid, sections, labels."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache

from msgspec import Struct

from moderator.core import svg
from moderator.core.pictures import Part
from moderator.core.svg import Box, Point
from moderator.games.space_genocide.board.hexes import Board
from moderator.games.space_genocide.seat.drawing.tokens import INK
from moderator.kit.boards.hex import DIRECTIONS, NOWHERE, row_name
from moderator.kit.drawing.hexes import HexFrame, corners
from moderator.kit.drawing.words import axis_labels, halo_text

WIDE, STEP = 48.0, 42.0
"""The width of a hex, and how far it is from row to row."""

SIDE = STEP / 1.5
"""How far it is from the middle of a hex to its upper corner."""

EDGE = 48.0
"""Room for the labels of rows and columns on each side."""

WHOLE = 12
"""Units of which columns and every second row take whole numbers."""

RUN = 6
"""Columns that are drawn together, as ground for what stands on them."""

GRID, LABEL = "#b9b6ae", "#757168"
LABEL_SIZE = 20.0


class Frame(HexFrame, frozen=True):
    """The position of a board of sections on the drawing."""

    board: Board
    wide: float = WIDE
    step: float = STEP
    edge: float = EDGE

    def origin(self, at: int) -> Point:
        """Return where the run of a hex counts from: at whole pixels, so that equal runs are drawn by equal words."""
        row, x = self.board.spots[at]
        return self.edge + x // (2 * RUN) * RUN * self.wide, self.edge + row // 2 * 2 * self.step

    def inside(self, at: int) -> Point:
        """Return the middle of a hex as its run counts."""
        (x, y), (left, top) = self.centre(at), self.origin(at)
        return x - left, y - top


def _border(direction: int) -> tuple[int, int]:
    """Return between which corners of a hex its neighbour in a direction lies."""
    return direction, (direction + 1) % len(DIRECTIONS)


def outline(points: Iterable[Point]) -> str:
    """Return a closed path through points."""
    return svg.way(points) + "z"


def around(x: float, y: float, wide: float, high: float) -> Box:
    """Return the box around a point that reaches so far to each side."""
    return Box(x - wide, y - high, 2 * wide, 2 * high)


class Run(Struct, frozen=True):
    """Some hexes beside each other in a row, and the box around them."""

    hexes: tuple[int, ...]
    box: Box


@cache
def runs(frame: Frame) -> tuple[Run, ...]:
    """Return the hexes of a board in runs, row by row: what lies under the marks is drawn by runs."""
    rows: dict[tuple[int, int], list[int]] = {}
    for at, (row, x) in enumerate(frame.board.spots):
        rows.setdefault((row, x // (2 * RUN)), []).append(at)
    return tuple(Run(tuple(hexes), frame.box(*hexes)) for hexes in rows.values())


def ground(frame: Frame, colours: Mapping[int, str], signs: Mapping[int, str]) -> Iterator[Part]:
    """Fill all hexes, draw the lines between them, and in each its sign, run by run."""
    area = _areas(frame)
    for run, lines in zip(runs(frame), _lines(frame), strict=True):
        by_colour: dict[str, list[int]] = {}
        for at in run.hexes:
            by_colour.setdefault(colours[at], []).append(at)
        filled = [svg.path(area(tuple(hexes)), fill=colour) for colour, hexes in by_colour.items()]
        drawn = "".join((*filled, lines, *(signs[at] for at in run.hexes if at in signs)))
        yield Part(run.box, svg.move_group(frame.origin(run.hexes[0]), drawn))


@cache
def _areas(frame: Frame) -> Callable[[tuple[int, ...]], str]:
    """Return what gives the outline of hexes in a run, which is the same turn by turn."""

    def area(hexes: tuple[int, ...]) -> str:
        left, top = frame.origin(hexes[0])
        return "".join(outline((x - left, y - top) for x, y in points) for points in frame.outlines(hexes))

    return lru_cache(4096)(area)


@cache
def _lines(frame: Frame) -> tuple[str, ...]:
    """Return the lines of each run, heavier ones between sections and around the board; kept, for they never change."""
    section = {at: number for number, hexes in enumerate(frame.board.sections) for at in hexes}
    return tuple(_borders(frame, run, section) for run in runs(frame))


def _borders(frame: Frame, run: Run, section: Mapping[int, int]) -> str:
    """Draw the borders of hexes to those before them, which are filled by then, and to the outside."""
    thin, thick, rim = [], [], []
    for at in run.hexes:
        points = corners(*frame.inside(at), frame.wide / 2, frame.side)
        for direction, there in enumerate(frame.board.round[at]):
            if there > at:
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
        svg.join_strokes(thin, stroke=GRID, stroke_width=1)
        + svg.strokes(thick, stroke=INK, stroke_width=2.2, stroke_dasharray="7 4")
        + svg.strokes(rim, stroke=INK, stroke_width=2.4, stroke_linecap="round")
    )


_LONG = 4
"""Letters from which on the name of a hex is written smaller, so that it does not touch those beside it.

Figures are 10 or 8 units wide, so that those of a row are the same to the pixel.
"""


@cache
def names(frame: Frame) -> tuple[str, ...]:
    """Return the name of every hex, written as its run counts; kept."""
    return tuple(name(frame, at) for at in range(frame.board.size))


def name(frame: Frame, at: int, down: float = 0) -> str:
    """Write the name of a hex as its run counts, so far below its usual place."""
    words, (x, y) = frame.board.names[at], frame.inside(at)
    look: dict[str, svg.Value] = {"text_anchor": "middle", "fill": LABEL}
    return svg.text(words, x, y + 6 + down, font_size=name_size(words), **look)


def name_size(words: str) -> float:
    """Return how large the name of a hex is written."""
    return 50 / 3 if len(words) < _LONG else 40 / 3


@cache
def labels(frame: Frame) -> tuple[Part, ...]:
    """Write row letters at both ends of the rows, column numbers above the first row and below the last; kept, too."""
    return tuple(axis_labels(side, LABEL_SIZE, INK) for side in label_spots(frame))


@cache
def label_spots(frame: Frame) -> tuple[tuple[tuple[str, Point], ...], ...]:
    """Return the labels of each side of the board with the points over which they are centred."""
    board = frame.board
    rows: dict[int, list[int]] = {}
    for at, (row, _) in enumerate(board.spots):
        rows.setdefault(row, []).append(at)
    aside, beyond = WIDE / 2 + EDGE * 0.4, SIDE + EDGE * 0.46
    sides = [
        tuple((row_name(row), _beside(frame, hexes[end], step * aside, 0)) for row, hexes in rows.items())
        for end, step in ((0, -1), (-1, 1))
    ]
    sides += [
        tuple((str(board.spots[at][1] // 2 + 1), _beside(frame, at, 0, step * beyond)) for at in rows[row])
        for row, step in ((0, -1), (board.rows - 1, 1))
    ]
    return tuple(sides)


def _beside(frame: Frame, at: int, across: float, down: float) -> Point:
    """Return where a label stands that far from the middle of a hex."""
    x, y = frame.centre(at)
    return x + across, y + down + 7


@lru_cache(2048)
def title(words: str, x: float, y: float, size: float) -> str:
    """Write the name of a hex above what stands in it."""
    return halo_text(words, (x, y), (INK, "#ffffff"), size * 0.3, font_size=size, font_weight=700, text_anchor="middle")


def titled(words: str, x: float, y: float, size: float) -> Part:
    """Return the name of a hex above what stands in it, as a part of its own."""
    box = around(x, y - size * 0.35, size * (0.4 * len(words) + 0.3), size * 0.8)
    return Part(box, title(words, x, y, size))

"""The course of a match as a chart: panels beside each other, in each some lines over the turns."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from msgspec import Struct

from moderator.core import svg
from moderator.core.pictures import Drawing, picture
from moderator.core.svg import Point

INK, PALE, SOFT = "#1c1c1c", "#b9b4a8", "#55514a"
GAP, HEIGHT = 30.0, 190.0
TOP, LOW = 28.0, 24.0
_PANEL = 330.0
_FEWEST = 4
_TICKS = 7
_DASHES = ("", "7 4", "2 3", "9 3 2 3", "12 4", "4 2", "12 3 2 3 2 3", "1 5")
_LABEL, _ASIDE = 15.0, 9.0
_BOLD = 10.5
"""How wide a bold letter of a label is in the widest of the fonts, on average."""


class Line(Struct, frozen=True):
    """A line of a chart: its name, the figure of each turn (None: not known), and how it is drawn.

    Lines are told apart by dashes, too. ``mark`` draws a point of the line; every ``every``-th has one, counted from
    the last, with 0 the last alone.
    """

    name: str
    figures: Sequence[int | None]
    colour: str
    dashes: str
    mark: Callable[[Point, str], str]
    every: int = 0


class End(Struct, frozen=True, order=True):
    """Where a line ends, and its last figure."""

    y: float
    name: str
    figure: int
    colour: str


class Panel(Struct, frozen=True):
    """One panel of a chart: its title, its lines, and how the ends of lines are labelled.

    ``left`` and ``right`` are the room for levels and labels. ``levels`` gives the levels to rule of the highest
    figure, ``goal`` is a figure to rule heavily (0: none).
    """

    title: str
    lines: Sequence[Line]
    labels: Callable[[list[End], float], Sequence[str]]
    left: float
    right: float
    levels: Callable[[int], Sequence[int]]
    goal: int = 0


def chart(turns: Sequence[int], panels: Sequence[Panel], alt: str) -> Drawing:
    """Draw panels beside each other."""
    width = len(panels) * (_PANEL + GAP) - GAP
    parts = [_panel(number * (_PANEL + GAP), turns, panel) for number, panel in enumerate(panels)]
    return picture("course", width, HEIGHT, svg.group(*parts, font_size=15, fill=INK), alt=alt)


def _panel(left: float, turns: Sequence[int], panel: Panel) -> str:
    """Draw one panel: its axes, the goal, and its lines."""
    known = [figure for line in panel.lines for figure in line.figures if figure is not None]
    most = max([*known, panel.goal, _FEWEST])
    right, low, x0 = left + _PANEL - panel.right, HEIGHT - LOW, left + panel.left

    def point_at(turn: int, figure: int) -> Point:
        share = (turn - turns[0]) / max(1, turns[-1] - turns[0])
        return x0 + share * (right - x0), low - figure / most * (low - TOP)

    parts = [svg.text(panel.title, x0, 14, font_weight=700)]
    for level in panel.levels(most):
        y = point_at(turns[0], level)[1]
        parts.append(svg.line(x0, y, right, y, stroke=PALE, stroke_width=0.8))
        parts.append(svg.text(str(level), x0 - 5, y + 4.5, text_anchor="end", fill=SOFT))
    if panel.goal:
        y = point_at(turns[0], panel.goal)[1]
        parts.append(svg.line(x0, y, right, y, stroke=INK, stroke_width=1.6, stroke_dasharray="2 3"))
        parts.append(svg.text(str(panel.goal), x0 - 5, y + 4.5, text_anchor="end", font_weight=700))
    parts += [
        svg.text(str(turn), point_at(turn, 0)[0], low + 16, text_anchor="middle", fill=SOFT)
        for turn in _ticks(turns[0], turns[-1])
    ]
    ends = []
    for line in panel.lines:
        figures = [(turn, figure) for turn, figure in zip(turns, line.figures, strict=True) if figure is not None]
        if figures:
            points = [point_at(turn, figure) for turn, figure in figures]
            parts.append(_curve(points, line))
            ends.append(End(points[-1][1], line.name, figures[-1][1], line.colour))
    return "".join((*parts, *panel.labels(sorted(ends), right)))


def _ticks(first: int, last: int) -> list[int]:
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 1000) if (last - first) / step <= _TICKS)
    return [turn for turn in range(first, last + 1) if turn % step == 0 or step == 1] or [last]


def _curve(points: Sequence[Point], line: Line) -> str:
    """Draw a line through points, with marks on some of them."""
    look: dict[str, svg.Value] = {"fill": "none", "stroke": line.colour, "stroke_width": 2.6}
    way = svg.path(svg.way(points), stroke_linejoin="round", stroke_dasharray=line.dashes or None, **look)
    marked = points[::-1][:: line.every] if line.every else points[-1:]
    return way + "".join(line.mark(point, line.colour) for point in marked)


def ring(at: Point, colour: str, r: float) -> str:
    """Draw a point as a ring."""
    return svg.circle(*at, r, fill="#ffffff", stroke=colour, stroke_width=2.2)


def standings(title: str, figures: Mapping[str, Sequence[int]], colours: Mapping[str, str], goal: int = 0) -> Panel:
    """Return a panel with a line for each seat; ``colours`` has all seats of the game, always in the same order."""
    dashes = dict(zip(colours, _DASHES, strict=False))
    lines = [Line(seat, values, colours[seat], dashes[seat], partial(ring, r=3.6)) for seat, values in figures.items()]
    room = _ASIDE + _BOLD * max(len(f"{name} {values[-1]}") for name, values in figures.items())
    return Panel(title, lines, _names, 30.0, room, lambda most: (0, (goal or most) // 2, goal or most), goal)


def _names(ends: list[End], right: float) -> list[str]:
    """Write the name and figure of each line at its end in its colour, pushed apart where they would touch."""
    labels: list[str] = []
    y = 0.0
    floor = HEIGHT - LOW + 6 - _LABEL * (len(ends) - 1)
    for number, end in enumerate(ends):
        y = max(y + _LABEL if labels else 0.0, min(end.y + 4.5, floor + number * _LABEL))
        labels.append(svg.text(f"{end.name} {end.figure}", right + _ASIDE, y, font_weight=700, fill=end.colour))
    return labels

"""The course of a match as a chart: locations and units of both sides over the turns."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from moderator.core import svg
from moderator.core.game import Drawing
from moderator.core.svg import Point
from moderator.games.rebel_commander.pieces import Side
from moderator.games.rebel_commander.seat.drawing.marks import FONT, INK, WORDS
from moderator.games.rebel_commander.seat.view import Score, View

_PANEL = 330.0
_GAP = 30.0
_HEIGHT = 190.0
_LEFT, _RIGHT, _TOP, _LOW = 34.0, 70.0, 28.0, 24.0
_PALE = "#b9b4a8"
_FEW_TURNS = 12
"""With more turns than that not every point has a mark."""


class Line(NamedTuple):
    """How one side is drawn: colour, dashes, and whether its marks are round."""

    colour: str
    dashes: str
    round: bool


_LINES: dict[Side, Line] = {"rebels": Line("#b85c0b", "", round=True), "empire": Line(INK, "7 4", round=False)}

Figure = Callable[[Score], int | None]

_LOCATIONS: dict[Side, Figure] = {"rebels": lambda s: s.rebel_locations, "empire": lambda s: s.empire_locations}
_UNITS: dict[Side, Figure] = {"rebels": lambda s: s.rebel_units, "empire": lambda s: s.empire_units}


def course(view: View) -> Drawing | None:
    """Return both sides' locations and units turn by turn, as far as the viewer may know; None before the first."""
    notes = view.history
    if not notes:
        return None
    turns = [note.turn for note in notes]
    scores = [note.score for note in notes]
    needed = scores[-1].needed
    panels = (
        _panel(
            0.0, WORDS["locations"], turns, {side: [of(s) for s in scores] for side, of in _LOCATIONS.items()}, needed
        ),
        _panel(_PANEL + _GAP, WORDS["units"], turns, {side: [of(s) for s in scores] for side, of in _UNITS.items()}, 0),
    )
    width = 2 * _PANEL + _GAP
    title = f"{view.options.edition} {turns[-1]}"
    picture = svg.document(
        width,
        _HEIGHT,
        svg.rect(0, 0, width, _HEIGHT, fill="#ffffff"),
        svg.group(*panels, font_family=FONT, font_size=15, fill=INK),
        title=title,
    )
    return Drawing("course", picture, round(width), round(_HEIGHT), title)


def _panel(left: float, title: str, turns: Sequence[int], figures: dict[Side, list[int | None]], needed: int) -> str:
    """Draw one panel: axes, the line that wins, and a line for each side."""
    known = [figure for series in figures.values() for figure in series if figure is not None]
    most = max([*known, needed, 4])
    right, low, x0 = left + _PANEL - _RIGHT, _HEIGHT - _LOW, left + _LEFT

    def at(turn: int, figure: int) -> Point:
        share = (turn - turns[0]) / max(1, turns[-1] - turns[0])
        return x0 + share * (right - x0), low - figure / most * (low - _TOP)

    parts = [svg.text(title, x0, 14, font_weight=700)]
    parts += [_level(x0, right, at(turns[0], level)[1], str(level)) for level in (0, _round(most // 2))]
    if needed:
        y = at(turns[0], needed)[1]
        parts.append(svg.line(x0, y, right, y, stroke=INK, stroke_width=1.6, stroke_dasharray="2 3"))
        parts.append(svg.text(str(needed), x0 - 5, y + 4.5, text_anchor="end", font_weight=700))
    else:
        parts.append(_level(x0, right, at(turns[0], most)[1], str(most)))
    parts += [
        svg.text(str(turn), at(turn, 0)[0], low + 16, text_anchor="middle", fill="#55514a")
        for turn in _ticks(turns[0], turns[-1])
    ]
    ends: list[tuple[float, Side, int]] = []
    for side, series in figures.items():
        points = [(turn, figure) for turn, figure in zip(turns, series, strict=True) if figure is not None]
        if points:
            parts.append(_curve([at(*point) for point in points], _LINES[side]))
            ends.append((at(*points[-1])[1], side, points[-1][1]))
    return "".join((*parts, *_labels(ends, right)))


def _level(left: float, right: float, y: float, words: str) -> str:
    line = svg.line(left, y, right, y, stroke=_PALE, stroke_width=0.8)
    return line + svg.text(words, left - 5, y + 4.5, text_anchor="end", fill="#55514a")


def _round(figure: int) -> int:
    return figure if figure < 10 else figure // 10 * 10  # noqa: PLR2004 - tens from ten on


def _ticks(first: int, last: int) -> list[int]:
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 1000) if (last - first) / step <= 7)  # noqa: PLR2004 - fits
    return [turn for turn in range(first, last + 1) if turn % step == 0 or step == 1] or [last]


def _curve(points: Sequence[Point], line: Line) -> str:
    """Draw a line through points, with marks on some of them."""
    way = "M" + "L".join(f"{svg.num(x)} {svg.num(y)}" for x, y in points)
    dashes = {"stroke_dasharray": line.dashes} if line.dashes else {}
    parts = [svg.path(way, fill="none", stroke=line.colour, stroke_width=2.6, stroke_linejoin="round", **dashes)]
    every = 1 if len(points) <= _FEW_TURNS else 5
    for number, (x, y) in enumerate(reversed(points)):
        if number % every == 0:
            parts.append(
                svg.circle(x, y, 4, fill="#ffffff", stroke=line.colour, stroke_width=2.2)
                if line.round
                else svg.rect(x - 3.8, y - 3.8, 7.6, 7.6, fill=line.colour)
            )
    return "".join(parts)


def _labels(ends: list[tuple[float, Side, int]], right: float) -> list[str]:
    """Write each side's name and figure at the end of its line, apart from each other."""
    ends.sort()
    if len(ends) > 1 and ends[1][0] - ends[0][0] < 30:  # noqa: PLR2004 - two lines of each label
        middle = min(max((ends[0][0] + ends[1][0]) / 2, _TOP + 14), _HEIGHT - _LOW - 28)
        ends = [(middle - 16, *ends[0][1:]), (middle + 15, *ends[1][1:])]
    return [
        svg.text(str(figure), right + 9, y, font_weight=700, fill=_LINES[side].colour)
        + svg.text(WORDS[f"{side} side"], right + 9, y + 14, font_size=14, fill=_LINES[side].colour)
        for y, side, figure in ends
    ]

"""The course of a match as a chart: planets left and ships lost by every seat over the turns."""

from collections.abc import Sequence
from itertools import accumulate

from moderator.core import svg
from moderator.core.game import Drawing
from moderator.core.seats import Seat
from moderator.core.svg import Point
from moderator.games.space_genocide.seat.drawing.marks import FONT, INK, MARKS, WORDS
from moderator.games.space_genocide.seat.view import View

_PANEL, _GAP, _HEIGHT = 330.0, 30.0, 190.0
_LEFT, _RIGHT, _TOP, _LOW = 30.0, 66.0, 28.0, 24.0
_PALE, _SOFT = "#b9b4a8", "#55514a"
_LABEL = 15.0
_TICKS = 7
_DASHES: dict[Seat, str] = {"Red": "", "Blue": "7 4", "Green": "2 3", "Gold": "9 3 2 3"}
"""Lines are told apart by their dashes, too."""


def course(view: View) -> Drawing | None:
    """Return every seat's planets and its ships lost so far, turn by turn; None before the first."""
    notes = view.history
    if not notes:
        return None
    turns = [note.turn for note in notes]
    planets = {seat: [note.planets[at] for note in notes] for at, seat in enumerate(view.seats)}
    lost = {seat: list(accumulate(note.losses[at] for note in notes)) for at, seat in enumerate(view.seats)}
    width = 2 * _PANEL + _GAP
    panels = (
        _panel(0.0, WORDS["planets left"], turns, planets),
        _panel(_PANEL + _GAP, WORDS["ships lost"], turns, lost),
    )
    title = f"{turns[-1]}"
    picture = svg.document(
        width,
        _HEIGHT,
        svg.rect(0, 0, width, _HEIGHT, fill="#ffffff"),
        svg.group(*panels, font_family=FONT, font_size=15, fill=INK),
        title=title,
    )
    return Drawing("course", picture, round(width), round(_HEIGHT), title)


def _panel(left: float, title: str, turns: Sequence[int], figures: dict[Seat, list[int]]) -> str:
    """Draw one panel: axes, and a line for each seat."""
    most = max(4, *(figure for series in figures.values() for figure in series))
    right, low, x0 = left + _PANEL - _RIGHT, _HEIGHT - _LOW, left + _LEFT

    def at(turn: int, figure: int) -> Point:
        share = (turn - turns[0]) / max(1, turns[-1] - turns[0])
        return x0 + share * (right - x0), low - figure / most * (low - _TOP)

    parts = [svg.text(title, x0, 14, font_weight=700)]
    for level in (0, most // 2, most):
        y = at(turns[0], level)[1]
        parts.append(svg.line(x0, y, right, y, stroke=_PALE, stroke_width=0.8))
        parts.append(svg.text(str(level), x0 - 5, y + 4.5, text_anchor="end", fill=_SOFT))
    parts += [
        svg.text(str(turn), at(turn, 0)[0], low + 16, text_anchor="middle", fill=_SOFT)
        for turn in _ticks(turns[0], turns[-1])
    ]
    ends = []
    for seat, series in figures.items():
        points = [at(turn, figure) for turn, figure in zip(turns, series, strict=True)]
        parts.append(_curve(points, seat))
        ends.append((points[-1][1], seat, series[-1]))
    return "".join((*parts, *_labels(ends, right)))


def _ticks(first: int, last: int) -> list[int]:
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 1000) if (last - first) / step <= _TICKS)
    return [turn for turn in range(first, last + 1) if turn % step == 0 or step == 1] or [last]


def _curve(points: Sequence[Point], seat: Seat) -> str:
    """Draw a seat's line, with a point at its end."""
    colour = MARKS[seat].colour
    way = "M" + "L".join(f"{svg.num(x)} {svg.num(y)}" for x, y in points)
    line = svg.path(
        way,
        fill="none",
        stroke=colour,
        stroke_width=2.6,
        stroke_linejoin="round",
        stroke_dasharray=_DASHES[seat] or None,
    )
    return line + svg.circle(*points[-1], 3.6, fill="#ffffff", stroke=colour, stroke_width=2.2)


def _labels(ends: list[tuple[float, Seat, int]], right: float) -> list[str]:
    """Write each seat's name and figure at the end of its line, pushed apart where they would touch."""
    ends.sort()
    told: list[str] = []
    y = 0.0
    floor = _HEIGHT - _LOW + 6 - _LABEL * (len(ends) - 1)
    for number, (wanted, seat, figure) in enumerate(ends):
        y = max(y + _LABEL if told else 0.0, min(wanted + 4.5, floor + number * _LABEL))
        told.append(svg.text(f"{seat} {figure}", right + 9, y, font_weight=700, fill=MARKS[seat].colour))
    return told

"""The course of a match as a chart: the territories of every seat against what wins, and the worth of its units."""

from collections.abc import Mapping, Sequence
from functools import partial

from moderator.core import svg
from moderator.core.game import Drawing
from moderator.core.seats import Seat
from moderator.games.buck_rogers.pieces import Colour
from moderator.games.buck_rogers.seat.drawing.marks import MARKS
from moderator.games.buck_rogers.seat.view import View
from moderator.kit.drawing.course import HEIGHT, LOW, End, Line, Panel, chart, ring

_LABEL, _ASIDE, _BOLD = 15.0, 9.0, 10.5
_DASHES: dict[Colour, str] = {
    "Blue": "",
    "Red": "7 4",
    "Purple": "2 3",
    "Green": "9 3 2 3",
    "Brown": "12 4",
    "Yellow": "4 2",
}
"""Lines are told apart by their dashes, too."""


def course(view: View) -> Drawing | None:
    """Return every seat's territories and the worth of its units, turn by turn; None before the first."""
    notes = view.history
    if not notes:
        return None
    zones = {seat: [note.score[at].zones for note in notes] for at, seat in enumerate(view.seats)}
    worth = {seat: [note.score[at].worth for note in notes] for at, seat in enumerate(view.seats)}
    goal = view.rules.win_zones
    panels = (_panel("territories", zones, goal), _panel("worth of units", worth, 0))
    return chart([note.turn for note in notes], panels, str(notes[-1].turn))


def _panel(title: str, figures: Mapping[Seat, Sequence[int]], goal: int) -> Panel:
    mark = partial(ring, r=3.6)
    drawn = [Line(seat, told, MARKS[seat].colour, _DASHES[seat], mark) for seat, told in figures.items()]
    longest = max(len(f"{seat} {told[-1]}") for seat, told in figures.items())
    right = _ASIDE + _BOLD * longest
    return Panel(title, drawn, _labels, 30.0, right, lambda most: (0, (goal or most) // 2, goal or most), goal)


def _labels(ends: list[End], right: float) -> list[str]:
    """Write each seat's name and figure at the end of its line, pushed apart where they would touch."""
    told: list[str] = []
    y = 0.0
    floor = HEIGHT - LOW + 6 - _LABEL * (len(ends) - 1)
    for number, end in enumerate(ends):
        y = max(y + _LABEL if told else 0.0, min(end.y + 4.5, floor + number * _LABEL))
        told.append(svg.text(f"{end.name} {end.figure}", right + _ASIDE, y, font_weight=700, fill=end.colour))
    return told

"""The course of a match as a chart: the territories of every seat against what wins, and the worth of its units."""

from collections.abc import Mapping, Sequence
from functools import partial

from moderator.core.game import Drawing
from moderator.core.seats import Seat
from moderator.games.buck_rogers.pieces import Colour
from moderator.games.buck_rogers.seat.drawing.marks import MARKS
from moderator.games.buck_rogers.seat.view import View
from moderator.kit.drawing.course import Line, Panel, chart, names, ring, room_for

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
    return Panel(
        title, drawn, names, 30.0, room_for(figures), lambda most: (0, (goal or most) // 2, goal or most), goal
    )

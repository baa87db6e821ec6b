"""The course of a match as a chart: planets left and ships lost by every seat over the turns."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import accumulate

from moderator.core.game import Drawing
from moderator.core.seats import Seat
from moderator.games.space_genocide.seat.drawing.tokens import MARKS, WORDS
from moderator.games.space_genocide.seat.view import View
from moderator.kit.drawing.course import Line, Panel, chart, names, ring, room_for

_DASHES: dict[Seat, str] = {"Red": "", "Blue": "7 4", "Green": "2 3", "Gold": "9 3 2 3"}
"""Lines are told apart by their dashes, too."""


def course(view: View) -> Drawing | None:
    """Return every seat's planets and its ships lost so far, turn by turn; None before the first."""
    notes = view.history
    if not notes:
        return None
    planets = {seat: [note.planets[at] for note in notes] for at, seat in enumerate(view.seats)}
    lost = {seat: list(accumulate(note.losses[at] for note in notes)) for at, seat in enumerate(view.seats)}
    panels = (_panel(WORDS["planets left"], planets), _panel(WORDS["ships lost"], lost))
    return chart([note.turn for note in notes], panels, str(notes[-1].turn))


def _panel(title: str, figures: Mapping[Seat, Sequence[int]]) -> Panel:
    mark = partial(ring, r=3.6)
    drawn = [Line(seat, told, MARKS[seat].colour, _DASHES[seat], mark) for seat, told in figures.items()]
    return Panel(title, drawn, names, 30.0, room_for(figures), lambda most: (0, most // 2, most))

"""The course of a match as a chart: planets left and ships lost by every seat over the turns."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import accumulate

from moderator.core import svg
from moderator.core.game import Drawing
from moderator.core.seats import Seat
from moderator.games.space_genocide.seat.drawing.tokens import MARKS, WORDS
from moderator.games.space_genocide.seat.view import View
from moderator.kit.drawing.course import HEIGHT, LOW, End, Line, Panel, chart, ring

_LABEL = 15.0
_ASIDE = 9.0
_BOLD = 10.5
"""How wide a bold letter of a label is in the widest of the fonts, on average."""

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
    longest = max(len(f"{seat} {told[-1]}") for seat, told in figures.items())
    return Panel(title, drawn, _labels, 30.0, _ASIDE + _BOLD * longest, lambda most: (0, most // 2, most))


def _labels(ends: list[End], right: float) -> list[str]:
    """Write each seat's name and figure at the end of its line, pushed apart where they would touch."""
    told: list[str] = []
    y = 0.0
    floor = HEIGHT - LOW + 6 - _LABEL * (len(ends) - 1)
    for number, end in enumerate(ends):
        y = max(y + _LABEL if told else 0.0, min(end.y + 4.5, floor + number * _LABEL))
        told.append(svg.text(f"{end.name} {end.figure}", right + _ASIDE, y, font_weight=700, fill=end.colour))
    return told

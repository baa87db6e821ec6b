"""The course of a match as a chart: planets left and ships lost by every seat over the turns."""

from itertools import accumulate

from moderator.core.pictures import Drawing, Words
from moderator.games.space_genocide.seat.drawing.tokens import MARKS
from moderator.games.space_genocide.seat.view import View
from moderator.kit.drawing.course import chart, standings

_COLOURS = {seat: mark.colour for seat, mark in MARKS.items()}


def course(words: Words, view: View) -> Drawing | None:
    """Return every seat's planets and its ships lost so far, turn by turn; None before the first."""
    notes = view.history
    if not notes:
        return None
    planets = {seat: [note.planets[at] for note in notes] for at, seat in enumerate(view.seats)}
    lost = {seat: list(accumulate(note.losses[at] for note in notes)) for at, seat in enumerate(view.seats)}
    panels = (standings(words("planets-left"), planets, _COLOURS), standings(words("ships-lost"), lost, _COLOURS))
    return chart([note.turn for note in notes], panels, str(notes[-1].turn))

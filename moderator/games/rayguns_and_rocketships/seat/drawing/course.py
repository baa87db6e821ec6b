"""The course of a match as a chart: the points of every seat against what wins, and the Blasts on its ship."""

from moderator.core.pictures import Drawing, Words
from moderator.games.rayguns_and_rocketships.seat.drawing.marks import MARKS
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import target_of
from moderator.kit.drawing.course import chart, standings

_COLOURS = {seat: mark.colour for seat, mark in MARKS.items()}


def course(words: Words, view: View) -> Drawing | None:
    """Return points and Blasts of all seats, Round by Round; None before the first."""
    notes = view.history
    if not notes:
        return None
    points = {seat: [note.points[at] for note in notes] for at, seat in enumerate(view.seats)}
    blasts = {seat: [note.blasts[at] for note in notes] for at, seat in enumerate(view.seats)}
    goal = target_of(view.options, len(view.seats))
    panels = (standings(words("points"), points, _COLOURS, goal), standings(words("blasts"), blasts, _COLOURS))
    return chart([note.round for note in notes], panels, str(notes[-1].round))

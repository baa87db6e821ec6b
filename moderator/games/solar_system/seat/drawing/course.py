"""The course of a match as a chart: the territories of every seat against what wins, and the worth of its units."""

from moderator.core.pictures import Drawing, Words
from moderator.games.solar_system.pieces import PAINTS
from moderator.games.solar_system.seat.drawing.marks import mark_of
from moderator.games.solar_system.seat.view import Sight
from moderator.kit.drawing.course import chart, standings

_COLOURS = {colour: mark_of(colour).colour for colour in PAINTS}


def course(words: Words, view: Sight) -> Drawing | None:
    """Return every seat's territories and the worth of its units, turn by turn; None before the first."""
    notes = view.history
    if not notes:
        return None
    zones = {seat: [note.score[at].zones for note in notes] for at, seat in enumerate(view.seats)}
    worth = {seat: [note.score[at].worth for note in notes] for at, seat in enumerate(view.seats)}
    panels = (
        standings(words("territories"), zones, _COLOURS, view.rules.win_zones),
        standings(words("worth"), worth, _COLOURS),
    )
    return chart([note.turn for note in notes], panels, str(notes[-1].turn))

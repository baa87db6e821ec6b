"""The board as a map, then the census track, then the boards of the last turn's battles."""

from collections.abc import Sequence

from moderator.core.game import Event
from moderator.core.pictures import Drawing, Words
from moderator.games.buck_rogers_revised.seat.drawing.boards import boards
from moderator.games.buck_rogers_revised.seat.drawing.census import track
from moderator.games.buck_rogers_revised.seat.view import View
from moderator.games.solar_system.seat.drawing import map as shared


def draw(words: Words, view: View, events: Sequence[Event] = ()) -> Sequence[Drawing]:
    """Return the maps of a view, the board first."""
    return (
        *shared.draw(words, view, events),
        *([track(words, view)] if view.turn else []),
        *boards(words, view, events),
    )

"""Where the locations are on the map, so that a click on one tells which is meant."""

from collections.abc import Sequence

from moderator.core.pictures import Place
from moderator.games.rebel_commander.seat.drawing.frame import frame_of
from moderator.games.rebel_commander.seat.view import View


def places(view: View) -> Sequence[Place]:
    """Return the square of every location."""
    frame = frame_of(view.options)
    return [Place(name, frame.box(at).corners) for at, name in enumerate(frame.board.names)]

"""Where the hexes are on the map, so that a click on one tells which is meant."""

from collections.abc import Sequence

from moderator.core.pictures import Place
from moderator.games.space_genocide.seat.drawing.frame import Frame
from moderator.games.space_genocide.seat.view import View


def places(view: View) -> Sequence[Place]:
    """Return the outline of every hex."""
    return Frame(view.board).places()

"""Where the hexes are on the map, so that a click on one tells which is meant."""

from collections.abc import Sequence
from functools import cache

from moderator.core.game import Place
from moderator.games.space_genocide.board.hexes import Board
from moderator.games.space_genocide.seat.drawing.frame import Frame
from moderator.games.space_genocide.seat.view import View


def places(view: View) -> Sequence[Place]:
    """Return the outline of every hex."""
    return _places(view.board)


@cache
def _places(board: Board) -> Sequence[Place]:
    frame = Frame(board)
    return [Place(name, tuple(frame.corners(at))) for at, name in enumerate(board.names)]

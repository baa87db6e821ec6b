"""Where the board and its locations lie on the drawing."""

from typing import NamedTuple

from moderator.core.svg import Box
from moderator.games.rebel_commander.options import Options
from moderator.games.rebel_commander.tables import board_of
from moderator.kit.boards.grid import Grid

EDGE = 40.0
"""Room for the labels of rows and columns on each side."""

_SMALL_BOARD = 4


class Frame(NamedTuple):
    """A board on the drawing; each location is ``cell`` wide and high."""

    board: Grid
    cell: float

    @property
    def width(self) -> float:
        """The width of the board alone."""
        return self.board.columns * self.cell

    @property
    def height(self) -> float:
        """The height of the board alone."""
        return self.board.rows * self.cell

    def box(self, at: int) -> Box:
        """Return the square of a location."""
        row, column = divmod(at, self.board.columns)
        return Box(EDGE + column * self.cell, EDGE + row * self.cell, self.cell, self.cell)


def frame_of(options: Options) -> Frame:
    """Return the frame of a match's board; a small board has larger locations."""
    board = board_of(options)
    return Frame(board, 200.0 if board.columns <= _SMALL_BOARD else 100.0)

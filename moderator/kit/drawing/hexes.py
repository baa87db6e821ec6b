"""Where the hexes of a board lie on a drawing."""

import math

from msgspec import Struct

from moderator.core import svg
from moderator.core.svg import Box, Point
from moderator.kit.boards.hex import Hexes


class HexFrame(Struct, frozen=True):
    """A board of hexes on a drawing: ``side`` is the side of a hex, ``edge`` the room for labels on each side."""

    board: Hexes
    side: float
    edge: float

    @property
    def wide(self) -> float:
        """The width of a hex."""
        return self.side * math.sqrt(3)

    @property
    def width(self) -> float:
        """The width of the drawing, with its edges."""
        return self.board.width / 2 * self.wide + 2 * self.edge

    @property
    def height(self) -> float:
        """The height of the drawing, with its edges."""
        return ((self.board.rows - 1) * 1.5 + 2) * self.side + 2 * self.edge

    def centre(self, at: int) -> Point:
        """Return the middle of a hex."""
        row, x = self.board.spots[at]
        return self.edge + (x / 2 + 0.5) * self.wide, self.edge + self.side + row * 1.5 * self.side

    def box(self, *hexes: int) -> Box:
        """Return the box of some hexes, with the lines around them."""
        return svg.bounds((corner for at in hexes for corner in self.corners(at)), 2)

    def corners(self, at: int) -> list[Point]:
        """Return the corners of a hex, from the right upper one clockwise: its border in a direction starts there."""
        return corners(*self.centre(at), self.side)


def corners(x: float, y: float, side: float) -> list[Point]:
    """Return the corners of a hex around a point, from the right upper one clockwise."""
    half = side * math.sqrt(3) / 2
    return [
        (x + half, y - side / 2),
        (x + half, y + side / 2),
        (x, y + side),
        (x - half, y + side / 2),
        (x - half, y - side / 2),
        (x, y - side),
    ]

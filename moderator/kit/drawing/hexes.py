"""Where the hexes of a board lie on a drawing."""

from collections.abc import Collection, Iterator

from msgspec import Struct

from moderator.core import svg
from moderator.core.pictures import Place
from moderator.core.svg import Box, Point
from moderator.kit.boards.hex import Hexes

_CORNERS = ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2))
"""Where corners lie from the middle of a hex, in halves of its width and thirds of the step from row to row."""


class HexFrame(Struct, frozen=True):
    """A board of hexes on a drawing: ``wide`` is a hex, ``step`` it is from row to row, ``edge`` to the first hex.

    Whole numbers that stand nearly as 1 to ``math.sqrt(0.75)`` make all hexes of a picture the same to the pixel:
    7 to 6 is one in a hundred higher than wide.
    """

    board: Hexes
    wide: float
    step: float
    edge: float

    @property
    def side(self) -> float:
        """How far it is from the middle of a hex to its upper corner: its side, but for what it is stretched."""
        return self.step / 1.5

    @property
    def width(self) -> float:
        """The width of the drawing, with its edges."""
        return self.board.width / 2 * self.wide + 2 * self.edge

    @property
    def height(self) -> float:
        """The height of the drawing, with its edges."""
        return (self.board.rows - 1) * self.step + 2 * self.side + 2 * self.edge

    def centre(self, at: int) -> Point:
        """Return the middle of a hex."""
        row, x = self.board.spots[at]
        return self.edge + (x / 2 + 0.5) * self.wide, self.edge + self.side + row * self.step

    def box(self, *hexes: int) -> Box:
        """Return the box of some hexes, with the lines around them."""
        return svg.bounds((corner for at in hexes for corner in self.corners(at)), 2)

    def corners(self, at: int) -> list[Point]:
        """Return the corners of a hex, from the right upper one clockwise: its border in a direction starts there."""
        return corners(*self.centre(at), self.wide / 2, self.side)

    def places(self) -> tuple[Place, ...]:
        """Return each hex as a place of the board."""
        return tuple(Place(name, tuple(self.corners(at))) for at, name in enumerate(self.board.names))

    def outlines(self, hexes: Collection[int]) -> Iterator[list[Point]]:
        """Give the outlines of the areas that hexes make up, clockwise, and of the holes in them, the other way."""
        inside, onward = set(hexes), dict[tuple[int, int], tuple[int, int]]()
        for at in hexes:
            row, x = self.board.spots[at]
            around = [(x + 1 + dx, 3 * row + dy) for dx, dy in _CORNERS]
            for direction, there in enumerate(self.board.round[at]):
                if there not in inside:
                    onward[around[direction]] = around[(direction + 1) % len(around)]
        while onward:
            corner, points = next(iter(onward)), []
            while corner in onward:
                points.append(
                    (self.edge + corner[0] * self.wide / 2, self.edge + self.side + corner[1] * self.step / 3)
                )
                corner = onward.pop(corner)
            yield points


def corners(x: float, y: float, half: float, side: float) -> list[Point]:
    """Return the corners of a hex around a point, from the right upper one clockwise; ``half`` it reaches sideways."""
    return [
        (x + half, y - side / 2),
        (x + half, y + side / 2),
        (x, y + side),
        (x - half, y + side / 2),
        (x - half, y - side / 2),
        (x, y - side),
    ]

"""Where the nodes of the Star Map and the squares of a deck lie on a drawing."""

from collections.abc import Collection, Iterator

from msgspec import Struct

from moderator.core.svg import Box, Point
from moderator.games.rayguns_and_rocketships.board.compass import row_and_column

_SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""The squares beside one, clockwise from the one above, as rows and columns away."""


class Squares(Struct, frozen=True):
    """A board of squares on a drawing: A1 begins at ``left`` and ``top``, ``side`` is how wide a square is."""

    left: float
    top: float
    side: float

    def centre(self, place: str) -> Point:
        """Return the middle of a place."""
        row, column = row_and_column(place)
        return self.left + (column - 0.5) * self.side, self.top + (row - 0.5) * self.side

    def cell(self, place: str, edge: float = 0) -> Box:
        """Return the square of a place, with an edge around it."""
        (x, y), wide = self.centre(place), self.side + 2 * edge
        return Box(x - wide / 2, y - wide / 2, wide, wide)

    def outline(self, places: Collection[str]) -> Iterator[tuple[Point, Point]]:
        """Give the strokes around places."""
        spots = {row_and_column(place) for place in places}
        for place in sorted(places, key=row_and_column):
            row, column = row_and_column(place)
            corners = self.cell(place).corners
            for side, (down, right) in enumerate(_SIDES):
                if (row + down, column + right) not in spots:
                    yield corners[side], corners[(side + 1) % len(corners)]

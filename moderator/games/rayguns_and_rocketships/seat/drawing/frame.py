"""Where the nodes of the Star Map and the squares of a deck lie on a drawing."""

from collections.abc import Collection, Iterator

from msgspec import Struct

from moderator.core.svg import Box, Point
from moderator.games.rayguns_and_rocketships.board.compass import spot

_SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))


class Squares(Struct, frozen=True):
    """A board of squares on a drawing: A1 begins at ``left`` and ``top``, ``side`` is how wide a square is."""

    left: float
    top: float
    side: float

    def centre(self, place: str) -> Point:
        """Return the middle of a place."""
        row, column = spot(place)
        return self.left + (column - 0.5) * self.side, self.top + (row - 0.5) * self.side

    def cell(self, place: str, edge: float = 0) -> Box:
        """Return the square of a place, with an edge around it."""
        (x, y), wide = self.centre(place), self.side + 2 * edge
        return Box(x - wide / 2, y - wide / 2, wide, wide)

    def outline(self, places: Collection[str], inset: float = 0) -> Iterator[tuple[Point, Point]]:
        """Give the strokes around places, so far within: outlines of several seats can be told apart."""
        spots, half = {spot(place) for place in places}, self.side / 2
        for r, c in sorted(spots):
            x, y = self.left + (c - 0.5) * self.side, self.top + (r - 0.5) * self.side
            for oy, ox in _SIDES:
                if (r + oy, c + ox) in spots:
                    continue
                ends = []
                for sign in (-1, 1):
                    ay, ax = sign * ox, -sign * oy
                    beside, beyond = (r + ay, c + ax) in spots, (r + ay + oy, c + ax + ox) in spots
                    far = half - inset if not beside else half + inset if beyond else half
                    ends.append((x + ox * (half - inset) + ax * far, y + oy * (half - inset) + ay * far))
                yield ends[0], ends[1]

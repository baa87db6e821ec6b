"""The ways of ships in the last Round on the Star Map, with the number of each Turn on its first step."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from moderator.core import svg
from moderator.core.game import Event
from moderator.core.pictures import Part
from moderator.core.svg import Box, Point
from moderator.games.rayguns_and_rocketships.seat.drawing.frame import Squares
from moderator.games.rayguns_and_rocketships.seat.drawing.marks import INK, MARKS, PAPER
from moderator.games.rayguns_and_rocketships.seat.drawing.tracks import tracks
from moderator.kit.drawing.words import bold

_DISC = 14.0
_CLOSE = 8.0
"""Points of a way so far apart tell what it touches."""


class Way(Struct, frozen=True):
    """A ship's way: its colour, its points, and the numbers of its Turns with their places."""

    colour: str
    points: tuple[Point, ...]
    numbers: tuple[tuple[int, Point], ...]

    @property
    def line(self) -> Part:
        """The way itself."""
        look: dict[str, svg.Value] = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
        drawn = svg.path(svg.way(self.points), stroke=PAPER, stroke_width=12, **look)
        drawn += svg.path(svg.way(self.points), stroke=self.colour, stroke_width=5, **look)
        drawn += svg.circle(*self.points[0], 8, fill=PAPER, stroke=self.colour, stroke_width=4)
        return Part(svg.bounds(self.points, 17), drawn)

    @property
    def discs(self) -> Part:
        """The numbers of its Turns."""
        drawn = "".join(disc(turn, at, self.colour) for turn, at in self.numbers)
        return Part(svg.bounds(self.points, 17), drawn)

    def touches(self, box: Box) -> bool:
        """Tell whether the way or one of its numbers lies on a rectangle."""
        return any(box.overlaps(Box(x - r, y - r, 2 * r, 2 * r)) for (x, y), r in self._spots())

    def _spots(self) -> Iterator[tuple[Point, float]]:
        """Give points all along the way, and its numbers, each with how far it reaches."""
        yield from ((at, _DISC + 2) for _, at in self.numbers)
        for (x, y), (x_, y_) in pairwise(self.points):
            steps = max(1, round(max(abs(x_ - x), abs(y_ - y)) / _CLOSE))
            yield from (((x + (x_ - x) * n / steps, y + (y_ - y) * n / steps), 4.0) for n in range(steps + 1))


def ways(squares: Squares, told: Iterable[Event]) -> Sequence[Way]:
    """Return the way of each ship that moved, a little aside of others."""
    found = []
    for number, (seat, track) in enumerate(tracks(told).items()):
        aside, points, numbers = (number - 1.5) * 7, list[Point](), list[tuple[int, Point]]()
        for turn, nodes in track:
            here = [(x + aside, y + aside) for x, y in map(squares.centre, nodes)]
            points += here
            numbers += [(turn, _on_the_way(*step)) for step in pairwise(here[:2])]
        found.append(Way(MARKS[seat].colour, tuple(points), tuple(numbers)))
    return found


def _on_the_way(origin: Point, goal: Point) -> Point:
    """Return where the number of a step stands: before its middle, so that the way back has its own beside it.

    To the north-west it stands beyond the name of the node that the step leaves.
    """
    (x, y), (x_, y_) = origin, goal
    share = 0.52 if x_ < x and y_ < y else 0.38
    return x + share * (x_ - x), y + share * (y_ - y)


def disc(turn: int, at: Point, colour: str) -> str:
    """Draw the number of a Turn on a way."""
    drawn = svg.circle(*at, _DISC, fill=PAPER, stroke=colour, stroke_width=3)
    return drawn + bold(str(turn), (at[0], at[1] + 7.5), 21, INK)

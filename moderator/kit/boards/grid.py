"""The geometry of boards: which location lies next to which."""

from functools import cache, cached_property

from msgspec import Struct

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Grid(Struct, frozen=True, dict=True):
    """A board of squares, rows lettered from A and columns numbered from 0; steps are never diagonal.

    A location is an index counted row by row; ``names`` and ``index`` translate (``"C4"``).
    """

    rows: int
    columns: int

    @cached_property
    def size(self) -> int:
        """The number of locations."""
        return self.rows * self.columns

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each location."""
        return tuple(f"{_LETTERS[row]}{column}" for row in range(self.rows) for column in range(self.columns))

    @cached_property
    def index(self) -> dict[str, int]:
        """The location of each name; a name off the board is not among them."""
        return {name: index for index, name in enumerate(self.names)}

    def distance(self, one: int, other: int) -> int:
        """Return how many steps lie between two locations."""
        columns = self.columns
        return abs(one // columns - other // columns) + abs(one % columns - other % columns)

    @cached_property
    def near(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """By steps (0 to 2) and location: the locations within so many steps, itself among them, ascending."""
        return tuple(
            tuple(
                tuple(there for there in range(self.size) if self.distance(here, there) <= steps)
                for here in range(self.size)
            )
            for steps in range(3)
        )


@cache
def grid(rows: int, columns: int) -> Grid:
    """Return the grid of a size, made once (at most 26 rows and 10 columns)."""
    return Grid(rows, columns)

"""The geometry of the board: hexes in rows, every second row half a hex to the right, and whose section each is.

A hex is an index, counted row by row. Its spot is a row and a doubled column, so that neighbours in a row differ by
two and rows touch by one; turning and mirroring the board are plain sums on spots. Rows are lettered (A … Z, AA …),
columns numbered from 1: ``"H7"``.
"""

from functools import cache, cached_property
from typing import TypeAlias

from msgspec import Struct

from moderator.games.space_genocide.tables import Layout

Spot: TypeAlias = tuple[int, int]

DIRECTIONS: tuple[Spot, ...] = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
"""East and on clockwise: row and doubled column; the opposite of a direction is three further."""

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NOWHERE = -1


def row_name(row: int) -> str:
    """Return the letters of a row."""
    return _LETTERS[row] if row < len(_LETTERS) else "A" + _LETTERS[row - len(_LETTERS)]


class Board(Struct, frozen=True, dict=True):
    """The hexes of a layout."""

    layout: Layout

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """Where each hex is."""
        rows, columns = self.layout.rows, self.layout.columns
        if self.layout.shape == "block":
            return tuple((row, 2 * column + row % 2) for row in range(rows) for column in range(columns))
        if self.layout.shape == "cross":
            return tuple((row, 2 * column + row % 2) for row in range(rows) for column in range(columns - row % 2))
        return tuple(
            (row, start + 2 * column)
            for row in range(2 * rows + 1)
            for start in (abs(rows - row),)
            for column in range(2 * rows + 1 - start)
        )

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The label of each hex."""
        return tuple(f"{row_name(row)}{x // 2 + 1}" for row, x in self.spots)

    @cached_property
    def index(self) -> dict[str, int]:
        """The hex of each label; a label off the board is not among them."""
        return {name: at for at, name in enumerate(self.names)}

    @cached_property
    def at(self) -> dict[Spot, int]:
        """The hex of each spot."""
        return {spot: at for at, spot in enumerate(self.spots)}

    @property
    def size(self) -> int:
        """The number of hexes."""
        return len(self.spots)

    @cached_property
    def rows(self) -> int:
        """The number of rows."""
        return self.spots[-1][0] + 1

    @cached_property
    def width(self) -> int:
        """The width of the board in halves of a hex."""
        return max(x for _, x in self.spots) + 2

    @cached_property
    def round(self) -> tuple[tuple[int, ...], ...]:
        """By hex, the neighbours in each of the six ``DIRECTIONS``; ``NOWHERE`` off the board."""
        return tuple(tuple(self.at.get((row + dr, x + dx), NOWHERE) for dr, dx in DIRECTIONS) for row, x in self.spots)

    @cached_property
    def near(self) -> tuple[tuple[int, ...], ...]:
        """By hex, the neighbours on the board."""
        return tuple(tuple(there for there in around if there != NOWHERE) for around in self.round)

    def distance(self, one: int, other: int) -> int:
        """Return how many steps lie between two hexes as the crow flies."""
        (r, x), (s, y) = self.spots[one], self.spots[other]
        rows, across = abs(r - s), abs(x - y)
        return rows + max(0, (across - rows) // 2)

    def images(self, hex_: int) -> tuple[int, ...]:
        """Return a hex and what it falls on when the first section is laid on each of the others."""
        row, x = self.spots[hex_]
        last_row, last_x = self.rows - 1, self.width - 2
        if self.layout.shape == "block":
            spots = [(row, x), (last_row - row, last_x - x)]
        elif self.layout.shape == "cross":
            spots = [(row, x), (row, last_x - x), (last_row - row, last_x - x), (last_row - row, x)]
        else:
            r = row - self.layout.rows
            q = (x - 2 * self.layout.rows - r) // 2
            turned = ((q, r), (-q - r, q), (r, -q - r))
            spots = [(r + self.layout.rows, 2 * q + r + 2 * self.layout.rows) for q, r in turned]
        return tuple(self.at[spot] for spot in spots)

    @cached_property
    def sections(self) -> tuple[tuple[int, ...], ...]:
        """The hexes of each seat's section; what lies on a line between sections belongs to nobody."""
        first = [hex_ for hex_, spot in enumerate(self.spots) if self._is_first(spot)]
        images = [self.images(hex_) for hex_ in first]
        return tuple(tuple(sorted(image[n] for image in images)) for n in range(len(images[0])))

    def _is_first(self, spot: Spot) -> bool:
        """Tell whether a spot is in the first section."""
        row, x = spot
        if self.layout.shape == "block":
            return x < self.layout.columns
        if self.layout.shape == "cross":
            return row < self.layout.rows // 2 and x < self.layout.columns - 1
        r = row - self.layout.rows
        q = (x - 2 * self.layout.rows - r) // 2
        return q > 0 and q + r >= 0


@cache
def board(layout: Layout) -> Board:
    """Return the board of a layout, made once."""
    return Board(layout)

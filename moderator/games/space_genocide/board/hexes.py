"""The board: the hexes of a layout, and whose section each is."""

from functools import cache, cached_property

from moderator.games.space_genocide.tables import Layout
from moderator.kit.boards.hex import Hexes, Spot, block, hexagon


class Board(Hexes, frozen=True, dict=True):
    """The hexes of a layout."""

    layout: Layout

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
    rows, columns = layout.rows, layout.columns
    spots = hexagon(rows) if layout.shape == "hexagon" else block(rows, columns)
    if layout.shape == "cross":
        spots = tuple(spot for spot in spots if spot[1] < 2 * columns - 1)
    return Board(spots, layout)

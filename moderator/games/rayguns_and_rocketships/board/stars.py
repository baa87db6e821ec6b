"""The Star Map: nodes, planets, the void around them (setting D4; Rules: Star Map, Off the Star Map)."""

from collections.abc import Collection
from functools import cache, cached_property

from msgspec import Struct

from moderator.games.rayguns_and_rocketships.board.compass import (
    HEADINGS,
    heading_towards,
    is_line_clear,
    place_ahead,
    place_at,
    row_and_column,
)
from moderator.games.rayguns_and_rocketships.options import Options
from moderator.games.rayguns_and_rocketships.pieces import Heading, Node
from moderator.games.rayguns_and_rocketships.tables import BoardTable, board_of, star_map


class StarMap(Struct, frozen=True, dict=True):
    """A Star Map; nodes are names, counted row by row."""

    table: BoardTable

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """All nodes."""
        return tuple(
            place_at(row, column)
            for row in range(1, self.table.rows + 1)
            for column in range(1, self.table.columns + 1)
        )

    @cached_property
    def near(self) -> dict[Node, tuple[Node, ...]]:
        """The nodes beside each node, clockwise from north."""
        return {
            node: tuple(there for heading in HEADINGS if (there := place_ahead(node, heading)) in self)
            for node in self.nodes
        }

    @cached_property
    def _known(self) -> frozenset[Node]:
        return frozenset(self.nodes)

    def __contains__(self, node: object) -> bool:
        return node in self._known

    @cached_property
    def centre(self) -> Node:
        """The node in the middle."""
        return place_at((self.table.rows + 1) // 2, (self.table.columns + 1) // 2)

    def edge(self, node: Node) -> int:
        """Return how many nodes lie between a node and the void nearest to it."""
        row, column = row_and_column(node)
        return min(row - 1, column - 1, self.table.rows - row, self.table.columns - column)

    def inward(self, node: Node) -> Heading:
        """Return the heading from a node to the middle of the map."""
        return heading_towards(node, self.centre)

    def planet(self, name: str) -> Node:
        """Return where a planet is, by name; the middle of the map for none."""
        return next((node for node, known in self.table.planets.items() if known == name), self.centre)


@cache
def _map(key: str) -> StarMap:
    return StarMap(next(board for board in star_map().board if board.key == key))


def stars(options: Options) -> StarMap:
    """Return the Star Map of a match."""
    return _map(board_of(options).key)


def fires_past(one: Node, other: Node, opaque: Collection[Node]) -> bool:
    """Tell whether a shot goes from node to node, past what lies on ``opaque`` nodes."""
    return is_line_clear(one, other, opaque.__contains__)

"""Where figures may go on the Star Map: neither into rock nor onto a ship's node (BY-MAIL 4)."""

from moderator.games.rayguns_and_rocketships.pieces import Node
from moderator.games.rayguns_and_rocketships.rules.table import Table


def walled(table: Table) -> frozenset[Node]:
    """Return the nodes that no figure enters: rock, and where ships are."""
    return table.rocks | {ship.at for ship in table.ships.values()}


def around(table: Table, node: Node) -> tuple[Node, ...]:
    """Return the nodes beside a node that figures may enter, clockwise from north."""
    closed = walled(table)
    return tuple(near for near in table.stars.near[node] if near not in closed)

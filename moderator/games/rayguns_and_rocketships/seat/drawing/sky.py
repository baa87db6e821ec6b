"""The Star Map without ships, drawn once for ever; what the rayguns of a ship reach on it."""

import math
from collections.abc import Collection, Sequence
from functools import cache

from moderator.core import svg
from moderator.core.game import Part
from moderator.core.seats import Seat
from moderator.core.svg import Box, Point
from moderator.games.rayguns_and_rocketships.board.arcs import bears, range_of, side_of
from moderator.games.rayguns_and_rocketships.board.compass import ROWS, ahead, distance, place_at
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.board.field import Field
from moderator.games.rayguns_and_rocketships.board.stars import fires_past
from moderator.games.rayguns_and_rocketships.pieces import Heading, Node
from moderator.games.rayguns_and_rocketships.seat.drawing.frame import Squares
from moderator.games.rayguns_and_rocketships.seat.drawing.marks import GREY, INK, LINE, MARKS, PALE, PAPER, SOFT
from moderator.games.rayguns_and_rocketships.tables import BoardTable, star_map
from moderator.kit.drawing.words import strip

GRID, EDGE = 10, 50.0
"""Units of which squares take whole numbers, and room for the labels on each side."""

_HATCH = 2 * GRID * math.sqrt(0.5)
"""How far lines of hatching lie apart: whole units along a row, so that all look alike."""

_WIDE = 1430.0
"""About how wide the squares of a Star Map are together: so wide that deck plans are printed with it."""


def frame(table: BoardTable) -> Squares:
    """Return where the nodes of a Star Map lie."""
    return Squares(EDGE, EDGE, round(_WIDE / table.columns / GRID) * GRID)


def wide(table: BoardTable) -> float:
    """Return how wide a Star Map is, with the labels on both sides."""
    return frame(table).side * table.columns + 2 * EDGE


def high(table: BoardTable) -> float:
    """Return how high a Star Map is, with the labels above and below."""
    return frame(table).side * table.rows + 2 * EDGE


@cache
def still(key: str) -> tuple[Part, ...]:
    """Return what lies below everything on a Star Map, by its key: labels along the sides, its edge, ways, planets."""
    table = _table(key)
    squares, rows, columns = frame(table), range(1, table.rows + 1), range(1, table.columns + 1)
    labels = []
    for x, y in ((EDGE / 2, EDGE / 2), (wide(table) - EDGE / 2, high(table) - EDGE / 2)):
        labels.append(strip([(ROWS[row - 1], (x, squares.centre(place_at(row, 1))[1] + 9)) for row in rows], 28, INK))
        labels.append(strip([(str(at), (squares.centre(place_at(1, at))[0], y + 9)) for at in columns], 28, INK))
    nodes = _nodes(table)
    drawn = _ways(squares, frozenset(nodes), ("SE", "SW"), PALE) + _ways(squares, frozenset(nodes), ("E", "S"), LINE)
    drawn += "".join(svg.circle(*squares.centre(node), 5, fill=GREY) for node in nodes)
    box = _inside(table)
    drawn += svg.rect(*box, fill="none", stroke=INK, stroke_width=5)
    return (*labels, Part(svg.bounds(box.corners, 4), drawn), *(_planet(squares, node) for node in table.planets))


@cache
def names(key: str) -> tuple[Part, ...]:
    """Return the names of nodes and planets of a Star Map, by its key: to be read on shades, outlines and tracks."""
    table = _table(key)
    squares = frame(table)
    left, up, low = squares.side * 0.43, squares.side * 0.3, squares.side * 0.46
    rows: dict[str, list[tuple[str, Point]]] = {}
    for node in _nodes(table):
        x, y = squares.centre(node)
        rows.setdefault(node[0], []).append((node, (x - left, y - up)))
    towns = [(name, squares.centre(node)) for node, name in table.planets.items()]
    look: dict[str, svg.Value] = {"font_weight": 700, "text_anchor": "middle"}
    return (
        *(_written(row, 20, SOFT) for row in rows.values()),
        *(_written([(name, (x, y + low))], 21, INK, **look) for name, (x, y) in towns),
    )


def _written(words: Sequence[tuple[str, Point]], size: float, ink: str, **look: svg.Value) -> Part:
    """Write words in one line, each at its point, over a halo."""
    drawn = "".join(svg.text(said, *at) for said, at in words)
    behind = svg.group(drawn, fill="none", stroke=PAPER, stroke_width=5, stroke_linejoin="round")
    wide = max(len(said) for said, _ in words) * size * 0.7
    box = svg.bounds([(x + aside, y + over) for _, (x, y) in words for aside, over in ((-wide, -size), (wide, 10))])
    return Part(box, svg.group(behind, svg.group(drawn, fill=ink), font_size=size, **look))


def _nodes(table: BoardTable) -> list[Node]:
    return [place_at(row, column) for row in range(1, table.rows + 1) for column in range(1, table.columns + 1)]


def _inside(table: BoardTable) -> Box:
    return Box(EDGE, EDGE, wide(table) - 2 * EDGE, high(table) - 2 * EDGE)


def _table(key: str) -> BoardTable:
    return next(board for board in star_map().board if board.key == key)


def _ways(squares: Squares, nodes: Collection[Node], headings: Sequence[Heading], colour: str) -> str:
    """Draw the ways from node to node in some headings."""
    pairs = ((node, ahead(node, heading)) for node in sorted(nodes) for heading in headings)
    lines = ((squares.centre(one), squares.centre(other)) for one, other in pairs if other in nodes)
    return svg.strokes(lines, stroke=colour, stroke_width=1.6)


def _planet(squares: Squares, node: Node) -> Part:
    """Draw a planet with a ring."""
    (x, y), r = squares.centre(node), squares.side * 0.29
    look: dict[str, svg.Value] = {"stroke": SOFT, "stroke_width": 3}
    drawn = svg.circle(x, y, r, fill=LINE, **look)
    drawn += svg.element("ellipse", cx=x, cy=y, rx=r * 1.5, ry=r * 0.36, fill="none", **look)
    return Part(squares.cell(node), drawn)


def reach(field: Field, seat: Seat) -> dict[Node, bool]:
    """Return the nodes on which rayguns of a ship bear, past what bars them; whether unmanned ones reach them, too."""
    ship, more = field.ships[seat], field.stat(seat, "range")
    sides = {side_of(port) for port in ship.guns if deck(seat).square(port) not in ship.blasts}
    near, far = range_of(manned=False) + more, range_of(manned=True) + more
    return {
        node: distance(ship.at, node) <= near
        for node in field.stars.nodes
        if node != ship.at
        and distance(ship.at, node) <= far
        and any(bears(ship.at, ship.heading, side, node) for side in sides)
        and fires_past(ship.at, node, field.opaque)
    }


def own_reach(field: Field, seat: Seat, squares: Squares) -> Part:
    """Shade what the rayguns of a ship reach: hatched what unmanned ones do, too, plain what manned ones do alone."""
    mark, drawn, nodes = MARKS[seat], "", reach(field, seat)
    for node, unmanned in nodes.items():
        box = squares.cell(node)
        drawn += svg.rect(*box, fill=mark.tint) + (hatched(box, seat) if unmanned else "")
    return Part(_around(nodes, squares), drawn)


def hatched(box: Box, seat: Seat) -> str:
    """Hatch a square that a seat's unmanned rayguns reach."""
    return svg.strokes(svg.hatching(box.corners, 135, _HATCH), stroke=MARKS[seat].colour, stroke_width=1.4)


def dashed(seat: Seat) -> dict[str, svg.Value]:
    """Return how a seat's outlines look."""
    mark = MARKS[seat]
    return {"stroke": mark.colour, "stroke_dasharray": mark.dashes, "stroke_linecap": "round"}


def enemy_reach(field: Field, seat: Seat, squares: Squares) -> Part:
    """Outline what the rayguns of a ship reach: with thick strokes at the end of manned ones, thin of unmanned ones."""
    nodes, inset = reach(field, seat), 5.0 + 6 * [*MARKS].index(seat)
    if nodes:
        nodes[field.ships[seat].at] = True
    thin = squares.outline([node for node, unmanned in nodes.items() if unmanned], inset)
    drawn = svg.strokes(thin, stroke_width=1.8, **dashed(seat))
    drawn += svg.strokes(squares.outline(nodes, inset), stroke_width=4, **dashed(seat))
    return Part(_around(nodes, squares), drawn)


def _around(nodes: Collection[Node], squares: Squares) -> Box:
    """Return the box around the squares of nodes, nothing for none."""
    return svg.bounds([corner for node in nodes for corner in squares.cell(node, 2).corners] or [(0, 0)])

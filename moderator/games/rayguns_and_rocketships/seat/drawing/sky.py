"""The Star Map without ships, drawn once for ever, and the names of its planets, which keep clear of ships' ways."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from moderator.core import svg
from moderator.core.pictures import Part
from moderator.core.svg import Box, Point
from moderator.games.rayguns_and_rocketships.board.compass import ROWS, place_ahead, place_at
from moderator.games.rayguns_and_rocketships.pieces import Heading, Node
from moderator.games.rayguns_and_rocketships.seat.drawing.frame import Squares
from moderator.games.rayguns_and_rocketships.seat.drawing.marks import GREY, INK, LINE, PALE, PAPER, SOFT
from moderator.games.rayguns_and_rocketships.tables import BoardTable, star_map
from moderator.kit.drawing.words import axis_labels

GRID, EDGE = 10, 50.0
"""Units of which squares take whole numbers, and room for the labels on each side."""

_TOWN = 21.0
_SPOTS = (
    (0.0, 0.46, "middle"),
    (0.2, 0.46, "start"),
    (-0.2, 0.46, "end"),
    (0.2, -0.34, "start"),
    (0.0, 0.68, "middle"),
)
"""Where the name of a planet may stand beside its middle, in parts of a square, the best first."""

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
        labels.append(
            axis_labels([(ROWS[row - 1], (x, squares.centre(place_at(row, 1))[1] + 9)) for row in rows], 28, INK)
        )
        labels.append(axis_labels([(str(at), (squares.centre(place_at(1, at))[0], y + 9)) for at in columns], 28, INK))
    nodes = _nodes(table)
    drawn = _ways(squares, frozenset(nodes), ("SE", "SW"), PALE) + _ways(squares, frozenset(nodes), ("E", "S"), LINE)
    drawn += "".join(svg.circle(*squares.centre(node), 5, fill=GREY) for node in nodes)
    box = _inside(table)
    drawn += svg.rect(*box, fill="none", stroke=INK, stroke_width=5)
    return (*labels, Part(svg.bounds(box.corners, 4), drawn), *(_planet(squares, node) for node in table.planets))


@cache
def names(key: str) -> tuple[Part, ...]:
    """Return the names of the nodes of a Star Map, by its key: to be read on shades and ways."""
    table = _table(key)
    squares = frame(table)
    left, up = squares.side * 0.43, squares.side * 0.3
    rows: dict[str, list[tuple[str, Point]]] = {}
    for node in _nodes(table):
        x, y = squares.centre(node)
        rows.setdefault(node[0], []).append((node, (x - left, y - up)))
    return tuple(_written(row, 20, SOFT) for row in rows.values())


def towns(table: BoardTable, is_free: Callable[[Box], bool]) -> Iterator[Part]:
    """Give the names of the planets, each where its box ``is_free``, or below its planet if it is so nowhere."""
    squares = frame(table)
    for node, name in table.planets.items():
        (x, y), side = squares.centre(node), squares.side
        spots = [Town(name, (x + aside * side, y + low * side), anchor) for aside, low, anchor in _SPOTS]
        yield _draw_town(next((spot for spot in spots if is_free(spot.box)), spots[0]))


class Town(NamedTuple):
    """The name of a planet at a place, and which end of it is there."""

    name: str
    at: Point
    anchor: str

    @property
    def box(self) -> Box:
        """The room that the name takes."""
        (x, y), wide = self.at, _TOWN * 0.6 * len(self.name)
        left = {"middle": x - wide / 2, "start": x, "end": x - wide}[self.anchor]
        return Box(left, y - _TOWN * 0.75, wide, _TOWN)


@cache
def _draw_town(town: Town) -> Part:
    return _written([(town.name, town.at)], _TOWN, INK, font_weight=700, text_anchor=town.anchor)


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
    pairs = ((node, place_ahead(node, heading)) for node in sorted(nodes) for heading in headings)
    lines = ((squares.centre(one), squares.centre(other)) for one, other in pairs if other in nodes)
    return svg.strokes(lines, stroke=colour, stroke_width=1.6)


def _planet(squares: Squares, node: Node) -> Part:
    """Draw a planet with a ring."""
    (x, y), r = squares.centre(node), squares.side * 0.29
    look: dict[str, svg.Value] = {"stroke": SOFT, "stroke_width": 3}
    drawn = svg.circle(x, y, r, fill=LINE, **look)
    drawn += svg.element("ellipse", cx=x, cy=y, rx=r * 1.5, ry=r * 0.36, fill="none", **look)
    return Part(squares.cell(node), drawn)

"""What rayguns reach: the reader's own as shades on the Star Map, each enemy's on a small map of its own."""

import math
from collections.abc import Collection, Iterator, Mapping

from moderator.core import svg
from moderator.core.pictures import Drawing, Part, Words
from moderator.core.seats import Seat
from moderator.core.svg import Box, Point
from moderator.games.rayguns_and_rocketships.board.arcs import is_in_arc, range_of, side_of
from moderator.games.rayguns_and_rocketships.board.compass import ROWS, distance, place_at
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.board.field import Field
from moderator.games.rayguns_and_rocketships.board.stars import fires_past
from moderator.games.rayguns_and_rocketships.pieces import Node
from moderator.games.rayguns_and_rocketships.seat.drawing import marks
from moderator.games.rayguns_and_rocketships.seat.drawing.frame import Squares
from moderator.games.rayguns_and_rocketships.seat.drawing.marks import GREY, INK, LINE, MARKS, label
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import BoardTable, board_of, star_map
from moderator.kit.drawing.words import bold

HATCH = 20 * math.sqrt(0.5)
"""How far lines of hatching lie apart: whole units along a row, so that all look alike."""

_SIDE, _EDGE, _HEAD, _GAP = 40.0, 34.0, 92.0, 22.0
"""The squares of a small map, the room for its labels on the left, for its title and labels above, and beside it."""

_LETTERS = 25.0


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
        and any(is_in_arc(ship.at, ship.heading, side, node) for side in sides)
        and fires_past(ship.at, node, field.opaque)
    }


def shades(field: Field, seat: Seat, squares: Squares) -> Part:
    """Shade what the rayguns of a ship reach: hatched what unmanned ones do, too, plain what manned ones do alone."""
    nodes = reach(field, seat)
    return Part(_around(nodes, squares), _shades(nodes, seat, squares))


def _shades(nodes: Mapping[Node, bool], seat: Seat, squares: Squares) -> str:
    """Shade the nodes that a seat's rayguns reach; each tells whether unmanned ones reach it, too."""
    return "".join(shade(squares.cell(node), seat, unmanned=unmanned) for node, unmanned in nodes.items())


def shade(box: Box, seat: Seat, *, unmanned: bool) -> str:
    """Shade a square that a seat's rayguns reach, and hatch it where unmanned ones do, too."""
    drawn = svg.rect(*box, fill=MARKS[seat].tint)
    if unmanned:
        drawn += svg.strokes(svg.hatching(box.corners, 135, HATCH), stroke=MARKS[seat].colour, stroke_width=1.4)
    return drawn


def _around(nodes: Collection[Node], squares: Squares) -> Box:
    """Return the box around the squares of nodes, nothing for none."""
    return svg.bounds([corner for node in nodes for corner in squares.cell(node, 2).corners] or [(0, 0)])


def enemies_fire(words: Words, view: View) -> Drawing | None:
    """Return a small map for each other ship of what its rayguns reach, beside each other; None without any."""
    seats = [seat for seat in view.field.ships if seat != view.who]
    if not seats:
        return None
    table = board_of(view.options)
    across = 3 if len(seats) in {3, 5, 6} else min(2, len(seats))
    wide, high = _EDGE + table.columns * _SIDE + _GAP, _HEAD + table.rows * _SIDE + _GAP
    parts = []
    for number, seat in enumerate(seats):
        left, top = number % across * wide, number // across * high
        parts.append(Part(Box(left, top, wide, high), "".join(_small_map(words, view, seat, table, (left, top)))))
    down = -(-len(seats) // across)
    return Drawing("fire", tuple(parts), round(across * wide), round(down * high), words("enemy-rayguns"))


def _small_map(words: Words, view: View, seat: Seat, table: BoardTable, at: Point) -> Iterator[str]:
    """Draw the Star Map in small, with what the rayguns of a seat's ship reach and where all ships are."""
    left, top = at
    squares = Squares(left + _EDGE, top + _HEAD, _SIDE)
    yield label(words("reach", seat=seat), (squares.left, top + 32), 28, INK, font_weight=700)
    yield _shades(reach(view.field, seat), seat, squares)
    dots = [svg.circle(*squares.centre(node), 2.5, fill=GREY) for node in view.field.stars.nodes]
    planets = [svg.circle(*squares.centre(node), 11, fill=LINE, stroke=GREY, stroke_width=2) for node in table.planets]
    yield from (*dots, *planets)
    for one in view.field.tokens.values():
        if one.at and not one.ship and star_map().token[one.kind].rock:
            yield marks.token(one.key, one.kind, squares.centre(one.at), _SIDE * 0.4)
    for other, ship in view.field.ships.items():
        yield marks.ship(other, ship.heading, squares.centre(ship.at), _SIDE * 0.52)
    frame = Box(squares.left, squares.top, table.columns * _SIDE, table.rows * _SIDE)
    yield svg.rect(*frame, fill="none", stroke=INK, stroke_width=3)
    for row in range(1, table.rows + 1):
        yield bold(ROWS[row - 1], (left + _EDGE / 2, squares.centre(place_at(row, 1))[1] + 9), _LETTERS, INK)
    for column in range(1, table.columns + 1):
        yield bold(str(column), (squares.centre(place_at(1, column))[0], squares.top - 9), _LETTERS, INK)

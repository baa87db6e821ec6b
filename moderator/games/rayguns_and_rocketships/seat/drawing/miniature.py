"""The Star Map so small that a dozen fit on a page: planets, rocks, figures as dots, ships as wedges with letters."""

from moderator.core import svg
from moderator.core.pictures import Drawing, picture
from moderator.games.rayguns_and_rocketships.seat.drawing import marks, sky
from moderator.games.rayguns_and_rocketships.seat.drawing.marks import INK, LINE, MARKS, PAPER
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import board_of

_WIDE = 172.0


def miniature(view: View) -> Drawing:
    """Return the Star Map in small; a ship with Blasts has their number beside it."""
    field, table = view.field, board_of(view.options)
    squares, wide, high, edge = sky.frame(table), sky.wide(table), sky.high(table), sky.EDGE
    side = squares.side
    parts = [svg.rect(edge, edge, wide - 2 * edge, high - 2 * edge, fill=PAPER, stroke=INK, stroke_width=12)]
    parts += [svg.circle(*squares.centre(node), 7, fill=LINE) for node in field.stars.nodes]
    parts += [
        svg.circle(*squares.centre(node), side * 0.3, fill=LINE, stroke=INK, stroke_width=6) for node in table.planets
    ]
    parts += [
        marks.token(one.key, one.kind, squares.centre(one.at), side * 0.42, red=one.red)
        for one in field.tokens.values()
        if one.at and not one.ship
    ]
    parts += [
        svg.circle(*squares.centre(one.at), side * 0.24, fill=MARKS[one.seat].colour, stroke=PAPER, stroke_width=6)
        for one in field.afloat()
    ]
    for seat, one in field.ships.items():
        x, y = squares.centre(one.at)
        parts.append(marks.ship(seat, one.heading, (x, y), side * 0.8))
        if one.blasts:
            parts.append(marks.blast((x + side * 0.7, y - side * 0.6), side * 0.46, len(one.blasts)))
    scale = _WIDE / wide
    inside = svg.group(*parts, transform=f"scale({scale:.5f})")
    return picture("miniature", _WIDE, high * scale, inside, alt=str(view.round))

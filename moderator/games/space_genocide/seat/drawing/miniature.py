"""The board so small that a dozen fit on a page: planets and fleets as dots in the colours of their seats."""

from moderator.core import svg
from moderator.core.pictures import Drawing, picture
from moderator.games.space_genocide.seat.drawing.map import fresh_blasts
from moderator.games.space_genocide.seat.drawing.tokens import MARKS
from moderator.games.space_genocide.seat.view import View

_WIDE = 172.0


def miniature(view: View) -> Drawing:
    """Return the board in small: a disc for each planet, a dart for each fleet, a ring where there was a battle."""
    board = view.board
    step = _WIDE / (board.width + 2)
    low = step * 1.74
    width, height = round(_WIDE), round((board.rows - 1) * low + 4 * step)

    def at(place: str) -> tuple[float, float]:
        row, x = board.spots[board.index[place]]
        return (x + 2) * step, 2 * step + row * low

    parts = []
    for seat, section in zip(view.seats, board.sections, strict=False):
        cells = "".join(
            f"M{svg.num(x - step)} {svg.num(y)}h{svg.num(2 * step)}"
            for x, y in (at(board.names[hex_]) for hex_ in section)
        )
        parts.append(svg.path(cells, stroke=MARKS[seat].tint, stroke_width=low * 1.1))
    for planet in view.planets:
        x, y = at(planet.place)
        mark = MARKS[planet.seat]
        parts.append(svg.circle(x, y, 2.6, fill="#ffffff", stroke=mark.colour, stroke_width=1.3))
    for ruin in view.ruins:
        x, y = at(ruin.place)
        cross = (((x - 2, y - 2), (x + 2, y + 2)), ((x - 2, y + 2), (x + 2, y - 2)))
        parts.append(svg.strokes(cross, stroke=MARKS[ruin.seat].colour, stroke_width=1))
    for fleet in view.fleets:
        x, y = at(fleet.place)
        dart = ((x, y - 2.4), (x + 2.2, y + 2), (x - 2.2, y + 2))
        parts.append(svg.polygon(dart, fill=MARKS[fleet.seat].colour, stroke="#ffffff", stroke_width=0.4))
    for place in fresh_blasts(view):
        x, y = at(place)
        parts.append(svg.circle(x, y, 4.6, fill="none", stroke="#c81e2c", stroke_width=1.2))
    return picture("miniature", width, height, *parts, alt=str(view.turn))

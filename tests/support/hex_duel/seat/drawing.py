"""The sea as a drawing, and in letters."""

from math import sqrt

from moderator.core import svg
from moderator.core.game import Drawing
from moderator.kit.boards.hex import picture
from tests.support.hex_duel.board import ROCKS, SEA
from tests.support.hex_duel.seat.view import View

SIDE = 24
WIDE = SIDE * sqrt(3)
_CORNERS = ((0, -1), (0.5, -0.5), (0.5, 0.5), (0, 1), (-0.5, 0.5), (-0.5, -0.5))


def chart(view: View) -> str:
    """Return a letter for each hex: a ship by its seat, ``^`` for rocks."""
    rocks = {SEA.names[at]: "^" for at in ROCKS}
    return "\n".join(picture(SEA, rocks | {place: seat[0] for seat, place in view.place.items()}))


def draw(view: View) -> tuple[Drawing, ...]:
    """Return the sea."""
    width, height = round(WIDE * (SEA.width + 1) / 2), round(SIDE * (1.5 * SEA.rows + 1.5))
    whole = svg.document(width, height, *(_hex(view, at) for at in range(SEA.size)), title="The sea")
    return (Drawing(key="sea", svg=whole, width=width, height=height, alt="The sea"),)


def _hex(view: View, at: int) -> str:
    row, column = SEA.spots[at]
    x, y = WIDE * (column + 1.5) / 2, SIDE * (1.5 * row + 1.5)
    edge = [(x + WIDE * dx, y + SIDE * dy) for dx, dy in _CORNERS]
    words = [SEA.names[at], *(seat for seat, place in view.place.items() if place == SEA.names[at])]
    return svg.group(
        svg.polygon(edge, fill="#777" if at in ROCKS else "#fff", stroke="#000"),
        *(svg.text(word, x, y - 8 + 11 * n, font_size=9, text_anchor="middle") for n, word in enumerate(words)),
    )

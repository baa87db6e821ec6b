"""The board so small that a dozen fit on a page: tints and letters tell who holds what, bursts where they fought."""

from moderator.core import svg
from moderator.core.game import Drawing, picture
from moderator.games.buck_rogers.board.sky import dot_at
from moderator.games.buck_rogers.seat.drawing.ground import SIDE, outline_of, place
from moderator.games.buck_rogers.seat.drawing.marks import GREY, INK, LAND, MARKS, PAPER, burst
from moderator.games.buck_rogers.seat.view import View
from moderator.games.buck_rogers.tables import board
from moderator.kit.drawing.words import bold

_WIDE = 172.0
_SCALE = _WIDE / SIDE


def miniature(view: View) -> Drawing:
    """Return the board in small, with a dot where each planet is and a burst where there was a battle."""
    held = dict(view.position.held)
    parts = [svg.circle(*board().ssd.centre, ring.radius, fill="none", stroke=GREY) for ring in board().ring]
    for land in board().territory:
        mark = MARKS.get(held.get(land.name, ""))
        outline = outline_of(land)
        parts.append(svg.polygon(outline, fill=mark.colour if mark else LAND, stroke=INK, stroke_width=3))
        if mark:
            x, y = place(land.name)
            parts.append(bold(mark.letter, (x, y + 16), 44, mark.on))
    for marker in board().marker:
        at = place(dot_at(marker.name, view.position.moves))
        parts.append(svg.circle(*at, 16 if marker.slingshot else 10, fill=INK, stroke=PAPER, stroke_width=3))
    parts += [burst(*place(zone), 30) for zone in (view.history[-1].fought if view.history else ())]
    inside = svg.group(*parts, transform=f"scale({svg.num(_SCALE)})")
    return picture("miniature", _WIDE, _WIDE, inside, alt=str(view.turn))

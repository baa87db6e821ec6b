"""The board so small that a dozen fit on a page: tints and letters tell who holds what, bursts where they fought."""

from moderator.core import svg
from moderator.core.pictures import Drawing, picture
from moderator.games.solar_system.board.sky import dot_at
from moderator.games.solar_system.seat.drawing.ground import SIDE, outline_of, place
from moderator.games.solar_system.seat.drawing.marks import GREY, INK, LAND, PAPER, burst, mark_of
from moderator.games.solar_system.seat.view import Sight
from moderator.games.solar_system.tables import board
from moderator.kit.drawing.words import bold

_WIDE = 172.0
_SCALE = _WIDE / SIDE


def miniature(view: Sight) -> Drawing:
    """Return the board in small, with a dot where each planet is and a burst where there was a battle."""
    data, held = board(), dict(view.position.held)
    fought = view.history[-1].fought if view.history else ()
    parts = [svg.circle(*data.ssd.centre, ring.radius, fill="none", stroke=GREY) for ring in data.ring]
    for land in data.territory:
        tint = mark_of(held[land.name]).colour if held.get(land.name) else LAND
        parts.append(svg.polygon(outline_of(land), fill=tint, stroke=INK, stroke_width=3))
    for marker in data.marker:
        at = place(dot_at(marker.name, view.position.moves))
        parts.append(svg.circle(*at, 16 if marker.slingshot else 10, fill=INK, stroke=PAPER, stroke_width=3))
    parts += [burst(*place(zone), 36) for zone in fought]
    for zone, colour in held.items():
        if colour:
            x, y = place(zone)
            parts.append(bold(mark_of(colour).letter, (x, y + 16), 44, INK if zone in fought else mark_of(colour).on))
    inside = svg.group(*parts, transform=f"scale({svg.num(_SCALE)})")
    return picture("miniature", _WIDE, _WIDE, inside, alt=str(view.turn))

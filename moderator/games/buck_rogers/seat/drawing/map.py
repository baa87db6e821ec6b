"""The board as a map: who controls what, what stands where, where the planets are and where they go."""

import math
from collections.abc import Iterator, Sequence

from moderator.core import svg
from moderator.core.game import Drawing, Event, Part
from moderator.core.svg import Box, Point
from moderator.games.buck_rogers.board.sky import dot_at
from moderator.games.buck_rogers.board.zones import SYSTEMS, zone_of
from moderator.games.buck_rogers.pieces import NOBODY
from moderator.games.buck_rogers.seat.drawing import arrows, ground
from moderator.games.buck_rogers.seat.drawing.legend import HIGH, legend
from moderator.games.buck_rogers.seat.drawing.marks import INK, PALETTE, PAPER, on
from moderator.games.buck_rogers.seat.drawing.tags import Tag, tags
from moderator.games.buck_rogers.seat.view import View
from moderator.games.buck_rogers.tables import Marker, board
from moderator.kit.drawing.words import haloed

_LINE = 11.5
_BESIDE = (26.0, 20.0)
"""How far from its dot a tag stands, at the end of a line."""

_EDGE = 8.0


def draw(view: View, told: Sequence[Event] = ()) -> Sequence[Drawing]:
    """Return the board, then in double size each display with a battle of the turn or units of the seat."""
    parts = tuple(_parts(view, told))
    board_and_key = Box(-_EDGE, -_EDGE, ground.SIDE + 2 * _EDGE, ground.SIDE + HIGH + 16)
    whole = _drawing("board", (*parts, legend(view)), board_and_key, view)
    return (whole, *(_crop(view, parts, system) for system in _busy(view, told)))


def bare(view: View) -> Drawing:
    """Return the board without its key."""
    return _drawing("board", tuple(_parts(view, ())), Box(-_EDGE, -_EDGE, ground.SIDE + 16, ground.SIDE + 16), view)


def _crop(view: View, parts: Sequence[Part], system: str) -> Drawing:
    window = ground.window(system)
    return _drawing(system or "space", tuple(part for part in parts if part.box.meets(window)), window, view)


def _drawing(key: str, parts: tuple[Part, ...], window: Box, view: View) -> Drawing:
    width, height = round(window.width), round(window.height)
    return Drawing(key, parts, width, height, str(view.turn), palette=PALETTE, left=window.x, top=window.y)


def _busy(view: View, told: Sequence[Event]) -> Iterator[str]:
    """Give the systems with a battle or units of the seat, then the Solar System Display if ships are there."""
    zones = [zone_of(name) for name in arrows.battles(told)]
    zones += [zone_of(stack.zone) for stack in view.position.stacks if stack.colour in view.own]
    for system in SYSTEMS:
        if system != "asteroids" and any(zone.system == system and zone.kind != "space" for zone in zones):
            yield system
    if any(zone.kind == "space" for zone in zones):
        yield ""


# ---- parts in the order of painting -----------------------------------------------------------------------


def _parts(view: View, told: Sequence[Event]) -> Iterator[Part]:
    held, stacks = dict(view.position.held), tags(view.position)
    yield from ground.still()
    for land in board().territory:
        yield ground.cell(land, held.get(land.name, NOBODY))
    yield ground.rims()
    yield from _markers(view)
    yield from arrows.moves(told)
    yield from arrows.bursts(told)
    for land in board().territory:
        yield from _land(land.name, stacks.get(land.name, []))
    for zone, some in stacks.items():
        if zone_of(zone).kind == "orbit":
            yield from _column(ground.place(zone), some)
        elif zone_of(zone).kind == "space":
            yield from _beside(zone, some)


def _land(zone: str, some: Sequence[Tag]) -> Iterator[Part]:
    """Write a territory's name, and below it what stands there."""
    words = ground.name_lines(zone)
    x, y = ground.place(zone)
    high = _LINE * len(words) + sum(tag.height + 1 for tag in some)
    top = y - high / 2 + 9
    size = 10.5 if len(some) else 11
    drawn = [
        haloed(line, (x, top + _LINE * at), (INK, PAPER), 3, font_size=size, font_weight=600, text_anchor="middle")
        for at, line in enumerate(words)
    ]
    wide = max(len(line) for line in words) * size * 0.72
    yield Part(Box(x - wide / 2 - 3, top - size - 2, wide + 6, _LINE * len(words) + 8), "".join(drawn))
    below = top + _LINE * (len(words) - 1) + 3
    for tag in some:
        yield tag.draw((x, below + tag.height / 2))
        below += tag.height + 1


def _column(at: Point, some: Sequence[Tag]) -> Iterator[Part]:
    """Draw tags below each other around a point."""
    y = at[1] - sum(tag.height + 1 for tag in some) / 2
    for tag in some:
        yield tag.draw((at[0], y + tag.height / 2))
        y += tag.height + 1


def _beside(zone: str, some: Sequence[Tag]) -> Iterator[Part]:
    """Draw tags beside a dot, at the end of a line to it."""
    (x, y), (dx, dy) = ground.place(zone), _BESIDE
    yield Part(Box(x, y, dx, dy), svg.line(x, y, x + dx - 8, y + dy - 3, stroke=INK, stroke_width=1))
    yield from _column((x + dx, y + dy), some)


# ---- planets ----------------------------------------------------------------------------------------------


def _markers(view: View) -> Iterator[Part]:
    """Draw the markers at their dots, and which way the planets go."""
    for marker in board().marker:
        at = ground.place(dot_at(marker.name, view.position.moves))
        if view.options.planets_move and marker.slingshot:
            yield _next(at)
        yield _marker(marker, at, dot_at(marker.name, view.position.moves))


def _marker(marker: Marker, at: Point, dot: str) -> Part:
    (x, y), radius = at, board().ssd.dot_radius
    number = dot.removeprefix(marker.ring)
    if marker.slingshot:
        shape = svg.circle(x, y, radius + 5.5, fill=INK)
    else:
        shape = svg.polygon([on(at, radius + 6.5, 60 * corner + 30) for corner in range(6)], fill=INK)
    shape += svg.circle(x, y, radius, fill=PAPER, stroke=INK, stroke_width=1)
    shape += svg.text(number, x, y + 3.5, font_size=9.5, font_weight=700, text_anchor="middle", fill=INK)
    tx, ty, anchor = _name_at(marker, at)
    look: dict[str, svg.Value] = {"font_size": 10.5, "font_weight": 700, "text_anchor": anchor}
    shape += haloed(marker.name, (tx, ty), (INK, PAPER), 3, **look)
    wide = len(marker.name) * 8.0 + 8
    left = tx - {"end": wide, "middle": wide / 2, "start": 4}[anchor]
    box = Box(min(left, x - 16), min(ty - 13, y - 16), 0, 0)
    right, low = max(left + wide, x + 16), max(ty + 6, y + 16)
    return Part(Box(box.x, box.y, right - box.x, low - box.y), shape)


def _name_at(marker: Marker, at: Point) -> tuple[float, float, str]:
    """Return where a marker's name stands: outside the rings for asteroids, left of a planet."""
    if marker.slingshot:
        return at[0] - 17, at[1] + 3.8, "end"
    cx, cy = board().ssd.centre
    dx, dy = at[0] - cx, at[1] - cy
    far = math.hypot(dx, dy)
    x, y = at[0] + dx / far * 20, at[1] + dy / far * 20 + 4
    return x, y, "middle" if abs(dx) < 60 else "start" if dx > 0 else "end"  # noqa: PLR2004 - near the top or bottom


def _next(at: Point) -> Part:
    """Draw a small arrow beside a planet: that way it goes on, counter-clockwise around the Sun."""
    cx, cy = board().ssd.centre
    far = math.dist(at, (cx, cy))
    dx, dy = (at[1] - cy) / far, -(at[0] - cx) / far
    tip, base, begin = ((at[0] + dx * long, at[1] + dy * long) for long in (29, 21, 14))
    head = (tip, (base[0] - dy * 4.2, base[1] + dx * 4.2), (base[0] + dy * 4.2, base[1] - dx * 4.2))
    drawn = svg.line(*begin, *base, stroke=INK, stroke_width=3) + svg.polygon(head, fill=INK)
    return Part(Box(at[0] - 32, at[1] - 32, 64, 64), drawn)

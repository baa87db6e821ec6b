"""The board as a map: who controls what, what stands where, where the planets are and where they go."""

import math
from collections.abc import Iterator, Sequence

from moderator.core import svg
from moderator.core.game import Drawing, Event, Part
from moderator.core.svg import Box, Point
from moderator.games.solar_system.board.sky import dot_at
from moderator.games.solar_system.board.zones import SYSTEMS, zone_of
from moderator.games.solar_system.pieces import NOBODY
from moderator.games.solar_system.seat.drawing import arrows, ground
from moderator.games.solar_system.seat.drawing.layout import NAME_LINE, NAME_SIZE, Block, blocks, name_box
from moderator.games.solar_system.seat.drawing.legend import HIGH, legend
from moderator.games.solar_system.seat.drawing.marks import GAP, INK, PAPER, arrowhead, on
from moderator.games.solar_system.seat.drawing.tags import tags
from moderator.games.solar_system.seat.view import Sight
from moderator.games.solar_system.tables import Marker, board
from moderator.kit.drawing.words import bold, halo_text

_EDGE = 8.0


def draw(view: Sight, events: Sequence[Event] = ()) -> Sequence[Drawing]:
    """Return the board, then in double size what the seat has units at, and where there was a battle."""
    parts = tuple(_parts(view, events))
    board_and_key = Box(-_EDGE, -_EDGE, ground.SIDE + 2 * _EDGE, ground.SIDE + HIGH + 16)
    whole = _drawing("board", (*parts, legend(view)), board_and_key, view)
    return (whole, *(_crop(view, parts, system) for system in _busy(view, events)))


def bare(view: Sight) -> Drawing:
    """Return the board without its key."""
    return _drawing("board", tuple(_parts(view, ())), Box(-_EDGE, -_EDGE, ground.SIDE + 16, ground.SIDE + 16), view)


def _crop(view: Sight, parts: Sequence[Part], shown: str) -> Drawing:
    window = ground.window(shown)
    return _drawing(shown.lower() or "space", tuple(part for part in parts if part.box.overlaps(window)), window, view)


def _drawing(key: str, parts: tuple[Part, ...], window: Box, view: Sight) -> Drawing:
    width, height = round(window.width), round(window.height)
    return Drawing(key, parts, width, height, str(view.turn), left=window.x, top=window.y, grid=GAP)


def _busy(view: Sight, events: Sequence[Event]) -> Iterator[str]:
    """Give the systems with a battle or units of the seat, asteroids with a battle, and space if ships are there."""
    fought = [zone_of(name) for name in arrows.battles(events)]
    zones = fought + [zone_of(stack.zone) for stack in view.position.stacks if stack.colour in view.own]
    for system in SYSTEMS:
        if system != "asteroids" and any(zone.system == system and zone.kind != "space" for zone in zones):
            yield system
    yield from dict.fromkeys(zone.body for zone in fought if zone.system == "asteroids")
    if any(zone.kind == "space" for zone in zones):
        yield ""


# ---- parts in the order of painting -----------------------------------------------------------------------


def _parts(view: Sight, events: Sequence[Event]) -> Iterator[Part]:
    held, markers = dict(view.position.held), list(_markers(view))
    laid = blocks(tags(view.position), [part.box for part in markers])
    yield from ground.still()
    for land in board().territory:
        yield ground.cell(land, held.get(land.name, NOBODY))
    yield from ground.rims()
    yield from markers
    boxes = {
        zone: name_box(zone, one) if one.name and (one.lead or not one.tags) else one.box for zone, one in laid.items()
    }
    yield from arrows.moves(events, boxes)
    yield from (_lead(zone, block) for zone, block in laid.items() if block.lead)
    for zone, block in laid.items():
        yield from _block(zone, block)
    yield from arrows.bursts(events, boxes)


def _block(zone: str, block: Block) -> Iterator[Part]:
    """Write a territory's name, and draw the tags of a zone below each other."""
    if block.name:
        x, y = block.name
        words = "".join(
            halo_text(
                line,
                (x, y + NAME_LINE * at),
                (INK, PAPER),
                3,
                font_size=NAME_SIZE,
                font_weight=700,
                text_anchor="middle",
            )
            for at, line in enumerate(ground.name_lines(zone))
        )
        yield Part(name_box(zone, block), words)
    y = block.box.y + 1
    for tag in block.tags:
        yield tag.draw((block.box.x + block.box.width / 2, y + tag.height / 2))
        y += tag.height + 2


def _lead(zone: str, block: Block) -> Part:
    """Draw a line from a zone, or the edge of its name, to its tags."""
    (x, y), box, name = ground.place(zone), block.box, name_box(zone, block)
    goal = box.x + box.width / 2, box.y + box.height / 2
    if block.name:
        y = name.y + (name.height if box.y > name.y else 0)
    elif zone_of(zone).kind == "space":
        part = board().ssd.dot_radius / math.dist((x, y), goal)
        x, y = x + (goal[0] - x) * part, y + (goal[1] - y) * part
    drawn = svg.line(x, y, *goal, stroke=PAPER, stroke_width=3.4)
    drawn += svg.line(x, y, *goal, stroke=INK, stroke_width=1.2) + svg.circle(x, y, 2.4, fill=INK)
    return Part(svg.bounds([(x, y), goal], 3), drawn)


# ---- planets ----------------------------------------------------------------------------------------------


def _markers(view: Sight) -> Iterator[Part]:
    """Draw the markers at their dots, and which way the planets go."""
    for marker in board().marker:
        at = ground.place(dot_at(marker.name, view.position.moves))
        if view.rules.planets_move and marker.slingshot:
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
    shape += bold(number, (x, y + 3.5), 9.7, INK)
    tx, ty, anchor = _name_at(marker, at)
    shape += halo_text(marker.name, (tx, ty), (INK, PAPER), 3, font_size=10.5, font_weight=700, text_anchor=anchor)
    wide = len(marker.name) * 8.0 + 8
    left = tx - {"end": wide, "middle": wide / 2, "start": 4}[anchor]
    spots = ((x - 16, y - 16), (x + 16, y + 16), (left, ty - 13), (left + wide, ty + 6))
    return Part(svg.bounds(spots), shape)


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
    tip, begin = ((at[0] + dx * long, at[1] + dy * long) for long in (29, 14))
    base, *head = arrowhead(tip, (dx, dy), 8)
    drawn = svg.line(*begin, *base, stroke=INK, stroke_width=3) + svg.polygon(head, fill=INK)
    return Part(Box(at[0] - 32, at[1] - 32, 64, 64), drawn)

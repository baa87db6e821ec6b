"""The board as a map: who controls what, what stands where, where the planets are and where they go."""

import math
from collections.abc import Iterator, Sequence

from moderator.core import svg
from moderator.core.game import Event
from moderator.core.pictures import Drawing, Part, Words
from moderator.core.svg import Box
from moderator.games.solar_system.board.zones import SYSTEMS, zone_of
from moderator.games.solar_system.pieces import NOBODY
from moderator.games.solar_system.seat.drawing import arrows, ground, markers
from moderator.games.solar_system.seat.drawing.layout import NAME_LINE, NAME_SIZE, Block, blocks, fixed_words, name_box
from moderator.games.solar_system.seat.drawing.legend import legend
from moderator.games.solar_system.seat.drawing.marks import GAP, INK, PAPER
from moderator.games.solar_system.seat.drawing.tags import tags
from moderator.games.solar_system.seat.view import Sight
from moderator.games.solar_system.tables import board
from moderator.kit.drawing.words import halo_text

_EDGE = 8.0


def draw(words: Words, view: Sight, events: Sequence[Event] = ()) -> Sequence[Drawing]:
    """Return the board, then in double size what the seat has units at, and where there was a battle."""
    parts, key = tuple(_parts(view, events)), legend(words, view)
    board_and_key = Box(-_EDGE, -_EDGE, ground.SIDE + 2 * _EDGE, key.box.y + key.box.height + 2 * _EDGE)
    whole = _drawing("board", (*parts, key), board_and_key, view)
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
    held, named = dict(view.position.held), markers.named(view.position.moves)
    laid = blocks(tags(view.position), [box for one in named for box in (one.room, one.name)])
    yield from ground.still()
    for land in board().territory:
        yield ground.cell(land, held.get(land.name, NOBODY))
    yield from ground.rims()
    for one in named:
        yield from markers.draw(one, moving=view.rules.planets_move)
    boxes = {
        zone: name_box(zone, one) if one.name and (one.lead or not one.tags) else one.box for zone, one in laid.items()
    }
    words = (*boxes.values(), *(one.name for one in named), *fixed_words())
    stands = {zone: _whole(zone, one) for zone, one in laid.items()}
    yield from arrows.moves(events, stands, (*words, *stands.values()), frozenset(one.dot for one in named))
    yield from (_lead(zone, block) for zone, block in laid.items() if block.lead)
    for zone, block in laid.items():
        yield from _block(zone, block)
    yield from arrows.bursts(events, boxes)


def _whole(zone: str, block: Block) -> Box:
    """Return the room of a territory's name and of the tags below it."""
    name = name_box(zone, block)
    if not name.width or block.lead or not block.tags:
        return name if name.width else block.box
    return svg.bounds((*name.corners, *block.box.corners))


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

"""The board of a view, drawn for paper and screen."""

from collections.abc import Sequence
from functools import cache, lru_cache

from moderator.core import svg
from moderator.core.game import Event
from moderator.core.pictures import Drawing, Part, Words
from moderator.core.seats import Seat
from moderator.core.svg import Box
from moderator.games.rebel_commander.pieces import Stack
from moderator.games.rebel_commander.seat.drawing.arrows import arrows, attacker_letters, attackers_by_place
from moderator.games.rebel_commander.seat.drawing.frame import EDGE, Frame, frame_of
from moderator.games.rebel_commander.seat.drawing.ground import LINE, ground, holder_at, land
from moderator.games.rebel_commander.seat.drawing.key import key
from moderator.games.rebel_commander.seat.drawing.marks import INK, NAME, burst, swords
from moderator.games.rebel_commander.seat.drawing.units import units
from moderator.games.rebel_commander.seat.view import View
from moderator.kit.drawing.words import axis_labels

_GRID = 4
"""Units of which locations and the room around them take whole numbers."""

_CACHE_SIZE = 1 << 12
"""Locations that a process keeps: seats of a match see mostly the same."""


def draw(words: Words, view: View, told: Sequence[Event] = ()) -> tuple[Drawing, ...]:
    """Return the whole board with its key, on one order set; ``told`` are the events whose moves are drawn."""
    frame = frame_of(view.options)
    parts, height = key(words, view, frame, told)
    return (_drawing(view, frame, height, parts, told),)


def board_alone(view: View) -> Drawing:
    """Return the board with its labels and nothing around them."""
    frame = frame_of(view.options)
    return _drawing(view, frame, frame.height + 2 * EDGE, [])


def legend(words: Words, view: View) -> Drawing:
    """Return the score and the key alone, as wide as the board."""
    frame = frame_of(view.options)
    parts, height = key(words, view, frame)
    top = frame.height + 2 * EDGE - 4
    width = round(frame.width + 2 * EDGE)
    return Drawing("legend", tuple(parts), width, round(height - top), f"{view.turn}", top=top)


def _drawing(view: View, frame: Frame, height: float, below: list[Part], told: Sequence[Event] = ()) -> Drawing:
    places, attackers = tuple(enumerate(frame.board.names)), attackers_by_place(told)
    held = [holder_at(view, name) for name in frame.board.names]
    lands = [_land(frame, at, whose) for at, whose in enumerate(held)]
    ways = arrows(told, {name: frame.box(at) for at, name in places})
    fights = {name: attackers.get(name, ()) for name in view.battle_places}
    pieces = [_pieces(frame, at, view.stacks_at(name), held[at], fights.get(name)) for at, name in places]
    return Drawing(
        "board",
        (*lands, *ways, *pieces, *_labels(frame), *below),
        round(frame.width + 2 * EDGE),
        round(height),
        f"Rebel Commander {view.turn}",
        grid=_GRID,
    )


@lru_cache(_CACHE_SIZE)
def _land(frame: Frame, at: int, held: str) -> Part:
    """Draw the ground of a location, which lies under the arrows."""
    box = frame.box(at)
    drawn = ground(held, box) + (land(at, box) if held == "free" else "") + _borders(frame, at)
    return Part(_with_margin(box), drawn)


@lru_cache(_CACHE_SIZE)
def _pieces(frame: Frame, at: int, stacks: tuple[Stack, ...], held: str, attackers: tuple[Seat, ...] | None) -> Part:
    """Draw what stands on a location: its name, a line for each faction there, and the letters of its attackers.

    ``attackers`` is None where nobody fought.
    """
    name, box = frame.board.names[at], frame.box(at)
    x, y, size, _ = box
    parts = [svg.text(name, x + size * 0.085, y + size * 0.175, font_size=size * 0.135, font_weight=700, fill=NAME)]
    if held == "both":
        parts.append(swords(x + size * 0.78, y + size * 0.075, size * 0.1))
    if stacks:
        parts.append(units(stacks, box))
    if attackers is not None:
        parts.append(burst(x + size * 0.6, y + size * 0.06, size * 0.12))
        parts.append(attacker_letters(attackers, (x + size * 0.58, y + size * 0.17), size))
    return Part(_with_margin(box), "".join(parts))


def _with_margin(box: Box) -> Box:
    return Box(box.x - 2, box.y - 2, box.width + 4, box.height + 4)


@cache
def _borders(frame: Frame, at: int) -> str:
    """Draw the lines between a location and those before it, which are drawn by then, and the outer frame."""
    row, column = divmod(at, frame.board.columns)
    x, y, size, _ = frame.box(at)
    left, top = ((x, y), (x, y + size)), ((x, y), (x + size, y))
    right, low = ((x + size, y), (x + size, y + size)), ((x, y + size), (x + size, y + size))
    sides = ((left, column == 0), (top, row == 0))
    rim = [side for side, outer in sides if outer]
    rim += [right] * (column + 1 == frame.board.columns) + [low] * (row + 1 == frame.board.rows)
    inner = [side for side, outer in sides if not outer]
    return svg.strokes(inner, stroke=LINE, stroke_width=1) + svg.strokes(
        rim, stroke=INK, stroke_width=2.4, stroke_linecap="square"
    )


@cache
def _labels(frame: Frame) -> tuple[Part, ...]:
    """Write the names of rows and columns on all four sides."""
    names, across = frame.board.names, frame.board.columns
    boxes = [frame.box(at) for at in range(frame.board.size)]
    sides = [
        [(names[n][1:], (boxes[n].x + frame.cell / 2, y)) for n in range(across)]
        for y in (EDGE * 0.8, EDGE * 1.8 + frame.height)
    ]
    sides += [
        [(names[n][0], (x, boxes[n].y + frame.cell / 2 + EDGE * 0.3)) for n in range(0, len(names), across)]
        for x in (EDGE * 0.5, EDGE * 1.5 + frame.width)
    ]
    return tuple(axis_labels(side, EDGE * 0.84, INK) for side in sides)

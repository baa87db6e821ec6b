"""The board of a view, drawn for paper and screen."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from moderator.core import svg
from moderator.core.game import Drawing, Event, Part
from moderator.core.seats import Seat
from moderator.core.svg import Box
from moderator.games.rebel_commander.pieces import Stack, Unit
from moderator.games.rebel_commander.seat.drawing.arrows import (
    arrows,
    attacker_letters,
    attackers_by_place,
    key_arrow,
    moves,
)
from moderator.games.rebel_commander.seat.drawing.chart import chart
from moderator.games.rebel_commander.seat.drawing.ground import LINE, LOOKS, ground, holder_at, land
from moderator.games.rebel_commander.seat.drawing.marks import (
    BAR,
    INK,
    MARKS,
    NAME,
    WORDS,
    badge,
    burst,
    pile,
    swords,
    unit,
)
from moderator.games.rebel_commander.seat.view import Score, View
from moderator.games.rebel_commander.tables import board_of, edition_of
from moderator.kit.boards.grid import Grid
from moderator.kit.drawing.words import haloed, lines, strip

__all__ = ["chart", "draw"]

EDGE = 40.0
"""Room for the labels of rows and columns on each side."""

CROWD = 5
"""With more factions than that in one location, every line of it counts."""

_SMALL_BOARD = 4
_GRID = 4
"""Units of which locations and the room around them take whole numbers."""
_LEGEND_LINE = 30.0
_BAR = 14.0
_CACHE_SIZE = 1 << 12
"""Locations and entries of the key that a process keeps: seats of a match see mostly the same."""


class Frame(NamedTuple):
    """Where the board lies on the drawing."""

    board: Grid
    cell: float

    @property
    def width(self) -> float:
        """The width of the board alone."""
        return self.board.columns * self.cell

    @property
    def height(self) -> float:
        """The height of the board alone."""
        return self.board.rows * self.cell

    def box(self, at: int) -> Box:
        """Return the square of a location."""
        row, column = divmod(at, self.board.columns)
        return Box(EDGE + column * self.cell, EDGE + row * self.cell, self.cell, self.cell)


def draw(view: View, told: Sequence[Event] = ()) -> tuple[Drawing, ...]:
    """Return the whole board with its key, on one order set; ``told`` are the events whose moves are drawn."""
    frame = _frame(view)
    key, height = _key(view, frame, told)
    return (_drawing(view, frame, height, key, told),)


def board_alone(view: View) -> Drawing:
    """Return the board with its labels and nothing around them."""
    frame = _frame(view)
    return _drawing(view, frame, frame.height + 2 * EDGE, [])


def legend(view: View) -> Drawing:
    """Return the score and the key alone, as wide as the board."""
    frame = _frame(view)
    key, height = _key(view, frame)
    top = frame.height + 2 * EDGE - 4
    width = round(frame.width + 2 * EDGE)
    return Drawing("legend", tuple(key), width, round(height - top), f"{view.turn}", top=top)


def _frame(view: View) -> Frame:
    board = board_of(view.options)
    return Frame(board, 200.0 if board.columns <= _SMALL_BOARD else 100.0)


def _drawing(view: View, frame: Frame, height: float, key: list[Part], told: Sequence[Event] = ()) -> Drawing:
    places, attackers = tuple(enumerate(frame.board.names)), attackers_by_place(told)
    held = [holder_at(view, name) for name in frame.board.names]
    lands = [_land(frame, at, whose) for at, whose in enumerate(held)]
    ways = arrows(told, {name: frame.box(at) for at, name in places})
    fights = {name: attackers.get(name, ()) for name in view.battle_places}
    pieces = [_pieces(frame, at, view.stacks_at(name), held[at], fights.get(name)) for at, name in places]
    return Drawing(
        "board",
        (*lands, *ways, *pieces, *_labels(frame), *key),
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
    parts = []
    if len(stacks) <= CROWD:
        size = box.width
        label = (box.x + size * 0.085, box.y + size * 0.19)
        parts.append(svg.text(name, *label, font_size=size * 0.135, font_weight=700, fill=NAME))
        if held == "both":
            parts.append(swords(box.x + size * 0.77, box.y + size * 0.09, size * 0.11))
    if stacks:
        parts.append(_piles(stacks, box))
    if attackers is not None:
        size = box.width
        at_side = (0.58, 0.07) if len(stacks) <= CROWD else (0.87, 0.01)
        parts.append(burst(box.x + size * at_side[0], box.y + size * at_side[1], size * 0.13))
        if len(stacks) <= CROWD:
            parts.append(attacker_letters(attackers, (box.x + size * 0.56, box.y + size * 0.185), size))
    return Part(_with_margin(box), "".join(parts))


def _with_margin(box: Box) -> Box:
    return Box(box.x - 2, box.y - 2, box.width + 4, box.height + 4)


def _piles(stacks: tuple[Stack, ...], box: Box) -> str:
    size = box.width
    inset, head = size * 0.1, 0.0 if len(stacks) > CROWD else size * 0.15
    height = (size - 2 * inset - head) / len(stacks)
    lines = (
        Box(box.x + inset, box.y + inset + head + at * height, size - 2 * inset, min(height, size * 0.75) - 1)
        for at in range(len(stacks))
    )
    return "".join(pile(stack.seat, stack.counts, line) for stack, line in zip(stacks, lines, strict=True))


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
    return tuple(strip(side, EDGE * 0.84, INK) for side in sides)


# ---- the key below the board ------------------------------------------------------------------------------


class Entry(NamedTuple):
    """One entry of the key: its subject, the words that explain it, and how much room it takes."""

    subject: str
    words: str

    @property
    def width(self) -> float:
        """The room for the sample and the words, as wide as letters may be."""
        return 48 + 9.2 * len(self.words)


def _key(view: View, frame: Frame, told: Sequence[Event] = ()) -> tuple[list[Part], float]:
    """Return the key and where the drawing ends."""
    y = frame.height + 2 * EDGE + 4
    parts: list[Part] = []
    if view.score.rebel_locations is not None and view.score.empire_locations is not None:
        parts.append(_bars(view.score, frame, y))
        y += 50
    for line in lines(_entries(view, told), frame.width, together=True):
        x = EDGE
        for entry in line:
            parts.append(_entry(entry, x, y))
            x += entry.width
        y += _LEGEND_LINE
    return parts, y + 4


def _entries(view: View, told: Sequence[Event]) -> list[list[Entry]]:
    """Return the entries by group: units, seats, and what the grounds mean."""
    grounds = ["rebels", "empire", "both"]
    for subject, is_shown in (
        ("shared", view.options.occupy == "troops"),
        ("unseen", view.sight is not None),
        ("battle", bool(view.battle_places)),
        ("moved", bool(moves(told))),
    ):
        grounds += [subject] * is_shown
    return [
        [Entry(kind, WORDS[kind]) for kind in edition_of(view.options).units],
        [Entry(seat, seat) for seat in view.seats],
        [Entry(subject, WORDS[subject]) for subject in grounds],
    ]


@lru_cache(_CACHE_SIZE)
def _entry(entry: Entry, x: float, y: float) -> Part:
    """Draw a sample and its words."""
    if entry.subject in MARKS:
        sample = badge(entry.subject, x, y, 25)
    elif entry.subject in LOOKS:
        sample = ground(entry.subject, Box(x, y, 26, 26))
        sample += svg.rect(x, y, 26, 26, fill="none", stroke=LINE, stroke_width=1)
        if entry.subject == "both":
            sample += swords(x + 8, y + 8, 10)
    elif entry.subject == "battle":
        sample = burst(x + 2, y + 2, 22)
    elif entry.subject == "moved":
        sample = key_arrow(x + 13, y + 13, 104)
    else:
        sample = unit(Unit(entry.subject), "Empire", x + 2, y + 3, 20)
    words = svg.text(entry.words, x + 32, y + 20, font_size=17, fill=INK)
    return Part(Box(x - 1, y - 1, entry.width, _LEGEND_LINE), sample + words)


@lru_cache(_CACHE_SIZE)
def _bars(score: Score, frame: Frame, y: float) -> Part:
    """Draw how many locations each side holds, against the number that wins, and write how many units it has."""
    step = frame.width / frame.board.size
    parts = []
    sides = (
        ("rebels", score.rebel_locations or 0, score.rebel_units),
        ("empire", score.empire_locations or 0, score.empire_units),
    )
    for row, (side, count, units) in enumerate(sides):
        look, top, length = LOOKS[side], y + row * (_BAR + 4), count * step
        middle = ((EDGE, top + _BAR / 2), (EDGE + length, top + _BAR / 2))
        parts.append(svg.rect(EDGE, top, frame.width, _BAR, fill=BAR, stroke=LINE, stroke_width=0.8))
        if count:
            parts.append(svg.strokes([middle], stroke=look.frame, stroke_width=_BAR))
        if count and look.dashes:
            parts.append(svg.strokes([middle], stroke=look.dashes, stroke_width=_BAR, stroke_dasharray=look.pattern))
        words = f"{WORDS[f'{side} side']} {count} · {units} {WORDS['units']}"
        parts.append(_bold(words, EDGE + frame.width - 6, top + _BAR - 2, anchor="end"))
    goal = EDGE + score.needed * step
    parts.append(svg.line(goal, y - 4, goal, y + 2 * _BAR + 8, stroke=INK, stroke_width=2.4))
    parts.append(_bold(f"{score.needed}", goal + 5, y + _BAR - 2))
    return Part(Box(EDGE - 2, y - 6, frame.width + EDGE, 50), "".join(parts))


def _bold(words: str, x: float, y: float, anchor: str = "start") -> str:
    return haloed(words, (x, y), (INK, BAR), 4, font_size=14, font_weight=700, text_anchor=anchor)

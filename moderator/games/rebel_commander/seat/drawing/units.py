"""The units on a location, in the same size on every location; where they do not fit, each faction's total."""

from functools import lru_cache
from typing import NamedTuple

from moderator.core import svg
from moderator.core.seats import Seat
from moderator.core.svg import Box
from moderator.games.rebel_commander.pieces import UNITS, Stack
from moderator.games.rebel_commander.seat.drawing.marks import BADGE, INK, badge, unit

ROW = 0.23
"""How high a line with one kind of unit is, as a part of a location."""

_ROWS, _TOP = 3, 0.185
"""How many such lines a location has room for, and where they begin, below its name."""

_WIDTH = 0.8
"""The room for units across; arrows of moves reach into what is left of a location."""

_ABREAST = 2
_ICON, _DIGITS, _DIGIT = 0.93, 1.14, 0.6
"""The size of a unit and of a number as parts of a line's height, and how wide a digit is for its height."""

_UNIT, _NUMBER = 1.02, 2.14
"""Where a unit and its number begin after the faction's letters, in line heights."""

_STEP = 0.3
"""How far apart kinds of units stand in one line, in line heights."""

_CACHE_SIZE = 2048
"""Stacks that a process keeps: most stand as they stood."""


class Drawn(NamedTuple):
    """Something drawn from the point 0, 0 on, and its size."""

    svg: str
    width: float
    height: float


def is_crowded(stacks: tuple[Stack, ...]) -> bool:
    """Tell whether a location has more lines of units than it has room for, so that it shows totals."""
    return sum(sum(map(bool, stack.counts)) for stack in stacks) > _ROWS


def units(stacks: tuple[Stack, ...], box: Box) -> str:
    """Draw the units of all factions on a location, in the middle of the room below its name."""
    if is_crowded(stacks):
        drawn = _totals(stacks, box.width)
    else:
        drawn = _below([column(stack.seat, stack.counts, box.width * ROW) for stack in stacks])
    room = ROW * _ROWS * box.height
    x = box.x + (box.width - drawn.width) / 2
    return svg.move_group((x, box.y + _TOP * box.height + (room - drawn.height) / 2), drawn.svg)


def _below(columns: list[Drawn]) -> Drawn:
    """Draw things below each other."""
    parts, y = [], 0.0
    for drawn in columns:
        parts.append(svg.move_group((0, y), drawn.svg))
        y += drawn.height
    return Drawn("".join(parts), max((drawn.width for drawn in columns), default=0.0), y)


@lru_cache(_CACHE_SIZE)
def column(seat: Seat, counts: tuple[int, int, int], row: float) -> Drawn:
    """Draw a faction's letters and each of its kinds of units with its number, below each other in lines."""
    kinds = [(kind, count) for kind, count in zip(UNITS, counts, strict=True) if count]
    parts = [_letters(seat, len(kinds) * row, row)]
    for number, (kind, count) in enumerate(kinds):
        y = number * row
        parts.append(unit(kind, seat, row * _UNIT, y + row * (1 - _ICON) / 2, row * _ICON))
        parts.append(_number(count, row * _NUMBER, y, row))
    return Drawn("".join(parts), row * (_NUMBER + _length(max(counts))), len(kinds) * row)


@lru_cache(_CACHE_SIZE)
def line(seat: Seat, counts: tuple[int, int, int], row: float) -> Drawn:
    """Draw a faction's letters and each of its kinds of units with its number, in one line."""
    parts, x = [_letters(seat, row, row)], row
    for kind, count in zip(UNITS, counts, strict=True):
        if count:
            parts.append(unit(kind, seat, x + row * (_UNIT - 1), row * (1 - _ICON) / 2, row * _ICON))
            parts.append(_number(count, x + row * (_NUMBER - 1), 0, row))
            x += row * (_NUMBER - 1 + _length(count) + _STEP)
    return Drawn("".join(parts), x - row * _STEP, row)


def _totals(stacks: tuple[Stack, ...], size: float) -> Drawn:
    """Draw each faction's letters and how many units it has, in as many columns as need to be."""
    across = 1 if len(stacks) <= _ROWS else _ABREAST
    down = -(-len(stacks) // across)
    entry = 1 + _length(max(stack.total for stack in stacks))
    width = (entry + _STEP) * across - _STEP
    row = min(ROW * size, ROW * size * _ROWS / down, _WIDTH * size / width)
    parts = []
    for number, stack in enumerate(stacks):
        at = (number % across * (entry + _STEP) * row, number // across * row)
        parts.append(svg.move_group(at, _letters(stack.seat, row, row), _number(stack.total, row, 0, row)))
    return Drawn("".join(parts), width * row, down * row)


def _letters(seat: Seat, height: float, row: float) -> str:
    """Draw a faction's letters in the middle of a height."""
    wide = row * _ICON / BADGE
    return badge(seat, 0, (height - wide * BADGE) / 2, wide)


def _number(count: int, x: float, y: float, row: float) -> str:
    return svg.text(str(count), x, y + row * 0.9, font_size=row * _DIGITS, font_weight=700, fill=INK)


def _length(count: int) -> float:
    """Return how wide a number is, in line heights."""
    return _DIGITS * _DIGIT * len(str(count))

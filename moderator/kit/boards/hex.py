"""Boards of hexes in rows, every second row half a hex to the right.

A hex is an index, counted row by row. Its spot is a row and a doubled column, so that neighbours in a row differ by
two and rows touch by one; turning and mirroring a board are plain sums on spots. Rows are lettered (A … Z, AA …),
columns numbered from 1: ``"H7"``.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from msgspec import Struct

from moderator.language.grammar.slots import MISREAD

Spot: TypeAlias = tuple[int, int]

DIRECTIONS: tuple[Spot, ...] = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
"""East and on clockwise: row and doubled column; the opposite of a direction is three further."""

NOWHERE = -1
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MOST_ROWS = 2 * len(_LETTERS)
_TEN = 10


def row_name(row: int) -> str:
    """Return the letters of a row."""
    return _LETTERS[row] if row < len(_LETTERS) else "A" + _LETTERS[row - len(_LETTERS)]


def block(rows: int, columns: int) -> tuple[Spot, ...]:
    """Return the spots of a board of rows of the same length."""
    return tuple((row, 2 * column + row % 2) for row in range(rows) for column in range(columns))


def hexagon(steps: int) -> tuple[Spot, ...]:
    """Return the spots of a board that reaches ``steps`` steps from its middle."""
    return tuple(
        (row, start + 2 * column)
        for row in range(2 * steps + 1)
        for start in (abs(steps - row),)
        for column in range(2 * steps + 1 - start)
    )


class Hexes(Struct, frozen=True, dict=True):
    """The hexes of a board, from their spots in the order of rows."""

    spots: tuple[Spot, ...]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The label of each hex."""
        return tuple(f"{row_name(row)}{x // 2 + 1}" for row, x in self.spots)

    @cached_property
    def index(self) -> dict[str, int]:
        """The hex of each label; a label off the board is not among them."""
        return {name: at for at, name in enumerate(self.names)}

    @cached_property
    def at(self) -> dict[Spot, int]:
        """The hex of each spot."""
        return {spot: at for at, spot in enumerate(self.spots)}

    @property
    def size(self) -> int:
        """The number of hexes."""
        return len(self.spots)

    @cached_property
    def rows(self) -> int:
        """The number of rows."""
        return self.spots[-1][0] + 1

    @cached_property
    def width(self) -> int:
        """The width of the board in halves of a hex."""
        return max(x for _, x in self.spots) + 2

    @cached_property
    def round(self) -> tuple[tuple[int, ...], ...]:
        """By hex, the neighbours in each of the six ``DIRECTIONS``; ``NOWHERE`` off the board."""
        return tuple(tuple(self.at.get((row + dr, x + dx), NOWHERE) for dr, dx in DIRECTIONS) for row, x in self.spots)

    @cached_property
    def near(self) -> tuple[tuple[int, ...], ...]:
        """By hex, the neighbours on the board."""
        return tuple(tuple(there for there in around if there != NOWHERE) for around in self.round)

    def distance(self, one: int, other: int) -> int:
        """Return how many steps lie between two hexes as the crow flies."""
        (r, x), (s, y) = self.spots[one], self.spots[other]
        rows, across = abs(r - s), abs(x - y)
        return rows + max(0, (across - rows) // 2)

    def line(self, one: int, other: int) -> tuple[int, ...]:
        """Return the hexes between two on a straight line, the same both ways; what lies off the board is left out."""
        (r, x), (s, y) = sorted((self.spots[one], self.spots[other]))
        steps = self.distance(one, other)
        between = (_nearest((s - r) * n / steps, (y - x) * n / steps) for n in range(1, steps))
        return tuple(self.at[r + dr, x + dx] for dr, dx in between if (r + dr, x + dx) in self.at)


def _nearest(rows: float, halves: float) -> Spot:
    """Return the way in whole hexes that is nearest to one in parts; on an edge, always the same one of the two."""
    along = (rows + 1e-6, (halves - rows) / 2 + 2e-6, -(halves + rows) / 2 - 3e-6)
    near = [round(part) for part in along]
    off = [abs(whole - part) for whole, part in zip(near, along, strict=True)]
    worst = off.index(max(off))
    near[worst] -= sum(near)
    return near[0], 2 * near[1] + near[0]


# ---- in letters -------------------------------------------------------------------------------------------


def picture(hexes: Hexes, letters: Mapping[str, str], *, free: str = ".") -> Iterator[str]:
    """Give a board in plain text, a row a line below the numbers of the columns: a letter for each hex by its label."""
    columns = hexes.width // 2
    numbers = range(1, columns + 1)
    tens = "".join(str(n // _TEN) if n % _TEN == 0 else " " for n in numbers)
    yield from (f"   {head}" for head in (tens, "".join(str(n % _TEN) for n in numbers)) if head.strip())
    rows: dict[int, list[str]] = {}
    for (row, x), name in zip(hexes.spots, hexes.names, strict=True):
        rows.setdefault(row, [" "] * columns)[x // 2] = letters.get(name, free)
    yield from (f"{row_name(row):>2} {''.join(cells)}" for row, cells in rows.items())


class HexPlace:
    """A hex by its label: ``H7``, ``h-7``, ``H 7``, ``7H``; written ``H7``."""

    noun = "place"
    _rows = frozenset(row_name(row) for row in range(_MOST_ROWS))
    _label = re.compile(r"(A?[A-Z])([1-9][0-9]?)")
    _turned = re.compile(r"([1-9][0-9]?)(A?[A-Z])")

    def __init__(self, places: Sequence[str] = ()) -> None:
        """Know the hexes of a board that is always the same; any label is read: a check tells what is off the board."""
        self._places = tuple(places)

    def read(self, words: Sequence[str]) -> tuple[str, int] | None:
        """Read one word, or a row and a column as two."""
        if self._label.fullmatch(words[0]):
            return words[0], 1
        turned = self._turned.fullmatch(words[0])
        if turned:
            return turned[2] + turned[1], 1
        if len(words) > 1 and words[0] in self._rows:
            joined = words[0] + words[1].lstrip("-")
            if self._label.fullmatch(joined):
                return joined, 2
        return None

    def write(self, value: object) -> str:
        """Write row and column."""
        return str(value)

    def near(self, word: str) -> Sequence[str]:
        """Undo letters that look like digits."""
        attempt = word[:1] + word[1:].translate(MISREAD)
        return (attempt,) if self._label.fullmatch(attempt) else ()

    def values(self) -> Sequence[str]:
        """Return the hexes of the board; nothing where it is not always the same."""
        return self._places

    def example(self, n: int = 0) -> str:
        """Return a hex, for a second gap its neighbour."""
        return self._places[(len(self._places) // 2 + n) % len(self._places)] if self._places else f"H{7 + n}"

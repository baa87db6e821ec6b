"""Boards of squares: which location lies next to which, and how one is written."""

from collections.abc import Sequence
from functools import cache, cached_property

from msgspec import Struct

from moderator.language.grammar.slots import MISREAD, NUMBER_WORDS

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Grid(Struct, frozen=True, dict=True):
    """A board of squares, rows lettered from A and columns numbered from 0; steps are never diagonal.

    A location is an index counted row by row; ``names`` and ``index`` translate (``"C4"``).
    """

    rows: int
    columns: int

    @cached_property
    def size(self) -> int:
        """The number of locations."""
        return self.rows * self.columns

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each location."""
        return tuple(f"{_LETTERS[row]}{column}" for row in range(self.rows) for column in range(self.columns))

    @cached_property
    def index(self) -> dict[str, int]:
        """The location of each name; a name off the board is not among them."""
        return {name: index for index, name in enumerate(self.names)}

    def distance(self, one: int, other: int) -> int:
        """Return how many steps lie between two locations."""
        columns = self.columns
        return abs(one // columns - other // columns) + abs(one % columns - other % columns)

    @cached_property
    def near(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """By steps (0 to 2) and location: the locations at most that far away, itself among them, ascending."""
        return tuple(
            tuple(
                tuple(there for there in range(self.size) if self.distance(here, there) <= steps)
                for here in range(self.size)
            )
            for steps in range(3)
        )


@cache
def grid(rows: int, columns: int) -> Grid:
    """Return the grid of a size, made once (at most 26 rows and 10 columns)."""
    return Grid(rows, columns)


# ---- in letters -------------------------------------------------------------------------------------------

_SOUNDS = {
    **dict.fromkeys(("SEE", "SEA", "CEE"), "C"),
    **dict.fromkeys(("BE", "BEE"), "B"),
    **dict.fromkeys(("EYE", "AYE"), "I"),
    **dict.fromkeys(("AGE", "AITCH"), "H"),
    **dict.fromkeys(("EH", "HEY"), "A"),
    "DEE": "D",
    "EFF": "F",
    "IF": "F",
    "GEE": "G",
    "JAY": "J",
    "OH": "0",
    "WON": "1",
    "TOO": "2",
    "TREE": "3",
    **dict.fromkeys(("FOR", "FORE"), "4"),
    **{word: str(value) for value, word in enumerate(NUMBER_WORDS[:10])},
}
"""What dictation and autocorrection make of the letters and digits of a place."""


class GridPlace:
    """A place of a lettered and numbered grid: ``C4``, ``c-4``, ``4C``, ``C 4``, ``(c:4)``; written ``C4``."""

    noun = "place"

    def __init__(self, rows: str = "ABCDEFGHIJ", columns: Sequence[str] = "01234567") -> None:
        """Name the rows by letters, one character each, and the columns by numbers."""
        self.rows, self.columns = rows.upper(), columns
        self._table: dict[str, str] = {}
        for row in self.rows:
            for column in columns:
                self._table[row + column] = self._table[column + row] = row + column
                self._table[f"{row}-{column}"] = row + column

    def read(self, words: Sequence[str]) -> tuple[str, int] | None:
        """Read one word, or a row and a column as two."""
        place = self._table.get(words[0])
        if place is not None:
            return place, 1
        if len(words) > 1 and len(words[0]) == 1:
            place = self._table.get(words[0] + words[1].lstrip("-"))
            if place is not None:
                return place, 2
        return None

    def write(self, value: object) -> str:
        """Write row and column."""
        return str(value)

    def near(self, word: str) -> Sequence[str]:
        """Undo a doubled key, letters that look like digits, and what dictation made of a place ("SEE FOR").

        A place off the grid has no neighbour.
        """
        first, _, second = word.partition(" ")
        if second:
            place = self._table.get(_SOUNDS.get(first, first) + _SOUNDS.get(second, second))
            return () if place is None else (place,)
        seen: dict[str, None] = {}
        for attempt in (
            word[:1] + word[1:].translate(MISREAD),
            word.translate(MISREAD),
            *(word[:at] + word[at + 1 :] for at in range(min(len(word), 4)) if len(word) > len("C4")),
        ):
            if attempt in self._table:
                seen[self._table[attempt]] = None
        return tuple(seen)

    def values(self) -> Sequence[str]:
        """Return all places, row by row."""
        return [row + column for row in self.rows for column in self.columns]

    def example(self, n: int = 0) -> str:
        """Return a place near the middle, for a second gap its neighbour."""
        return self.rows[len(self.rows) // 2] + self.columns[(len(self.columns) // 2 + n) % len(self.columns)]

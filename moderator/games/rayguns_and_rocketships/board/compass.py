"""The eight headings, and places of lettered rows and numbered columns: nodes of the Star Map, squares of a deck."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from moderator.games.rayguns_and_rocketships.pieces import Heading

ROWS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
HEADINGS: tuple[Heading, ...] = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""Clockwise; a turn of 45 degrees is one step, port is anticlockwise."""

VECTOR: dict[Heading, tuple[int, int]] = dict(
    zip(HEADINGS, ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)), strict=True)
)
"""How a heading changes row and column; row A is north, column 1 west."""

Spot: TypeAlias = tuple[int, int]


@cache
def row_and_column(place: str) -> Spot:
    """Return row and column of a place, both counted from 1: ``"F6"`` is (6, 6)."""
    return ROWS.index(place[0]) + 1, int(place[1:])


@cache
def place_at(row: int, column: int) -> str:
    """Return the name of a row and column; empty where there is no such row or column."""
    return f"{ROWS[row - 1]}{column}" if 1 <= row <= len(ROWS) and column >= 1 else ""


def turn_heading(heading: Heading, eighths: int) -> Heading:
    """Return a heading after so many turns of 45 degrees to starboard (negative: to port)."""
    return HEADINGS[(HEADINGS.index(heading) + eighths) % 8]


def distance(one: str, other: str) -> int:
    """Return how many steps lie between two places: a diagonal one counts as one."""
    (r, c), (y, x) = row_and_column(one), row_and_column(other)
    return max(abs(r - y), abs(c - x))


def place_ahead(place: str, heading: Heading, steps: int = 1) -> str:
    """Return the place so many steps on; it may be off the map."""
    (r, c), (y, x) = row_and_column(place), VECTOR[heading]
    return place_at(r + steps * y, c + steps * x)


def heading_towards(one: str, other: str) -> Heading:
    """Return the heading of the step that leads from a place nearest to another; N from a place to itself."""
    (r, c), (y, x) = row_and_column(one), row_and_column(other)
    step = ((y > r) - (y < r), (x > c) - (x < c))
    return next((heading for heading in HEADINGS if VECTOR[heading] == step), "N")


@cache
def between(one: str, other: str) -> tuple[tuple[str, ...], ...]:
    """Return, for each step of the line between two places, the places of which one must be free."""
    (r, c), (y, x) = row_and_column(one), row_and_column(other)
    n = max(abs(r - y), abs(c - x))
    return tuple(
        tuple(
            place_at(row, column)
            for row in _near(r + Fraction((y - r) * i, n))
            for column in _near(c + Fraction((x - c) * i, n))
        )
        for i in range(1, n)
    )


def _near(value: Fraction) -> Iterator[int]:
    """Give the whole number next to a value, both where it lies in the middle."""
    low = value.numerator // value.denominator
    rest = value - low
    if rest <= Fraction(1, 2):
        yield low
    if rest >= Fraction(1, 2):
        yield low + 1


def is_line_clear(one: str, other: str, barred: Callable[[str], bool]) -> bool:
    """Tell whether nothing bars the line between two places; its ends do not count."""
    return all(not all(barred(place) for place in places) for places in between(one, other))

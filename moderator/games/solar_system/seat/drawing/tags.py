"""A stack as a tag: the letter of its colour, counts with the letters of kinds, Factories, Leaders."""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from moderator.core import svg
from moderator.core.pictures import Part
from moderator.core.svg import Box, Point
from moderator.games.solar_system.pieces import (
    PAINTS,
    UNITS,
    Colour,
    Factory,
    KilSat,
    Kind,
    Leader,
    Load,
    Position,
    Stack,
)
from moderator.games.solar_system.seat.drawing.marks import INK, LETTER, PAPER, SIGNS, SMALL, factory, mark_of, star
from moderator.kit.drawing.words import bold, wrap_entries

_LINE = 13.6
_LETTER, _BRACKET = 7.2, 4.5


class Entry(Struct, frozen=True):
    """One thing on a tag: a count, a Factory, one at work, or a Leader by his sign."""

    what: Literal["count", "factory", "work", "leader"]
    words: str = ""

    @property
    def width(self) -> float:
        """How much room it takes."""
        if self.what == "count":
            return sum(_BRACKET if letter in "()" else _LETTER for letter in self.words) + 4
        return 29 if self.what == "leader" else 14

    def draw(self, x: float, y: float, colour: str) -> str:
        """Draw it from a point to the right; ``y`` is its middle."""
        if self.what == "count":
            return svg.text(self.words, x, y + 4.1, fill=INK, font_weight=700, font_size=SMALL)
        if self.what == "leader":
            sign = svg.text(self.words, x + 11, y + 4.1, fill=INK, font_weight=700, font_size=SMALL)
            return star(x + 5, y, colour) + sign
        return factory(x + 6, y, at_work=self.what == "work")


class Tag(Struct, frozen=True):
    """What a colour has in a zone, set in lines."""

    colour: Colour
    lines: tuple[tuple[Entry, ...], ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything on the tag, in order."""
        return tuple(entry for line in self.lines for entry in line)

    @property
    def width(self) -> float:
        """How wide the tag is."""
        return 18 + max((sum(entry.width for entry in line) for line in self.lines), default=0)

    @property
    def height(self) -> float:
        """How high the tag is."""
        return 3 + _LINE * max(1, len(self.lines))

    def within(self, room: float) -> "Tag":
        """Return the tag set anew: no line wider than the room, if its entries are not."""
        return Tag(self.colour, tuple(tuple(line) for line in wrap_entries([self.entries], room - 18, together=True)))

    def draw(self, at: Point) -> Part:
        """Draw the tag around a point."""
        mark, left, top = mark_of(self.colour), at[0] - self.width / 2, at[1] - self.height / 2
        drawn = [
            svg.rect(left, top, self.width, self.height, rx=3, fill=PAPER, stroke=mark.colour, stroke_width=1.5),
            svg.rect(left, top, 14, self.height, rx=3, fill=mark.colour),
            bold(mark.letter, (left + 7, at[1] + 4.1), SMALL, mark.on),
        ]
        for number, line in enumerate(self.lines):
            x, middle = left + 18, top + 8 + _LINE * number
            for entry in line:
                drawn.append(entry.draw(x, middle, mark.colour))
                x += entry.width
        return Part(Box(left - 1, top - 1, self.width + 2, self.height + 2), "".join(drawn))


def tags(position: Position) -> dict[str, list[Tag]]:
    """Return the tags of every zone, each on one line, by colour in the order of the table."""
    pieces: tuple[Stack | Factory | Leader | KilSat, ...] = (
        *position.stacks,
        *position.factories,
        *position.leaders,
        *position.kilsats,
    )
    zones = dict.fromkeys((one.zone, one.colour) for one in pieces if one.zone and one.colour)
    out: dict[str, list[Tag]] = {}
    for zone, colour in sorted(zones, key=lambda key: PAINTS.index(key[1])):
        out.setdefault(zone, []).append(Tag(colour, (tuple(_entries(position, (zone, colour))),)))
    return out


def _entries(position: Position, key: tuple[str, Colour]) -> Iterator[Entry]:
    """Give the counts of kinds, then Factories and Leaders; behind who carries something that in brackets."""
    for stack in position.stacks:
        if (stack.zone, stack.colour) == key:
            yield from _counts(stack, sum(position.gennied(*key)))
    if kilsats := sum((one.zone, one.colour) == key for one in position.kilsats):
        yield Entry("count", f"{kilsats if kilsats > 1 else ''}{LETTER[Kind.KILSAT]}")
    for yard in position.factories:
        if (yard.zone, yard.colour) == key and not yard.aboard:
            yield Entry("factory" if yard.work is None else "work")
    for leader in position.leaders:
        if (leader.zone, leader.colour) == key:
            yield Entry("leader", SIGNS[leader.name])
            if leader.load:
                yield Entry("count", _cargo((leader.load,), leader.load.gennies))


def _counts(stack: Stack, gennies: int) -> Iterator[Entry]:
    for kind in UNITS:
        if number := stack.count(kind):
            cargo = _cargo(stack.transports, gennies) if kind is Kind.TRANSPORT else ""
            yield Entry("count", f"{number}{LETTER[kind]}{cargo}")


def _cargo(loads: Sequence[Load], gennies: int) -> str:
    """Return what some ships carry, in brackets."""
    troopers, yards = sum(load.troopers for load in loads), sum(load.factory for load in loads)
    ground = (f"{troopers}T" if troopers else "") + (f"{gennies}G" if gennies else "")
    return (f"({ground})" if ground else "") + "(Y)" * yards

"""A stack as a tag: the letter of its colour, counts with the letters of kinds, Factories, Leaders."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from moderator.core import svg
from moderator.core.game import Part
from moderator.core.svg import Box, Point
from moderator.games.buck_rogers.pieces import COLOURS, UNITS, Colour, Kind, Position
from moderator.games.buck_rogers.seat.drawing.marks import INK, MARKS, PAPER, SIGNS, factory, letter_of, star

HIGH = 16.0
_LETTER = 6.6
_LINE = 13.0
_WIDEST = 3
"""Counts in a line of a tag; more go on below."""


class Tag(Struct, frozen=True):
    """What a colour has in a zone, for its tag: counts in lines, Factories (True: at work), Leaders' signs."""

    colour: Colour
    lines: tuple[str, ...]
    factories: tuple[bool, ...] = ()
    leaders: tuple[str, ...] = ()

    @property
    def width(self) -> float:
        """How wide the tag is."""
        words = max((len(line) for line in self.lines), default=0) * _LETTER
        return 17 + (words + 6 if words else 0) + self._aside

    @property
    def _aside(self) -> float:
        return 13 * len(self.factories) + 24 * len(self.leaders)

    @property
    def height(self) -> float:
        """How high the tag is."""
        return HIGH + _LINE * max(0, len(self.lines) - 1)

    def box(self, at: Point) -> Box:
        """Return the room that the tag takes around a point."""
        return Box(at[0] - self.width / 2 - 1, at[1] - self.height / 2 - 1, self.width + 2, self.height + 2)

    def draw(self, at: Point) -> Part:
        """Draw the tag around a point."""
        mark, box = MARKS[self.colour], self.box(at)
        left, top = box.x + 1, box.y + 1
        bold: dict[str, svg.Value] = {"font_weight": 700, "font_size": 10.5}
        drawn = [
            svg.rect(left, top, self.width, self.height, rx=3, fill=PAPER, stroke=mark.colour, stroke_width=1.5),
            svg.rect(left, top, 14, self.height, rx=3, fill=mark.colour),
            svg.text(mark.letter, left + 7, top + self.height / 2 + 4, text_anchor="middle", fill=mark.on, **bold),
        ]
        x, middle = left + 18, top + self.height / 2
        for number, line in enumerate(self.lines):
            drawn.append(svg.text(line, x, top + 11.8 + _LINE * number, fill=INK, font_weight=600, font_size=10.5))
        x += max((len(line) for line in self.lines), default=0) * _LETTER + 4
        for at_work in self.factories:
            drawn.append(factory(x + 5, middle, at_work=at_work))
            x += 13
        for sign in self.leaders:
            drawn.append(star(x + 4, middle, mark.colour))
            drawn.append(svg.text(sign, x + 10, middle + 3.6, fill=INK, font_weight=700, font_size=9))
            x += 24
        return Part(box, "".join(drawn))


def tags(position: Position) -> dict[str, list[Tag]]:
    """Return the tags of every zone, by colour in the order of the table."""
    found: dict[tuple[str, Colour], Tag] = {}
    zones = dict.fromkeys(
        (
            *((stack.zone, stack.colour) for stack in position.stacks),
            *((one.zone, one.colour) for one in position.factories),
            *((one.zone, one.colour) for one in position.leaders if one.zone),
            *((one.zone, one.colour) for one in position.kilsats if one.colour),
        )
    )
    for zone, colour in sorted(zones, key=lambda key: COLOURS.index(key[1])):
        found[zone, colour] = Tag(
            colour,
            tuple(_lines(list(_counts(position, zone, colour)))),
            tuple(
                one.work is not None
                for one in position.factories
                if (one.zone, one.colour, one.aboard) == (zone, colour, False)
            ),
            tuple(SIGNS[one.name] for one in position.leaders if (one.zone, one.colour) == (zone, colour)),
        )
    out: dict[str, list[Tag]] = {}
    for (zone, _), tag in found.items():
        out.setdefault(zone, []).append(tag)
    return out


def _counts(position: Position, zone: str, colour: Colour) -> Iterator[str]:
    """Give the counts of kinds, cargo in brackets behind the Transports."""
    for stack in position.stacks:
        if (stack.zone, stack.colour) != (zone, colour):
            continue
        for kind in UNITS:
            if number := stack.count(kind):
                aboard = sum(load.troopers for load in stack.transports) if kind is Kind.TRANSPORT else 0
                yards = sum(load.factory for load in stack.transports) if kind is Kind.TRANSPORT else 0
                cargo = f"({aboard}T)" if aboard else ""
                yield f"{number}{letter_of(kind)}{cargo}{'(Y)' * yards}"
    if any((one.zone, one.colour) == (zone, colour) for one in position.kilsats):
        yield letter_of(Kind.KILSAT)


def _lines(counts: Sequence[str]) -> Iterator[str]:
    for begin in range(0, len(counts), _WIDEST):
        yield " ".join(counts[begin : begin + _WIDEST])

"""The key below the board: whose pattern is whose, letters of units, signs, and how the match stands."""

from collections.abc import Iterator

from msgspec import Struct

from moderator.core import svg
from moderator.core.pictures import Part, Words
from moderator.core.svg import Box
from moderator.games.solar_system.pieces import UNITS, Kind
from moderator.games.solar_system.seat.drawing.ground import SIDE
from moderator.games.solar_system.seat.drawing.marks import (
    DUSK,
    INK,
    LETTER,
    PAPER,
    burst,
    factory,
    ground,
    mark_of,
    on,
    star,
)
from moderator.games.solar_system.seat.view import Sight
from moderator.kit.drawing.words import bold, place_entries, wrap_entries

_SIZE, _LETTER, _LINE = 17.0, 7.8, 28.0
_MARGIN = 20.0


class Entry(Struct, frozen=True):
    """One entry of the key: its sample around a middle line at 13, the room for it, and the words."""

    sample: str
    room: float
    words: str

    @property
    def width(self) -> float:
        """The room for the sample and the words, with a gap after them."""
        return self.room + _LETTER * len(self.words) + 18


def legend(words: Words, view: Sight) -> Part:
    """Return the key, as wide as the board."""
    top = SIDE + 10
    lines = wrap_entries(_groups(words, view), SIDE - 2 * _MARGIN, together=True)
    drawn = [svg.line(_MARGIN, top, SIDE - _MARGIN, top, stroke=INK, stroke_width=1)]
    for entry, at in place_entries(lines, (_MARGIN, top + 8), _LINE):
        written = svg.text(entry.words, entry.room, 13 + _SIZE * 0.35, font_size=_SIZE, fill=INK)
        drawn.append(svg.move_group(at, entry.sample + written))
    return Part(Box(0, SIDE + 6, SIDE, 12 + _LINE * len(lines)), "".join(drawn))


def _groups(words: Words, view: Sight) -> list[list[Entry]]:
    """Return the entries by group: colours, letters of units, signs, bodies."""
    units = [f"{LETTER[kind]} {words('piece', kind=kind.value)}" for kind in (*UNITS, Kind.KILSAT)]
    hexagon = [on((14, 13), 14, 60 * corner + 30) for corner in range(6)]
    return [
        list(_colours(words, view)),
        [Entry("", 0, letters) for letters in (*units, words("cargo"))],
        [
            Entry(factory(8, 13, size=1.5), 22, words("factory")),
            Entry(star(8, 13, PAPER, 1.6), 22, words("leader")),
            Entry(burst(10, 13, 10), 26, words("battle")),
            Entry(svg.circle(9, 13, 8, fill=DUSK, stroke=INK, stroke_width=1), 24, words("bare")),
        ],
        [
            Entry(svg.circle(14, 13, 13, fill=INK) + svg.circle(14, 13, 8, fill=PAPER), 34, words("planet")),
            Entry(svg.polygon(hexagon, fill=INK) + svg.circle(14, 13, 8, fill=PAPER), 34, words("asteroid")),
        ],
    ]


def _colours(words: Words, view: Sight) -> Iterator[Entry]:
    """Give each colour of the match with the territories of its seat."""
    zones = {one.seat: one.zones for one in view.score}
    for seat, colours in zip(view.seats, view.colours, strict=True):
        for colour in colours:
            mark, box = mark_of(colour), Box(0, 3, 30, 20).corners
            sample = ground(box, colour) + svg.polygon(box, fill="none", stroke=INK, stroke_width=1)
            sample += svg.rect(34, 3, 20, 20, rx=3, fill=mark.colour) + bold(mark.letter, (44, 18.5), 15, mark.on)
            held = words("held", seat=seat, zones=zones[seat]) if colour in zones else colour
            yield Entry(sample, 60, held)

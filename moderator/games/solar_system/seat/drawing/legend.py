"""The key below the board: whose pattern is whose, letters of units, signs, and how the match stands."""

from collections.abc import Iterator

from moderator.core import svg
from moderator.core.game import Part
from moderator.core.svg import Box
from moderator.games.solar_system.pieces import COLOURS, UNITS, Kind
from moderator.games.solar_system.seat.drawing.ground import SIDE
from moderator.games.solar_system.seat.drawing.marks import (
    DUSK,
    INK,
    LETTER,
    NAMES,
    PAPER,
    SMALL,
    burst,
    factory,
    ground,
    mark_of,
    on,
    star,
)
from moderator.games.solar_system.seat.view import Sight
from moderator.kit.drawing.words import bold

HIGH = 92.0
WORDS = {
    "zones": "{zones} zones",
    "factory": "Factory (hollow: work in hand)",
    "leader": "Leader",
    "planet": "planet, beside its Far Orbit; next turn at the arrow",
    "asteroid": "asteroid, beside its orbit",
    "bare": "no way along the ring",
    "battle": "battle last turn",
    "cargo": "(5T) aboard",
}
_STEP, _ROW = 164.0, 984.0


def legend(view: Sight) -> Part:
    """Return the key, as wide as the board."""
    top = SIDE + 10
    drawn = [svg.line(20, top, SIDE - 20, top, stroke=INK, stroke_width=1)]
    drawn += [*_colours(view, top + 12), *_units(top + 50), *_space(top + 76)]
    return Part(Box(0, SIDE + 6, SIDE, HIGH), "".join(drawn))


def _colours(view: Sight, y: float) -> Iterator[str]:
    """Give each colour of the match with the territories of its seat."""
    zones = {one.seat: one.zones for one in view.score}
    played = [(seat, colour) for seat, some in zip(view.seats, view.colours, strict=True) for colour in some]
    pattern = WORDS["zones"] if len(played) <= len(COLOURS) else "{zones}"
    for number, (seat, colour) in enumerate(played):
        x, mark = 20 + number * min(_STEP, _ROW / len(played)), mark_of(colour)
        box = Box(x, y, 26, 16).corners
        yield ground(box, colour) + svg.polygon(box, fill="none", stroke=INK, stroke_width=1)
        yield svg.rect(x + 30, y, 15, 16, rx=3, fill=mark.colour)
        yield bold(mark.letter, (x + 37.5, y + 12), SMALL, mark.on)
        words = f"{seat}: {pattern.format(zones=zones[seat])}" if colour in zones else colour
        yield svg.text(words, x + 50, y + 12, font_size=SMALL, fill=INK)


def _units(y: float) -> Iterator[str]:
    x = 20.0
    for kind in (*UNITS, Kind.KILSAT):
        words = f"{LETTER[kind]} {NAMES[kind]}"
        yield svg.text(words, x, y, font_size=SMALL, fill=INK)
        x += 22 + 6.9 * len(words)
    yield svg.text(WORDS["cargo"], x, y, font_size=SMALL, fill=INK)
    x += 90
    yield factory(x + 5, y - 4) + svg.text(WORDS["factory"], x + 16, y, font_size=SMALL, fill=INK)
    x += 214
    yield star(x + 5, y - 4, PAPER, 1.2) + svg.text(WORDS["leader"], x + 16, y, font_size=SMALL, fill=INK)
    x += 75
    yield burst(x + 6, y - 4, 7) + svg.text(WORDS["battle"], x + 18, y, font_size=SMALL, fill=INK)


def _space(y: float) -> Iterator[str]:
    yield svg.circle(32, y - 4, 13, fill=INK) + svg.circle(32, y - 4, 8, fill=PAPER)
    yield svg.text(WORDS["planet"], 52, y, font_size=SMALL, fill=INK)
    hexagon = [on((402, y - 4), 14, 60 * corner + 30) for corner in range(6)]
    yield svg.polygon(hexagon, fill=INK) + svg.circle(402, y - 4, 8, fill=PAPER)
    yield svg.text(WORDS["asteroid"], 422, y, font_size=SMALL, fill=INK)
    yield svg.circle(612, y - 4, 8, fill=DUSK, stroke=INK, stroke_width=1)
    yield svg.text(WORDS["bare"], 628, y, font_size=SMALL, fill=INK)

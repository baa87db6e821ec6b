"""The key below the board: what its marks mean, as large as the board is wide."""

from msgspec import Struct

from moderator.core import svg
from moderator.core.pictures import Part, Words
from moderator.core.svg import Box
from moderator.games.space_genocide.pieces import World
from moderator.games.space_genocide.seat.drawing.frame import EDGE, LABEL, Frame, outline
from moderator.games.space_genocide.seat.drawing.terrain import SIGNS, sign
from moderator.games.space_genocide.seat.drawing.tokens import (
    INK,
    MARKS,
    WORLDS,
    Plate,
    burst,
    planet,
    plate,
    ruin,
)
from moderator.games.space_genocide.seat.view import View
from moderator.kit.drawing.hexes import corners
from moderator.kit.drawing.words import place_entries, wrap_entries

_SCALE = 1000.0
"""How wide a board is whose key is drawn in its own size: on a wider one it grows with it."""

_LINE = 40.0
_LETTER = 9.0


class Entry(Struct, frozen=True):
    """One entry of the key: its sample of 34 high in the size of the key, how wide that is, and the words."""

    sample: str
    words: str
    room: float = 40.0

    @property
    def width(self) -> float:
        """The room for the sample and the words, as wide as letters may be."""
        return self.room + _LETTER * len(self.words) + 22


def legend(words: Words, view: View, frame: Frame) -> tuple[list[Part], float]:
    """Return the key and where the drawing ends."""
    scale = max(1.0, (frame.width - 2 * EDGE) / _SCALE)
    groups = [_planets(words, view), _fleets(words, view), _grounds(words, view)]
    return _drawn(groups, Box(EDGE, frame.height + 2, frame.width - 2 * EDGE, 0), scale)


def board_key(words: Words, view: View, box: Box, scale: float) -> list[Part]:
    """Return what the board says by itself, before counters stand on it: seats, worlds and terrain, set in a box."""
    return _drawn([_planets(words, view), _grounds(words, view)], box, scale)[0]


def _drawn(groups: list[list[Entry]], box: Box, scale: float) -> tuple[list[Part], float]:
    """Draw entries in the width of a box, from its top downwards, and return where they end."""
    parts, lines = [], wrap_entries(groups, box.width / scale, together=False)
    for entry, (left, down) in place_entries(lines, (0, 0), _LINE):
        x, y = box.x + left * scale, box.y + down * scale
        written = svg.text(entry.words, entry.room, 25, font_size=17, fill=INK)
        where = f"translate({svg.num(x)} {svg.num(y)}) scale({scale:.4f})"
        drawn = svg.group(entry.sample, written, transform=where)
        parts.append(Part(Box(x - 3 * scale, y - 2 * scale, (entry.width + 3) * scale, _LINE * scale), drawn))
    return parts, box.y + _LINE * scale * len(lines) + 6


def _planets(words: Words, view: View) -> list[Entry]:
    """Return whose planets are whose, and the letters of their types."""
    seats = [Entry(planet(seat, None, 18, 18, 14), seat) for seat in view.seats]
    worlds = [Entry(planet("", world, 18, 18, 14), words(world)) for world in WORLDS]
    if any(each.world is None for each in view.planets):
        worlds.append(Entry(planet("", None, 18, 18, 14), words("unknown")))
    return seats + worlds


def _fleets(words: Words, view: View) -> list[Entry]:
    """Return what the markers of fleets say, and what happened."""
    first = view.who if view.who in view.seats else view.seats[0]
    foe = next(seat for seat in view.seats if seat != first)
    own = [Entry(plate(Plate(first, "3", "5", own=True), 30, 18, 22), words("own"), 66)] if first == view.who else []
    fleets = [
        *own,
        Entry(plate(Plate(foe, "2", "4", words("turn", number=5), faded=1), 42, 18, 22), words("seen"), 90),
        Entry(plate(Plate(foe, "2", "?"), 32, 18, 22), words("unseen"), 68),
    ]
    events = []
    if any(fleet.course for fleet in view.own):
        events.append(Entry(_course(MARKS[first].colour), words("course"), 58))
    if view.history:
        events.append(Entry(burst(18, 18, 12), words("battle")))
    if view.ruins:
        events.append(Entry(ruin("", World.METAL, 18, 18, 13), words("ruin")))
    return fleets + events


def _grounds(words: Words, view: View) -> list[Entry]:
    """Return the kinds of terrain on the board."""
    there = {kind for _, kind in view.terrain}
    grounds = [Entry(_ground(kind), words(kind)) for kind in SIGNS if kind in there]
    spent = [kind for place, kind in view.terrain if view.is_spent(place)]
    return grounds + [Entry(_ground(kind, spent=True), words("spent")) for kind in spent[:1]]


def _course(colour: str) -> str:
    line = svg.line(2, 18, 40, 18, stroke=colour, stroke_width=3, stroke_dasharray="2 7", stroke_linecap="round")
    return (
        line + svg.circle(44, 18, 7, fill="none", stroke=colour, stroke_width=2.4) + svg.circle(44, 18, 3, fill=colour)
    )


def _ground(kind: str, *, spent: bool = False) -> str:
    """Draw a hex of a kind of space."""
    if kind == "neutral-planet":
        return planet("", None, 18, 18, 14)
    look = SIGNS[kind]
    cell = svg.path(outline(corners(18, 18, 15, 17)), fill=look.ground, stroke=LABEL, stroke_width=1)
    return cell + sign(kind, 18, 18, 20, spent=spent)

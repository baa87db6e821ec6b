"""The board of a view, drawn for paper and screen."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from moderator.core import svg
from moderator.core.game import Event
from moderator.core.pictures import Drawing, Part, Words
from moderator.core.seats import Seat
from moderator.core.svg import Box, Point
from moderator.games.space_genocide.board.hexes import Board
from moderator.games.space_genocide.pieces import Place
from moderator.games.space_genocide.seat.drawing.frame import (
    LABEL_SIZE,
    SIDE,
    WHOLE,
    WIDE,
    Frame,
    around,
    ground,
    label_spots,
    labels,
    name,
    name_size,
    names,
    outline,
    title,
    titled,
)
from moderator.games.space_genocide.seat.drawing.legend import legend
from moderator.games.space_genocide.seat.drawing.tags import Fleets, Names, Tags, dodge, name_box
from moderator.games.space_genocide.seat.drawing.tags import place as place_tags
from moderator.games.space_genocide.seat.drawing.terrain import SIGNED, SIGNS, sign
from moderator.games.space_genocide.seat.drawing.tokens import (
    MARKS,
    Plate,
    burst,
    planet,
    plate,
    ruin,
)
from moderator.games.space_genocide.seat.view import FleetSeen, View
from moderator.kit.boards.hex import NOWHERE
from moderator.kit.drawing.hexes import corners

_OLDEST = 3
_AROUND = 2.5 * WIDE
"""How far beyond its outermost hexes a detail shows."""
_USUAL, _MOST = 29.0, 1.3
"""A board of more columns than that is drawn with larger marks, up to so much, since a page shows it smaller."""


class Sizes(NamedTuple):
    """The sizes of marks: the radius of a planet, the height of a fleets' marker, letters of a hex with something."""

    disc: float
    plate: float
    name: float


def sizes(board: Board) -> Sizes:
    """Return how large the marks of a board are."""
    grown = min(_MOST, max(1.0, board.width / 2 / _USUAL))
    return Sizes(17.0 * grown, 20.0 * grown, max(16.5, 13.5 * grown))


def draw(words: Words, view: View, _told: Sequence[Event] = ()) -> tuple[Drawing, ...]:
    """Return the whole board with its key; of a large one also the parts that matter to a seat, larger."""
    frame = Frame(view.board)
    key, height = legend(words, view, frame)
    body = tuple(_body(words, view, frame))
    whole = _drawing(view, "board", (*body, *key), Box(0, 0, frame.width, height))
    return whole, *_details(view, frame, body)


def bare(words: Words, view: View) -> Drawing:
    """Return the board with its labels and nothing around them."""
    frame = Frame(view.board)
    return _drawing(view, "board", tuple(_body(words, view, frame)), Box(0, 0, frame.width, frame.height))


def _drawing(view: View, key: str, parts: tuple[Part, ...], window: Box) -> Drawing:
    left, top, width, height = window
    return Drawing(
        key,
        parts,
        round(width),
        round(height),
        f"Space Genocide {view.turn}",
        left=left,
        top=top,
        grid=WHOLE,
    )


def _details(view: View, frame: Frame, body: Sequence[Part]) -> Iterator[Drawing]:
    """Draw a seat's own section in large if the board is large, and one that has more of its fleets."""
    if view.board.width / 2 <= _USUAL or view.who not in view.seats:
        return
    sections = dict(zip(view.seats, view.board.sections, strict=False))
    fleets = [view.board.index[fleet.place] for fleet in view.own]
    there = {seat: sum(at in section for at in fleets) for seat, section in sections.items()}
    most = max(there, key=lambda seat: (there[seat], seat == view.who))
    for number, seat in enumerate(dict.fromkeys((view.who, most)), 1):
        centres = [frame.centre(at) for at in sections[seat]]
        left, right = min(x for x, _ in centres) - _AROUND, max(x for x, _ in centres) + _AROUND
        top, low = min(y for _, y in centres) - _AROUND, max(y for _, y in centres) + _AROUND
        left, top = (max(0.0, begin // WHOLE * WHOLE) for begin in (left, top))
        window = Box(left, top, min(frame.width, right) - left, min(frame.height, low) - top)
        parts = tuple(part for part in body if part.box.overlaps(window))
        yield _drawing(view, f"detail-{number}", parts, window)


def _body(words: Words, view: View, frame: Frame) -> Iterator[Part]:
    """Draw the board with all that is on it."""
    terrain = {view.board.index[place]: kind for place, kind in view.terrain}
    taken = {view.board.index[place] for place in (*_solid(view), *(fleet.place for fleet in view.fleets))}
    signed = [at for at, kind in terrain.items() if kind in SIGNED and at not in taken]
    bold_names, tags = _tags(words, view, frame, signed)
    signs = _signs(view, frame, terrain, taken) | _dodging(view, frame, bold_names, taken | terrain.keys())
    yield from ground(frame, _grounds(view, terrain), signs)
    yield from labels(frame)
    yield from _courses(view, frame)
    yield from _bodies(view, frame)
    yield from _markers(view, tags)
    yield from _battles(view, frame)


def _solid(view: View) -> dict[Place, None]:
    """Return where planets are, and what is left of them."""
    return dict.fromkeys((*(planet.place for planet in view.planets), *(ruin.place for ruin in view.ruins)))


def _grounds(view: View, terrain: dict[int, str]) -> dict[int, str]:
    """Return the colour of each hex: its terrain's, else its section's."""
    colours = dict.fromkeys(range(view.board.size), MARKS[""].tint)
    for seat, section in zip(view.seats, view.board.sections, strict=False):
        colours |= dict.fromkeys(section, MARKS[seat].tint)
    return colours | {at: SIGNS[kind].ground for at, kind in terrain.items()}


def _signs(view: View, frame: Frame, terrain: dict[int, str], taken: set[int]) -> dict[int, str]:
    """Return what is written in each hex: its name, and the sign of its terrain; where something stands, that alone.

    It stands as the run of the hex counts.
    """
    written = {at: words for at, words in enumerate(names(frame)) if at not in taken}
    size = sizes(view.board).name * 0.95
    for at, kind in terrain.items():
        x, y = frame.inside(at)
        name = view.board.names[at]
        rim = svg.path(
            outline(corners(x, y, WIDE * 0.47, SIDE * 0.94)), fill="none", stroke=SIGNS[kind].ink, stroke_width=2.4
        )
        drawn = (rim if kind == "super-nova" else "") + sign(
            kind, x, y + SIDE * 0.22, WIDE * (0.34 if at in taken else 0.5), spent=view.is_spent(name)
        )
        if at in taken or kind in SIGNED:
            written[at] = drawn + (title(name, x, y - SIDE * 0.32, size) if at not in taken else "")
    return written


def _bodies(view: View, frame: Frame) -> Iterator[Part]:
    """Draw planets and what is left of them, with the names of their hexes above."""
    size = sizes(view.board)
    drawn = [(each.place, partial(planet, each.seat, each.world), size.disc) for each in view.planets]
    drawn += [(gone.place, partial(ruin, gone.seat, gone.world), size.disc * 0.9) for gone in view.ruins]
    for place, body, r in drawn:
        x, y = frame.centre(view.board.index[place])
        yield Part(around(x, y, r * 1.6, r * 1.6), body(x, y, r))
        yield titled(place, x, y - size.disc * 1.14, size.name)


def _courses(view: View, frame: Frame) -> Iterator[Part]:
    """Draw where own fleets are still going: a broken line with a point at its end."""
    for fleet in view.own:
        if fleet.course:
            way = [frame.centre(view.board.index[place]) for place in (fleet.place, *fleet.course)]
            xs, ys = zip(*way, strict=True)
            box = Box(min(xs) - 10, min(ys) - 10, max(xs) - min(xs) + 20, max(ys) - min(ys) + 20)
            yield Part(box, course(way, MARKS[fleet.seat].colour))


def course(way: Sequence[Point], colour: str) -> str:
    """Draw a way with its goal."""
    x, y = way[-1]
    look: dict[str, svg.Value] = {"stroke_width": 3, "stroke_dasharray": "2 7", "stroke_linecap": "round"}
    line = svg.path(svg.way(way), fill="none", stroke=colour, **look)
    return line + svg.circle(x, y, 8, fill="none", stroke=colour, stroke_width=2.4) + svg.circle(x, y, 3, fill=colour)


def _tags(words: Words, view: View, frame: Frame, signed: Iterable[int]) -> tuple[Names, dict[Place, Tags]]:
    """Return what can be read in bold, and where the tags of fleets stand, hex by hex; ``signed`` hexes have signs."""
    size, solid, board = sizes(view.board), _solid(view), view.board
    names = Names(name_box(*label, LABEL_SIZE) for side in label_spots(frame) for label in side)
    for place in solid:
        x, y = frame.centre(board.index[place])
        letter = around(x, y, size.disc * 0.34, size.disc * 0.34)
        names.add([name_box(place, (x, y - size.disc * 1.14), size.name), letter])
    for at in signed:
        x, y = frame.centre(at)
        names.add([name_box(board.names[at], (x, y - SIDE * 0.32), size.name * 0.95)])
    tags = {}
    places = dict.fromkeys(fleet.place for fleet in view.fleets)
    for place in sorted(places, key=lambda place: place not in solid):  # those below planets have least choice
        seats = dict.fromkeys(fleet.seat for fleet in view.at(place))
        said = [said_of(words, view, seat, [fleet for fleet in view.at(place) if fleet.seat == seat]) for seat in seats]
        disc = size.disc if place in solid else 0.0
        there = Fleets(frame.centre(board.index[place]), said, size.plate, place, size.name, disc)
        tags[place] = place_tags(names, there)
    return names, tags


def _dodging(view: View, frame: Frame, names: Names, filled: Collection[int]) -> dict[int, str]:
    """Write the names of empty hexes around fleets where nothing covers them."""
    board = view.board
    near = {
        at
        for fleet in view.fleets
        for beside in (board.index[fleet.place], *board.round[board.index[fleet.place]])
        if beside != NOWHERE
        for at in (beside, *board.round[beside])
    }
    written = {}
    for at in sorted(near - {NOWHERE} - set(filled)):
        words, (x, y) = board.names[at], frame.centre(at)
        if down := dodge(names, words, (x, y + 6), name_size(words)):
            written[at] = name(frame, at, down)
    return written


def _markers(view: View, tags: Mapping[Place, Tags]) -> Iterator[Part]:
    """Draw the tags of fleets, one for each seat in a hex."""
    size = sizes(view.board)
    for place, there in tags.items():
        for tag in there.tags:
            x, y, wide, high = tag.box
            yield Part(Box(x - 3, y - 3, wide + 6, high + 6), plate(tag.said, *tag.at, tag.height))
        if there.name:
            yield titled(place, *there.name, size.name)


def said_of(words: Words, view: View, seat: Seat, fleets: Sequence[FleetSeen]) -> Plate:
    """Return what the marker of a seat's fleets in one hex says."""
    known = [fleet for fleet in fleets if fleet.ships is not None]
    ships = str(sum(len(fleet.ships or ()) for fleet in known))
    if not known:
        ships = "?"
    elif len(known) < len(fleets):
        ships += "+"
    own = seat == view.who
    seen = min((fleet.seen for fleet in known), default=0)
    age = 0 if own or not known or not seen else max(0, view.turn - 1 - seen)
    return Plate(
        seat,
        ",".join(str(fleet.number) for fleet in fleets),
        ships,
        words("turn", number=seen) if age else "",
        own=own,
        faded=min(age, _OLDEST),
    )


def _battles(view: View, frame: Frame) -> Iterator[Part]:
    """Draw a blast where there was a battle last turn, or a planet was destroyed."""
    for place in fresh_blasts(view):
        x, y = frame.centre(view.board.index[place])
        x, y, r = x + WIDE * 0.52, y - SIDE * 0.8, sizes(view.board).disc * 0.62
        yield Part(around(x, y, r * 1.3, r * 1.3), burst(x, y, r))


def fresh_blasts(view: View) -> tuple[str, ...]:
    """Return where there was a battle last turn, or a planet was destroyed."""
    last = view.history[-1] if view.history and view.history[-1].turn >= view.turn - 1 else None
    return tuple(dict.fromkeys((*last.fought, *last.razed))) if last else ()

"""The board of a view, drawn for paper and screen."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from moderator.core import svg
from moderator.core.game import Drawing
from moderator.core.seats import Seat
from moderator.core.svg import Point
from moderator.games.space_genocide.board.hexes import Board
from moderator.games.space_genocide.pieces import Place
from moderator.games.space_genocide.seat.drawing.chart import chart
from moderator.games.space_genocide.seat.drawing.frame import (
    SIDE,
    WIDE,
    Frame,
    corners,
    grid,
    labels,
    names,
    outline,
    tinted,
    title,
)
from moderator.games.space_genocide.seat.drawing.legend import legend
from moderator.games.space_genocide.seat.drawing.marks import FONT, MARKS, WORDS, Plate, burst, planet, plate, ruin
from moderator.games.space_genocide.seat.drawing.signs import SIGNED, SIGNS, sign
from moderator.games.space_genocide.seat.view import FleetSeen, View

__all__ = ["chart", "draw"]

_OLDEST = 3
_AROUND = 2.6 * WIDE
"""How far beyond its outermost hexes a detail shows."""
_USUAL, _MOST = 29.0, 1.3
"""A board of more columns than that is drawn with larger marks, up to so much, since a page shows it smaller."""


class Sizes(NamedTuple):
    """How large marks are: the radius of a planet, the height of a fleets' marker, letters of a hex with something."""

    disc: float
    plate: float
    name: float


def sizes(board: Board) -> Sizes:
    """Return how large the marks of a board are."""
    grown = min(_MOST, max(1.0, board.width / 2 / _USUAL))
    return Sizes(17.0 * grown, 20.0 * grown, 13.5 * grown)


def draw(view: View) -> tuple[Drawing, ...]:
    """Return the whole board with its key; of a large one also the parts that matter to a seat, larger."""
    frame = Frame(view.board)
    key, height = legend(view, frame)
    body = _body(view, frame)
    whole = _drawing(
        view, "board", svg.rect(0, 0, frame.width, height, fill="#ffffff"), *body, key, size=(frame.width, height)
    )
    return whole, *_details(view, frame, body)


def bare(view: View) -> Drawing:
    """Return the board with its labels and nothing around them."""
    frame = Frame(view.board)
    ground = svg.rect(0, 0, frame.width, frame.height, fill="#ffffff")
    return _drawing(view, "board", ground, *_body(view, frame), size=(frame.width, frame.height))


def _drawing(view: View, key: str, *inside: str, size: tuple[float, float]) -> Drawing:
    alt = f"Space Genocide {view.turn}"
    picture = svg.document(*size, svg.group(*inside, font_family=FONT), title=alt)
    return Drawing(key, picture, round(size[0]), round(size[1]), alt)


def _details(view: View, frame: Frame, body: Sequence[str]) -> Iterator[Drawing]:
    """Draw a seat's own section in large, and the other one that has most of its fleets, if the board is large."""
    if view.board.width / 2 <= _USUAL or view.who not in view.seats:
        return
    sections = dict(zip(view.seats, view.board.sections, strict=False))
    fleets = [view.board.index[fleet.place] for fleet in view.own]
    away = {seat: sum(at in there for at in fleets) for seat, there in sections.items() if seat != view.who}
    most = max(away, key=lambda seat: away[seat])
    for number, seat in enumerate([view.who, most] if away[most] else [view.who], 1):
        centres = [frame.centre(at) for at in sections[seat]]
        left, right = min(x for x, _ in centres) - _AROUND, max(x for x, _ in centres) + _AROUND
        top, low = min(y for _, y in centres) - _AROUND, max(y for _, y in centres) + _AROUND
        left, top = max(0.0, left), max(0.0, top)
        size = (min(frame.width, right) - left, min(frame.height, low) - top)
        moved = svg.group(*body, transform=f"translate({svg.num(-left)} {svg.num(-top)})")
        yield _drawing(view, f"detail-{number}", svg.rect(0, 0, *size, fill="#ffffff"), moved, size=size)


def _body(view: View, frame: Frame) -> tuple[str, ...]:
    """Draw the board with all that is on it."""
    terrain = {view.board.index[place]: kind for place, kind in view.terrain}
    taken = {view.board.index[place] for place in (*_solid(view), *(fleet.place for fleet in view.fleets))}
    signed = {at for at, kind in terrain.items() if kind in SIGNED}
    return (
        *_grounds(view, frame, terrain),
        grid(frame),
        labels(frame),
        names(frame, (at for at in range(view.board.size) if at not in taken and at not in signed)),
        *_signs(view, frame, terrain, taken),
        *_courses(view, frame),
        *_bodies(view, frame),
        *_markers(view, frame),
        *_battles(view, frame),
    )


def _solid(view: View) -> dict[Place, None]:
    """Return where planets are, and what is left of them."""
    return dict.fromkeys((*(planet.place for planet in view.planets), *(ruin.place for ruin in view.ruins)))


def _grounds(view: View, frame: Frame, terrain: dict[int, str]) -> Iterator[str]:
    """Draw whose section is whose, and the tints of terrain."""
    rest = set(range(view.board.size)) - set(terrain)
    for seat, section in zip(view.seats, view.board.sections, strict=False):
        yield tinted(frame, (at for at in section if at in rest), MARKS[seat].tint)
        rest -= set(section)
    yield tinted(frame, sorted(rest), MARKS[""].tint)
    for kind, look in SIGNS.items():
        yield tinted(frame, (at for at in terrain if terrain[at] == kind), look.ground)


def _signs(view: View, frame: Frame, terrain: dict[int, str], taken: set[int]) -> Iterator[str]:
    """Draw the signs of terrain; where something stands on it, smaller."""
    for at, kind in terrain.items():
        x, y = frame.centre(at)
        if kind == "super-nova":
            yield svg.path(outline(corners(x, y, SIDE * 0.94)), fill="none", stroke=SIGNS[kind].ink, stroke_width=2.4)
        spent = view.board.names[at] in view.spent
        yield sign(kind, x, y + SIDE * 0.22, WIDE * (0.34 if at in taken else 0.5), spent=spent)
        if at not in taken and kind in SIGNED:
            yield title(view.board.names[at], x, y - SIDE * 0.32, sizes(view.board).name * 0.86)


def _bodies(view: View, frame: Frame) -> Iterator[str]:
    """Draw planets and what is left of them, with the names of their hexes above."""
    size = sizes(view.board)
    for each in view.planets:
        x, y = frame.centre(view.board.index[each.place])
        yield planet(each.seat, each.world, x, y, size.disc)
        yield title(each.place, x, y - size.disc * 1.14, size.name)
    for gone in view.ruins:
        x, y = frame.centre(view.board.index[gone.place])
        yield ruin(gone.seat, gone.world, x, y, size.disc * 0.9)
        yield title(gone.place, x, y - size.disc * 1.14, size.name)


def _courses(view: View, frame: Frame) -> Iterator[str]:
    """Draw where own fleets are still going: a broken line with a point at its end."""
    for fleet in view.own:
        if fleet.course:
            way = [frame.centre(view.board.index[place]) for place in (fleet.place, *fleet.course)]
            colour = MARKS[fleet.seat].colour
            yield course(way, colour)


def course(way: Sequence[Point], colour: str) -> str:
    """Draw a way with its goal."""
    d = "M" + "L".join(f"{svg.num(x)} {svg.num(y)}" for x, y in way)
    x, y = way[-1]
    line = svg.path(d, fill="none", stroke=colour, stroke_width=3, stroke_dasharray="2 7", stroke_linecap="round")
    return line + svg.circle(x, y, 8, fill="none", stroke=colour, stroke_width=2.4) + svg.circle(x, y, 3, fill=colour)


def _markers(view: View, frame: Frame) -> Iterator[str]:
    """Draw the markers of fleets, one for each seat in a hex, below each other."""
    size = sizes(view.board)
    solid = _solid(view)
    for place in dict.fromkeys(fleet.place for fleet in view.fleets):
        x, y = frame.centre(view.board.index[place])
        here = view.at(place)
        seats = dict.fromkeys(fleet.seat for fleet in here)
        top = y + (size.disc * 1.15 if place in solid else 2)
        for number, seat in enumerate(seats):
            said = said_of(view, seat, [fleet for fleet in here if fleet.seat == seat])
            yield plate(said, x, top + number * size.plate * 1.08, size.plate)
        if place not in solid:
            yield title(place, x, y - size.plate * 0.66, size.name)


def said_of(view: View, seat: Seat, fleets: Sequence[FleetSeen]) -> Plate:
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
        f"{WORDS['turn']}{seen}" if age else "",
        own=own,
        faded=min(age, _OLDEST),
    )


def _battles(view: View, frame: Frame) -> Iterator[str]:
    """Draw a blast where there was a battle last turn, or a planet was destroyed."""
    for place in fresh_blasts(view):
        x, y = frame.centre(view.board.index[place])
        yield burst(x + WIDE * 0.52, y - SIDE * 0.8, sizes(view.board).disc * 0.62)


def fresh_blasts(view: View) -> tuple[str, ...]:
    """Return where there was a battle last turn, or a planet was destroyed."""
    last = view.history[-1] if view.history and view.history[-1].turn >= view.turn - 1 else None
    return tuple(dict.fromkeys((*last.fought, *last.razed))) if last else ()

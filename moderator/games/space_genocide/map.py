"""The board of a view, drawn for paper and screen."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from moderator.core import svg
from moderator.core.game import Drawing
from moderator.core.seats import Seat
from moderator.core.svg import Point
from moderator.games.space_genocide.chart import chart
from moderator.games.space_genocide.frame import SIDE, WIDE, Frame, corners, grid, labels, names, outline, tinted, title
from moderator.games.space_genocide.hexes import Board
from moderator.games.space_genocide.legend import legend
from moderator.games.space_genocide.marks import FONT, MARKS, WORDS, Plate, burst, planet, plate, ruin
from moderator.games.space_genocide.signs import SIGNED, SIGNS, sign
from moderator.games.space_genocide.view import FleetSeen, View

__all__ = ["chart", "draw"]

_OLDEST = 3
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
    """Return the whole board with its key, on one sheet."""
    frame = Frame(view.board)
    key, height = legend(view, frame)
    return (_drawing(view, frame, key, height),)


def bare(view: View) -> Drawing:
    """Return the board with its labels and nothing around them."""
    frame = Frame(view.board)
    return _drawing(view, frame, "", frame.height)


def _drawing(view: View, frame: Frame, key: str, height: float) -> Drawing:
    terrain = {view.board.index[place]: kind for place, kind in view.terrain}
    taken = {view.board.index[each.place] for each in (*view.planets, *view.fleets, *view.ruins)}
    signed = {at for at, kind in terrain.items() if kind in SIGNED}
    body = (
        svg.rect(0, 0, frame.width, height, fill="#ffffff"),
        *_grounds(view, frame, terrain),
        grid(frame),
        labels(frame),
        names(frame, (at for at in range(view.board.size) if at not in taken and at not in signed)),
        *_signs(view, frame, terrain, taken),
        *_courses(view, frame),
        *_bodies(view, frame),
        *_markers(view, frame),
        *_battles(view, frame),
        key,
    )
    alt = f"Space Genocide {view.turn}"
    picture = svg.document(frame.width, height, svg.group(*body, font_family=FONT), title=alt)
    return Drawing("board", picture, round(frame.width), round(height), alt)


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
    solid = {each.place for each in (*view.planets, *view.ruins)}
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

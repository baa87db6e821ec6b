"""The Star Map of a view: ships, where they came from, figures in space, tokens; then what guns reach, and decks."""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from moderator.core import svg
from moderator.core.game import Event
from moderator.core.pictures import Drawing, Part, Words
from moderator.core.svg import Box
from moderator.games.rayguns_and_rocketships.events.gunnery import ShipDestroyed
from moderator.games.rayguns_and_rocketships.pieces import Node
from moderator.games.rayguns_and_rocketships.seat.drawing import decks, marks, sky
from moderator.games.rayguns_and_rocketships.seat.drawing.fire import enemies_fire, shade, shades
from moderator.games.rayguns_and_rocketships.seat.drawing.frame import Squares
from moderator.games.rayguns_and_rocketships.seat.drawing.key import Entry, laid_out, token_entries
from moderator.games.rayguns_and_rocketships.seat.drawing.marks import INK, MARKS, SOFT
from moderator.games.rayguns_and_rocketships.seat.drawing.tracks import tracks
from moderator.games.rayguns_and_rocketships.seat.drawing.ways import disc, ways
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import board_of, star_map
from moderator.kit.drawing.words import bold

_SPOTS = ((0.0, 0.1), (-0.31, 0.1), (0.31, 0.1), (0.0, 0.37), (-0.31, 0.37), (0.31, 0.37))
"""Where figures in space stand in the square of their node; any more stand on each other."""


def draw(words: Words, view: View, told: Sequence[Event] = ()) -> tuple[Drawing, ...]:
    """Return the Star Map with its key, what enemies' guns reach, the own deck, and those of all others together."""
    key, height = _legend(words, view, told)
    whole = _drawing(words, view, (*_parts(view, told), *key), height)
    fire = enemies_fire(words, view)
    return whole, *([fire] if fire else []), *decks.drawings(words, view)


def bare(words: Words, view: View) -> Drawing:
    """Return the Star Map without its key."""
    return _drawing(words, view, tuple(_parts(view, ())), sky.high(board_of(view.options)))


def legend(words: Words, view: View) -> Drawing:
    """Return the key of the Star Map alone, with the points of each seat."""
    key, low = _legend(words, view, ())
    top = sky.high(board_of(view.options)) - 6
    return replace(_drawing(words, view, tuple(key), low - top), key="legend", top=top)


def _drawing(words: Words, view: View, parts: tuple[Part, ...], height: float) -> Drawing:
    width = round(sky.wide(board_of(view.options)))
    return Drawing("stars", parts, width, round(height), words("stars"), grid=sky.GRID)


# ---- parts in the order of painting -----------------------------------------------------------------------


def _parts(view: View, told: Sequence[Event]) -> Iterator[Part]:
    field, table = view.field, board_of(view.options)
    squares = sky.frame(table)
    if view.who in field.ships:
        yield shades(field, view.who, squares)
    yield from sky.still(table.key)
    gone = ways(squares, told)
    yield from (way.line for way in gone)
    for event in told:
        if isinstance(event, ShipDestroyed):
            x, y = squares.centre(event.at)
            letter = bold(MARKS[event.seat].letter, (x, y + 14), 40, INK)
            yield Part(squares.cell(event.at), marks.blast((x, y), squares.side * 0.4) + letter)
    for seat, one in field.ships.items():
        drawn = marks.ship(seat, one.heading, squares.centre(one.at), squares.side * 0.36)
        yield Part(squares.cell(one.at), drawn)
    yield from sky.names(table.key)
    yield from sky.towns(table, lambda box: not any(way.touches(box) for way in gone))
    yield from (way.discs for way in gone)
    yield from _tokens(view, squares)
    yield from _figures(view, squares)


def _tokens(view: View, squares: Squares) -> Iterator[Part]:
    """Draw the special tokens in space: rocks in the middle of their square, others in its corner."""
    for one in view.field.tokens.values():
        if one.at and not one.ship:
            (x, y), side = squares.centre(one.at), squares.side
            rock = star_map().token[one.kind].rock
            spot = (x, y) if rock else (x + side * 0.28, y - side * 0.28)
            drawn = marks.token(one.key, one.kind, spot, side * (0.36 if rock else 0.18), red=one.red)
            yield Part(squares.cell(one.at), drawn)


def _figures(view: View, squares: Squares) -> Iterator[Part]:
    """Draw figures in space, with what they carry."""
    side, here = squares.side, Counter[Node]()
    for one in view.field.afloat():
        (x, y), (dx, dy) = squares.centre(one.at), _SPOTS[here[one.at] % len(_SPOTS)]
        here[one.at] += 1
        x, y = x + dx * side, y + dy * side
        drawn = marks.figure(one, (x, y), side * 0.15, home=False)
        if load := view.field.carried(one.who):
            drawn += marks.token(load.key, load.kind, (x + side * 0.11, y - side * 0.17), side * 0.13, red=load.red)
        yield Part(squares.cell(one.at, side * 0.06), drawn)


# ---- the key ----------------------------------------------------------------------------------------------


def _legend(words: Words, view: View, told: Sequence[Event]) -> tuple[list[Part], float]:
    """Return the key below the map, and where the drawing ends."""
    table = board_of(view.options)
    top, room = (sky.EDGE, sky.high(table) - 4), sky.wide(table) - 2 * sky.EDGE
    parts, low = laid_out([list(_seats(words, view)), list(_signs(words, view, told))], top, room)
    return parts, low + 8


def _seats(words: Words, view: View) -> Iterator[Entry]:
    """Give each seat with its points."""
    for seat in view.seats:
        points = view.side(seat).points
        told = [words("score", seat=seat, points=points)]
        told += [words("no-ship")] if view.ship(seat) is None else []
        told += [words("goes-first")] if view.position.first == seat else []
        yield Entry(marks.ship(seat, "N", (20, 21), 17), ", ".join(told))


def _signs(words: Words, view: View, told: Sequence[Event]) -> Iterator[Entry]:
    """Give what other marks mean, those alone that are there."""
    field = view.field
    if view.who in field.ships:
        box = Box(2, 4, 38, 34)
        rim = svg.rect(*box, fill="none", stroke=SOFT, stroke_width=1)
        yield Entry(shade(box, view.who, unmanned=True) + rim, words("all-reach"))
        yield Entry(shade(box, view.who, unmanned=False) + rim, words("manned-reach"))
    if tracks(told):
        way = svg.line(2, 20, 42, 20, stroke=SOFT, stroke_width=5)
        yield Entry(way + disc(2, (22, 20), SOFT), words("way", turn=2))
    for one in field.afloat()[:1]:
        yield Entry(marks.figure(one, (20, 20), 17, home=False), words("in-space"))
    yield from token_entries(words, (one for one in field.tokens.values() if not one.ship))

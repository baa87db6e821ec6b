"""The Star Map of a view: ships, what their guns reach, where they came from, figures in space, tokens; then decks."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from moderator.core import svg
from moderator.core.game import Drawing, Event, Part
from moderator.core.svg import Box, Point
from moderator.games.rayguns_and_rocketships.events.gunnery import ShipDestroyed
from moderator.games.rayguns_and_rocketships.pieces import Node
from moderator.games.rayguns_and_rocketships.seat.drawing import decks, marks, sky
from moderator.games.rayguns_and_rocketships.seat.drawing.frame import Squares
from moderator.games.rayguns_and_rocketships.seat.drawing.key import Entry, laid_out, token_entries
from moderator.games.rayguns_and_rocketships.seat.drawing.marks import INK, MARKS, PAPER, SOFT
from moderator.games.rayguns_and_rocketships.seat.drawing.tracks import tracks
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import board_of, star_map
from moderator.kit.drawing.words import bold

_SPOTS = ((0.0, 0.1), (-0.31, 0.1), (0.31, 0.1), (0.0, 0.37), (-0.31, 0.37), (0.31, 0.37))
"""Where figures in space stand in the square of their node; any more stand on each other."""


def draw(view: View, told: Sequence[Event] = ()) -> tuple[Drawing, ...]:
    """Return the Star Map with its key, the own deck, and those of all others together."""
    key, height = _legend(view, told)
    whole = _drawing(view, (*_parts(view, told), *key), height)
    return whole, *decks.drawings(view)


def bare(view: View) -> Drawing:
    """Return the Star Map without its key."""
    return _drawing(view, tuple(_parts(view, ())), sky.high(board_of(view.options)))


def _drawing(view: View, parts: tuple[Part, ...], height: float) -> Drawing:
    width = round(sky.wide(board_of(view.options)))
    return Drawing("stars", parts, width, round(height), "Star Map", grid=sky.GRID)


# ---- parts in the order of painting -----------------------------------------------------------------------


def _parts(view: View, told: Sequence[Event]) -> Iterator[Part]:
    field, table = view.field, board_of(view.options)
    squares = sky.frame(table)
    if view.who in field.ships:
        yield sky.own_reach(field, view.who, squares)
    yield from sky.still(table.key)
    for seat in field.ships:
        if seat != view.who:
            yield sky.enemy_reach(field, seat, squares)
    ways = list(_tracks(squares, told))
    yield from (way for way, _ in ways)
    for event in told:
        if isinstance(event, ShipDestroyed):
            x, y = squares.centre(event.at)
            letter = bold(MARKS[event.seat].letter, (x, y + 14), 40, INK)
            yield Part(squares.cell(event.at), marks.blast((x, y), squares.side * 0.4) + letter)
    for seat, one in field.ships.items():
        drawn = marks.ship(seat, one.heading, squares.centre(one.at), squares.side * 0.36)
        yield Part(squares.cell(one.at), drawn)
    yield from sky.names(table.key)
    yield from (plates for _, plates in ways)
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


def _tracks(squares: Squares, told: Sequence[Event]) -> Iterator[tuple[Part, Part]]:
    """Give the way of each ship, a little aside of others, and the number of each Turn on its first step."""
    look: dict[str, svg.Value] = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    for number, (seat, track) in enumerate(tracks(told).items()):
        colour, aside, points, plates = MARKS[seat].colour, (number - 1.5) * 7, [], ""
        for turn, way in track:
            here = [(x + aside, y + aside) for x, y in map(squares.centre, way)]
            points += here
            for (x, y), (x_, y_) in pairwise(here[:2]):  # not in the middle: a way back has its number beside
                plates += _plate(turn, (x + 0.38 * (x_ - x), y + 0.38 * (y_ - y)), colour)
        drawn = svg.path(svg.way(points), stroke=PAPER, stroke_width=12, **look)
        drawn += svg.path(svg.way(points), stroke=colour, stroke_width=5, **look)
        drawn += svg.circle(*points[0], 8, fill=PAPER, stroke=colour, stroke_width=4)
        box = svg.bounds(points, 17)
        yield Part(box, drawn), Part(box, plates)


def _plate(turn: int, at: Point, colour: str) -> str:
    disc = svg.circle(*at, 14, fill=PAPER, stroke=colour, stroke_width=3)
    return disc + bold(str(turn), (at[0], at[1] + 7.5), 21, INK)


# ---- the key ----------------------------------------------------------------------------------------------


def _legend(view: View, told: Sequence[Event]) -> tuple[list[Part], float]:
    """Return the key below the map, and where the drawing ends."""
    table = board_of(view.options)
    top, room = (sky.EDGE, sky.high(table) - 4), sky.wide(table) - 2 * sky.EDGE
    parts, low = laid_out([list(_seats(view)), list(_signs(view, told))], top, room)
    return parts, low + 8


def _seats(view: View) -> Iterator[Entry]:
    """Give each seat with its points, above the dashes that outline what its guns reach."""
    foes = view.field.enemies(view.who) if view.who in view.seats else view.field.ships
    for seat in view.seats:
        told = [f"{seat}: {view.side(seat).points} points"]
        told += ["no ship"] if view.ship(seat) is None else []
        told += ["goes first"] if view.position.first == seat else []
        dashes = svg.line(0, 41, 40, 41, stroke_width=4, **sky.dashed(seat)) if seat in foes else ""
        yield Entry(marks.ship(seat, "N", (20, 21), 17) + dashes, ", ".join(told))


def _signs(view: View, told: Sequence[Event]) -> Iterator[Entry]:
    """Give what other marks mean, those alone that are there."""
    field = view.field
    if view.who in field.ships:
        box = Box(2, 4, 38, 34)
        cell = svg.rect(*box, fill=MARKS[view.who].tint, stroke=SOFT, stroke_width=1)
        yield Entry(cell + sky.hatched(box, view.who), "all your rayguns reach")
        yield Entry(cell, "manned ones reach")
    whose = "enemy " if view.who in view.seats else ""
    for foe in [seat for seat in field.ships if seat != view.who][:1]:
        thin = svg.line(2, 14, 42, 14, stroke_width=1.8, **sky.dashed(foe))
        yield Entry(
            thin + svg.line(2, 28, 42, 28, stroke_width=4, **sky.dashed(foe)),
            f"{whose}rayguns: thick if manned, thin all",
        )
    if tracks(told):
        way = svg.line(2, 20, 42, 20, stroke=SOFT, stroke_width=5)
        yield Entry(way + _plate(2, (22, 20), SOFT), "way of a ship in Turn 2")
    for one in field.afloat()[:1]:
        yield Entry(marks.figure(one, (20, 20), 17, home=False), "figure in space")
    yield from token_entries(one for one in field.tokens.values() if not one.ship)

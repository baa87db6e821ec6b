"""The census track: how many territories every seat has, and where the match is won."""

from collections.abc import Iterator

from moderator.core import svg
from moderator.core.pictures import Drawing, Words, picture
from moderator.games.buck_rogers_revised.board.census import goal, planets_of
from moderator.games.buck_rogers_revised.seat.view import View
from moderator.games.solar_system.board.zones import TERRITORIES
from moderator.games.solar_system.seat.drawing.marks import BLAZE, INK, PALE, PAPER, ground, mark_of
from moderator.kit.drawing.words import bold

_CELL, _HIGH, _TOKEN, _EDGE = 25.0, 18.0, 16.0, 10.0
_ACROSS = 15
"""Numbers in a row, so that a phone shows them large enough to be read."""


def track(words: Words, view: View) -> Drawing:
    """Return the track, each seat's token above its number, with its whole planets in it."""
    wide, y = 2 * _EDGE + _CELL * _ACROSS, _EDGE
    inside: list[str] = []
    for first in range(0, len(TERRITORIES) + 1, _ACROSS):
        numbers = range(first, min(first + _ACROSS, len(TERRITORIES) + 1))
        stacked = max((sum(one.zones == number for one in view.score) for number in numbers), default=0)
        top = y + stacked * (_TOKEN + 2)
        inside += (*_cells(view, numbers, top), *_tokens(view, numbers, top))
        y = top + _HIGH + 6
    wins = goal(view.rules, view.chit)
    goals = words("wins", zones=wins.zones, planets=wins.planets)
    inside.append(svg.text(goals, _EDGE, y + 9, font_size=11, fill=INK))
    high = y + 9 + _EDGE
    return picture("census", wide, high, svg.rect(0, 0, wide, high, fill=PAPER), *inside, alt=str(view.turn))


def _cells(view: View, numbers: range, top: float) -> Iterator[str]:
    wins = goal(view.rules, view.chit).zones
    for column, number in enumerate(numbers):
        x = _EDGE + column * _CELL
        paper = PALE if number >= wins else PAPER
        yield svg.rect(x, top, _CELL, _HIGH, fill=paper, stroke=INK, stroke_width=1)
        yield svg.text(str(number), x + _CELL / 2, top + 13, font_size=10.5, text_anchor="middle", fill=INK)
    if wins in numbers:
        x = _EDGE + numbers.index(wins) * _CELL
        yield svg.line(x, top - 4, x, top + _HIGH + 4, stroke=BLAZE, stroke_width=2.4)


def _tokens(view: View, numbers: range, top: float) -> Iterator[str]:
    """Draw each seat's token in its pattern, with its letter and the number of its whole planets."""
    stood: dict[int, int] = {}
    forces = view.forces
    for one in view.score:
        if one.zones not in numbers:
            continue
        stood[one.zones] = stood.get(one.zones, 0) + 1
        x, y = _EDGE + numbers.index(one.zones) * _CELL + 1, top - stood[one.zones] * (_TOKEN + 2)
        mark, box = mark_of(one.seat), svg.Box(x, y, _CELL - 2, _TOKEN).corners
        whole = len(planets_of(forces, one.seat))
        yield ground(box, one.seat) + svg.polygon(box, fill="none", stroke=INK, stroke_width=1)
        yield svg.rect(x + 1, y + 2, 11 if not whole else 18, 12, rx=2, fill=mark.colour)
        yield bold(mark.letter + (str(whole) if whole else ""), (x + (6.5 if not whole else 10), y + 11.8), 10, mark.on)

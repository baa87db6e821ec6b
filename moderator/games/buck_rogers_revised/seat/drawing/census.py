"""The census track: how many territories every seat has, and where the match is won."""

from collections.abc import Iterator

from moderator.core import svg
from moderator.core.game import Drawing, picture
from moderator.games.buck_rogers_revised.board.census import goal, planets_of
from moderator.games.buck_rogers_revised.seat.view import View
from moderator.games.solar_system.board.zones import TERRITORIES
from moderator.games.solar_system.seat.drawing.marks import BLAZE, INK, PALE, PAPER, ground, mark_of, palette
from moderator.kit.drawing.words import bold

WORDS = {"wins": "{zones} territories and {planets} whole planets win"}
_CELL, _HIGH, _TOKEN, _EDGE = 22.0, 20.0, 16.0, 10.0


def track(view: View) -> Drawing:
    """Return the track, each seat's token above its number, with its whole planets in it."""
    stacked = max((sum(one.zones == other.zones for other in view.score) for one in view.score), default=1)
    top = _EDGE + stacked * (_TOKEN + 2)
    wide, high = 2 * _EDGE + _CELL * (len(TERRITORIES) + 1), top + _HIGH + 24
    inside = "".join((svg.rect(0, 0, wide, high, fill=PAPER), *_cells(view, top), *_tokens(view, top)))
    drawn = picture("census", wide, high, inside, alt=str(view.turn))
    return Drawing(drawn.key, drawn.parts, drawn.width, drawn.height, drawn.alt, palette=palette(*view.colours))


def _cells(view: View, top: float) -> Iterator[str]:
    wins = goal(view.rules, view.chit)
    for number in range(len(TERRITORIES) + 1):
        x, won = _EDGE + number * _CELL, number >= wins.zones
        yield svg.rect(x, top, _CELL, _HIGH, fill=PALE if won else PAPER, stroke=INK, stroke_width=1)
        yield svg.text(str(number), x + _CELL / 2, top + 14, font_size=10, text_anchor="middle", fill=INK)
    x = _EDGE + wins.zones * _CELL
    yield svg.line(x, top - 4, x, top + _HIGH + 4, stroke=BLAZE, stroke_width=2.4)
    words = WORDS["wins"].format(zones=wins.zones, planets=wins.planets)
    yield svg.text(words, _EDGE, top + _HIGH + 15, font_size=11, fill=INK)


def _tokens(view: View, top: float) -> Iterator[str]:
    """Draw each seat's token in its pattern, with its letter and the number of its whole planets."""
    stood: dict[int, int] = {}
    for one in view.score:
        stood[one.zones] = stood.get(one.zones, 0) + 1
        x, y = _EDGE + one.zones * _CELL + 1, top - stood[one.zones] * (_TOKEN + 2)
        mark, box = mark_of(one.seat), svg.Box(x, y, _CELL - 2, _TOKEN).corners
        whole = len(planets_of(view.forces, one.seat))
        yield ground(box, one.seat) + svg.polygon(box, fill="none", stroke=INK, stroke_width=1)
        yield svg.rect(x + 1, y + 2, 11 if not whole else 18, 12, rx=2, fill=mark.colour)
        yield bold(
            mark.letter + (str(whole) if whole else ""), (x + (6.5 if not whole else 10), y + 11.6), 9.5, mark.on
        )

"""The board to print in four and tape together, as the rules ask, its legend, and markers for all that stands on it."""

from collections.abc import Iterator

from msgspec.structs import replace

from moderator.core import svg
from moderator.core.pictures import Drawing, Marker, Part, Poster, Words
from moderator.core.seats import Seat
from moderator.games.rebel_commander.pieces import EMPIRE, Unit
from moderator.games.rebel_commander.seat.drawing.frame import EDGE
from moderator.games.rebel_commander.seat.drawing.map import board_alone, legend
from moderator.games.rebel_commander.seat.drawing.marks import INK, badge, unit
from moderator.games.rebel_commander.seat.view import Score, View
from moderator.games.rebel_commander.tables import board_of, edition_of

_SIDE = 60
_MARKERS: tuple[tuple[Unit, int, int], ...] = (
    (Unit.TROOPS, 1, 48),
    (Unit.TROOPS, 5, 4),
    (Unit.SPEEDERS, 1, 5),
    (Unit.TRANSPORT, 1, 4),
)
"""What a faction gets at least: a kind of unit, how many units a marker stands for, and how many such markers.

Armies spread in single Troops: at turn 25 a faction has up to 47 of them, the Empire up to 58.
"""

_SPREAD = 1.25
"""How many times as many single Troops the Empire has, which faces all factions on the whole planet."""

_ONE_PAGE = 4
"""A board of so few columns needs no more than one page."""


def poster(words: Words, view: View, *, blank: bool) -> Poster:
    """Return the board as it stands, or without units and with markers; on four pages, a small one on one."""
    board = board_of(view.options)
    shown = replace(view, stacks=(), sight=None, history=(), score=Score(view.score.needed)) if blank else view
    parts = 1 if board.columns <= _ONE_PAGE else 2
    markers = tuple(_markers(view)) if blank else ()
    below = legend(words, shown)
    return Poster(board_alone(shown), round(EDGE), board.rows, board.columns, parts, parts, markers, below)


def _markers(view: View) -> Iterator[Marker]:
    """Give the markers of each seat; the Empire faces all factions, and has more."""
    kinds = edition_of(view.options).units
    factions = len(view.seats) - 1
    for seat in view.seats:
        for kind, worth, count in _MARKERS:
            if kind in kinds:
                single = kind == Unit.TROOPS and worth == 1
                many = 1 if seat != EMPIRE else _SPREAD if single else (1 + factions) / 2
                yield Marker(_marker(seat, kind, worth), round(count * many))


def _marker(seat: Seat, kind: Unit, worth: int) -> Drawing:
    """Draw a marker: the faction's letters, its unit in the faction's fill, and what it stands for if not one."""
    parts = [
        unit(kind, seat, 17, 21, 34),
        badge(seat, 3, 3, 17),
    ]
    if worth > 1:
        parts.append(svg.text(f"{worth}x", 57, 18, font_size=17, font_weight=700, text_anchor="end", fill=INK))
    part = Part(svg.Box(0, 0, _SIDE, _SIDE), "".join(parts))
    return Drawing("marker", (part,), _SIDE, _SIDE, f"{seat} {kind} {worth}")

"""The board for the wall or the table, and counters to cut out for all that stands on it."""

from collections.abc import Iterator

from msgspec.structs import replace

from moderator.core import svg
from moderator.core.pictures import Drawing, Marker, Part, Poster, Words
from moderator.core.svg import Box
from moderator.games.solar_system.pieces import Colour, Kind, Position
from moderator.games.solar_system.seat.drawing.legend import legend
from moderator.games.solar_system.seat.drawing.map import bare
from moderator.games.solar_system.seat.drawing.marks import (
    INK,
    LETTER,
    PAPER,
    SIGNS,
    factory,
    ground,
    mark_of,
    on,
    star,
)
from moderator.games.solar_system.seat.drawing.silhouettes import silhouette
from moderator.games.solar_system.seat.view import Sight
from moderator.games.solar_system.tables import board, figures
from moderator.kit.drawing.words import bold

_COUNTER = 14.0
"""How wide a counter is (millimetres)."""

_SIDE = 60
_FIELDS = 6
"""The board has no fields; for the pages it is parted into so many by so many."""


def poster(words: Words, view: Sight, *, blank: bool) -> Poster:
    """Return the board as it stands, or empty with counters, on six pages."""
    shown = replace(view, position=_empty(view), score=()) if blank else view
    markers = tuple(_markers(view)) if blank else ()
    key = legend(words, shown)
    size = round(key.box.width), round(key.box.height)
    whole = Drawing("legend", (key,), *size, "", top=key.box.y)
    return Poster(bare(shown), 8, _FIELDS, _FIELDS, 2, 3, markers, whole)


def _empty(view: Sight) -> Position:
    return Position((), (), (), (), (), view.position.moves)


def _markers(view: Sight) -> Iterator[Marker]:
    for colours in view.colours:
        for colour in colours:
            for kind, unit in figures().unit.items():
                for worth, count in zip((1, 5), unit.counters, strict=True):
                    if count:
                        yield Marker(_counter(colour, kind, worth), count, _COUNTER)
            printed = [card.leader for card in figures().colour if card.name == colour]
            chosen = [one.name for one in view.position.leaders if one.owner == colour]
            for leader in (*printed, *chosen)[:1]:
                yield Marker(_leader(colour, leader), 1, _COUNTER)
    for marker in board().marker:
        yield Marker(_planet(marker.name, asteroid=not marker.slingshot), 1, _COUNTER)


def _counter(colour: Colour, kind: Kind, worth: int) -> Drawing:
    """Draw a counter: the pattern and letter of its colour, a silhouette and a letter, and its worth if not one."""
    mark = mark_of(colour)
    inside = [
        ground(Box(1, 1, 58, 58).corners, colour),
        svg.rect(1, 1, 58, 58, fill="none", stroke=mark.colour, stroke_width=2),
    ]
    inside += [svg.rect(1, 1, 18, 18, fill=mark.colour), bold(mark.letter, (10, 15), 14, mark.on)]
    if kind is Kind.FACTORY:
        inside.append(factory(30, 36, size=2.4))
    elif kind is Kind.MARKER:
        inside.append(svg.circle(30, 36, 12, fill=mark.colour, stroke=PAPER, stroke_width=2))
    else:
        inside += [silhouette(kind), svg.rect(45, 43, 14, 16, fill=PAPER), bold(LETTER[kind], (52, 56), 14, INK)]
    if worth > 1:
        inside += [svg.circle(49, 11, 9.5, fill=PAPER), bold(str(worth), (49, 16.5), 16, INK)]
    return _square(f"{colour} {kind.value} {worth}", inside)


def _leader(colour: Colour, name: str) -> Drawing:
    mark = mark_of(colour)
    inside = [svg.rect(1, 1, 58, 58, fill=PAPER, stroke=mark.colour, stroke_width=2)]
    inside += [star(30, 26, mark.colour, 4), bold(SIGNS[name], (30, 54), 13, INK)]
    return _square(name, inside)


def _planet(name: str, *, asteroid: bool) -> Drawing:
    shape = svg.polygon([on((30, 26), 20, 60 * at + 30) for at in range(6)], fill=INK) if asteroid else ""
    inside = [svg.rect(1, 1, 58, 58, fill=PAPER, stroke=INK, stroke_width=1), shape or svg.circle(30, 26, 20, fill=INK)]
    inside += [svg.circle(30, 26, 12, fill=PAPER), bold(name, (30, 56), 11, INK)]
    return _square(name, inside)


def _square(alt: str, inside: list[str]) -> Drawing:
    return Drawing("counter", (Part(Box(0, 0, _SIDE, _SIDE), "".join(inside)),), _SIDE, _SIDE, alt)

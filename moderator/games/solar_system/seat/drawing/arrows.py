"""The last turn on the map: moves as arrows, battles as bursts."""

from collections.abc import Iterable, Iterator, Sequence

from moderator.core import svg
from moderator.core.game import Event
from moderator.core.pictures import Part
from moderator.core.svg import Box, Point
from moderator.games.solar_system.events.battle import BattleBegun
from moderator.games.solar_system.events.movement import UnitsMoved
from moderator.games.solar_system.pieces import Colour
from moderator.games.solar_system.seat.drawing.ground import place
from moderator.games.solar_system.seat.drawing.marks import PAPER, SMALL, arrowhead, burst, mark_of
from moderator.games.solar_system.seat.drawing.tracks import HEAD, Track, tracks
from moderator.kit.drawing.words import bold

_PLATE, _LONG = 7.0, 18.0
"""How large the plate with a colour's letter is, and how long the stroke on which it stands at least."""


def battles(events: Iterable[Event]) -> tuple[str, ...]:
    """Return the zones in which there was a battle."""
    return tuple(dict.fromkeys(event.zone for event in events if isinstance(event, BattleBegun)))


def ways(events: Iterable[Event]) -> dict[tuple[Colour, tuple[str, ...]], None]:
    """Return the ways that units went, each once for a colour."""
    return dict.fromkeys(
        (event.colour, (event.origin, *event.way)) for event in events if isinstance(event, UnitsMoved) and event.way
    )


def moves(
    events: Iterable[Event], boxes: dict[str, Box], words: Sequence[Box], marked: frozenset[str]
) -> Iterator[Part]:
    """Draw arrows for each way, one for each display that it touches; plates with letters stand clear of words.

    ``boxes`` is what stands in zones, ``marked`` the dots with a marker.
    """
    plates = list[Box]()
    for number, (colour, zones) in enumerate(ways(events)):
        for track in tracks(zones, number, boxes, marked):
            yield _arrow(colour, track, (plates, words))


def bursts(events: Iterable[Event], boxes: dict[str, Box]) -> Iterator[Part]:
    """Draw a burst where there was a battle, to the right of what stands there, so that it covers no name above."""
    for zone in battles(events):
        box, (x, y) = boxes.get(zone), place(zone)
        if box:
            x, y = box.x + box.width + 7, box.y + box.height / 2
        yield Part(Box(x - 10, y - 10, 20, 20), burst(x, y, 8))


def _arrow(colour: Colour, track: Track, taken: tuple[list[Box], Sequence[Box]]) -> Part:
    """Draw a track: its strokes, a dot where it begins, its head, and a plate where one has room."""
    (x, y), (dx, dy) = track.points[-1], track.way
    _, *head = arrowhead((x + dx * HEAD, y + dy * HEAD), (dx, dy), HEAD)
    mark, way = mark_of(colour), "".join(track.strokes)
    drawn = svg.path(way, fill="none", stroke=PAPER, stroke_width=4.4, stroke_linejoin="round")
    drawn += svg.path(way, fill="none", stroke=mark.colour, stroke_width=2, stroke_linejoin="round")
    drawn += svg.circle(*track.points[0], 2.6, fill=mark.colour, stroke=PAPER, stroke_width=0.8)
    drawn += svg.polygon(head, fill=mark.colour, stroke=PAPER, stroke_width=1)
    plate = _plate(track, taken)
    if plate:
        drawn += svg.circle(*plate, _PLATE, fill=mark.colour, stroke=PAPER, stroke_width=1)
        drawn += bold(mark.letter, (plate[0], plate[1] + 4), SMALL, mark.on)
    return Part(svg.bounds([*track.points, *head], _PLATE + 1), drawn)


def _plate(track: Track, taken: tuple[list[Box], Sequence[Box]]) -> Point | None:
    """Return the middle of a long stroke where a plate covers nothing, and keep it from others."""
    plates, words = taken
    for far, (x, y) in sorted(track.middles, reverse=True):
        box = Box(x - _PLATE, y - _PLATE, 2 * _PLATE, 2 * _PLATE)
        if far >= _LONG and not any(box.overlaps(other) for some in (plates, words) for other in some):
            plates.append(box)
            return x, y
    return None

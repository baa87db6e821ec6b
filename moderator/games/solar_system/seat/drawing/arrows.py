"""The last turn on the map: moves as arrows, battles as bursts."""

import math
from collections.abc import Iterable, Iterator

from moderator.core import svg
from moderator.core.game import Event, Part
from moderator.core.svg import Box, Point
from moderator.games.solar_system.events.battle import BattleBegun
from moderator.games.solar_system.events.movement import UnitsMoved
from moderator.games.solar_system.pieces import Colour
from moderator.games.solar_system.seat.drawing.ground import place
from moderator.games.solar_system.seat.drawing.marks import PAPER, arrowhead, burst, mark_of
from moderator.kit.drawing.words import bold

_SHORT = 15.0
"""How far before the middle of its goal an arrow ends, so that what stands there can be read."""

_HEAD, _PLATE = 8.0, 6.0


def battles(events: Iterable[Event]) -> tuple[str, ...]:
    """Return the zones in which there was a battle."""
    return tuple(dict.fromkeys(event.zone for event in events if isinstance(event, BattleBegun)))


def ways(events: Iterable[Event]) -> dict[tuple[Colour, tuple[str, ...]], None]:
    """Return the ways that units went, each once for a colour."""
    return dict.fromkeys(
        (event.colour, (event.origin, *event.way)) for event in events if isinstance(event, UnitsMoved) and event.way
    )


def moves(events: Iterable[Event], boxes: dict[str, Box]) -> Iterator[Part]:
    """Draw an arrow for each way, a little aside of others; it ends before what stands at its goal."""
    for number, (colour, zones) in enumerate(ways(events)):
        yield _arrow(colour, [place(zone) for zone in zones], (number % 5 - 2) * 1.6, boxes.get(zones[-1]))


def bursts(events: Iterable[Event], boxes: dict[str, Box]) -> Iterator[Part]:
    """Draw a burst where there was a battle, to the right of what stands there, so that it covers no name above."""
    for zone in battles(events):
        box, (x, y) = boxes.get(zone), place(zone)
        if box:
            x, y = box.x + box.width + 7, box.y + box.height / 2
        yield Part(Box(x - 10, y - 10, 20, 20), burst(x, y, 8))


def _arrow(colour: Colour, points: list[Point], aside: float, goal: Box | None) -> Part:
    moved = [(x + aside, y + aside) for x, y in points]
    (x1, y1), (x2, y2) = moved[-2], moved[-1]
    far = math.hypot(x2 - x1, y2 - y1) or 1.0
    dx, dy = (x2 - x1) / far, (y2 - y1) / far
    short = min(_SHORT, far / 2)
    while goal and short < far - _HEAD * 2 and goal.overlaps(Box(x2 - dx * short - 2, y2 - dy * short - 2, 4, 4)):
        short += 2
    tip = (x2 - dx * short, y2 - dy * short)
    base, *head = arrowhead(tip, (dx, dy), _HEAD)
    line = [*moved[:-1], base]
    ink = mark_of(colour).colour
    way = svg.way(line)
    drawn = svg.path(way, fill="none", stroke=PAPER, stroke_width=4.4, stroke_linejoin="round")
    drawn += svg.path(way, fill="none", stroke=ink, stroke_width=2, stroke_linejoin="round")
    drawn += svg.circle(*moved[0], 2.6, fill=ink, stroke=PAPER, stroke_width=0.8)
    drawn += svg.polygon(head, fill=ink, stroke=PAPER, stroke_width=1)
    if math.dist(moved[-2], base) > _PLATE * 3:
        middle = (moved[-2][0] + base[0]) / 2, (moved[-2][1] + base[1]) / 2
        drawn += svg.circle(*middle, _PLATE, fill=ink, stroke=PAPER, stroke_width=1)
        drawn += bold(mark_of(colour).letter, (middle[0], middle[1] + 3.5), 9.7, mark_of(colour).on)
    return Part(svg.bounds([*line, *head], 6), drawn)

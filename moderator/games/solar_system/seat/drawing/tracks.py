"""The tracks of moves on the map: along orbits and rings, over borders, and in and out where ships leave a display."""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise

from moderator.core import svg
from moderator.core.svg import Box, Point
from moderator.games.solar_system.board.zones import SATURN, SUN, zone_of
from moderator.games.solar_system.seat.drawing.ground import outline_of, place
from moderator.games.solar_system.seat.drawing.lanes import (
    Lane,
    bearing_of,
    centre_of,
    is_object,
    lane,
    middle,
    port,
    rim_of,
    surface_of,
)
from moderator.games.solar_system.tables import board

HEAD = 8.0
_INSIDE, _SHORTEST = 11.0, 4.0
_STEP = 1.5
_MARKED = 17.0
"""How far from a dot with a marker lines end."""


class Track:
    """A line with gaps: its strokes, where it begins, where it ends and which way it goes there."""

    def __init__(self) -> None:
        """Begin with nothing drawn."""
        self.strokes: list[str] = []
        self.points: list[Point] = []
        self.middles: list[tuple[float, Point]] = []
        self.way: Point = (0.0, 0.0)

    def line(self, origin: Point, goal: Point) -> None:
        """Go straight."""
        far = math.dist(origin, goal)
        if far > 0:
            self.way = (goal[0] - origin[0]) / far, (goal[1] - origin[1]) / far
            self._drawn(f"L{svg.num(goal[0])} {svg.num(goal[1])}", origin, goal, far)
            self.middles.append((far, ((origin[0] + goal[0]) / 2, (origin[1] + goal[1]) / 2)))

    def arc(self, circle: Lane, origin: float, goal: float) -> None:
        """Go along a circle from bearing to bearing."""
        turn, radius = goal - origin, circle.radius
        begin, end = circle.at(origin), circle.at(goal)
        steps = max(1, math.ceil(abs(turn) / 60))
        self.points += [circle.at(origin + turn * step / steps) for step in range(1, steps)]
        flags = f"{int(abs(turn) > 180)} {int(turn < 0)}"  # noqa: PLR2004 - half a circle
        size = svg.num(radius)
        far = math.radians(abs(turn)) * radius
        self._drawn(f"A{size} {size} 0 {flags} {svg.num(end[0])} {svg.num(end[1])}", begin, end, far)
        along = math.radians(goal) if turn >= 0 else math.radians(goal + 180)
        self.way = -math.cos(along), math.sin(along)
        self.middles += [
            (far * (1 - abs(share - 0.5)), circle.at(origin + turn * share)) for share in (0.5, 0.25, 0.75)
        ]

    def along(self, circle: Lane, origin: float, goal: float) -> None:
        """Go along a circle by the shorter way, below what lies on it."""
        for begin, end in circle.arcs(origin, goal):
            self.arc(circle, begin, end)

    def _drawn(self, stroke: str, origin: Point, goal: Point, far: float) -> None:
        begin = "" if self.points and math.dist(self.points[-1], origin) < far / 1e3 else svg.way([origin])
        self.strokes.append(begin + stroke)
        self.points += [origin, goal]


def tracks(zones: Sequence[str], number: int, boxes: Mapping[str, Box], marked: frozenset[str]) -> Iterator[Track]:
    """Give the tracks of a way: one on each display, and one for its way over dots; ``marked`` dots have a marker."""
    runs = [list(zones_beside) for _, zones_beside in groupby(zones, _is_space)]
    for at, run in enumerate(runs):
        yield from _run(run, number, boxes, marked, follows=at > 0, goes_on=at + 1 < len(runs))


def _is_space(zone: str) -> bool:
    """Tell whether a zone is drawn among the dots: they are, and the territory that no display has in print."""
    return zone_of(zone).kind == "space" or zone == SATURN


def _run(
    run: Sequence[str],
    number: int,
    boxes: Mapping[str, Box],
    marked: frozenset[str],
    *,
    follows: bool,
    goes_on: bool,
) -> Iterator[Track]:
    track = Track()
    if _is_space(run[0]):
        for at, (here, there) in enumerate(pairwise(run), 2):
            _hop(track, here, there, number, marked, ends=at == len(run))
    else:
        _Display(track, number, boxes).draw(run, comes_in=follows, goes_out=goes_on)
    if track.points:
        yield track


def _hop(track: Track, here: str, there: str, number: int, marked: frozenset[str], *, ends: bool) -> None:
    """Go from dot to dot, along the ring that both are on; dots stay free."""
    ring = next((one for one in board().ring if {here, there} <= {f"{one.sign}{dot}" for dot in range(one.dots)}), None)
    (x, y), (x_, y_) = place(here), place(there)
    before, after = _reach(here, marked), _reach(there, marked) + (HEAD if ends else 0)
    aside = (number % 3 - 1) * 2.6
    far = math.dist((x, y), (x_, y_))
    if ring and far < 2 * ring.radius:
        sun = board().ssd.centre
        begin, end = (math.degrees(math.atan2(sun[0] - a, sun[1] - b)) for a, b in ((x, y), (x_, y_)))
        turn = (end - begin + 180) % 360 - 180
        circle, sign = _Ring(SUN, ring.radius + aside), math.copysign(1.0, turn)
        per = math.degrees(1 / ring.radius)
        if abs(turn) > (before + after) * per:
            track.arc(circle, begin + sign * before * per, begin + turn - sign * after * per)
        return
    if far > before + after:
        dx, dy = (x_ - x) / far, (y_ - y) / far
        track.line(
            (x + dx * before - dy * aside, y + dy * before + dx * aside),
            (x_ - dx * after - dy * aside, y_ - dy * after + dx * aside),
        )


class _Ring(Lane, frozen=True):
    """A ring around the Sun."""

    @property
    def centre(self) -> Point:
        """The Sun."""
        return board().ssd.centre


def _reach(zone: str, marked: frozenset[str]) -> float:
    if zone == SUN:
        return board().ssd.sun_radius + 1
    return _MARKED if zone in marked else board().ssd.dot_radius + 2


class _Display:
    """Draws what of a way lies on a display: around its body, and over borders."""

    def __init__(self, track: Track, number: int, boxes: Mapping[str, Box]) -> None:
        self._track, self._number, self._boxes = track, number, boxes
        self._lane: Lane | None = None
        self._bearing = 0.0

    def draw(self, run: Sequence[str], *, comes_in: bool, goes_out: bool) -> None:
        """Draw a run of zones that hang together."""
        first, last = run[0], run[-1]
        if zone_of(first).kind == "orbit":
            circle = lane(first, self._number)
            self._lane, self._bearing = circle, circle.free(bearing_of(circle.body, place(first)))
            if comes_in:
                self._bearing = _gate(circle.body)
                self._track.line(on_rim(circle, self._bearing, 6), circle.at(self._bearing))
        for here, there in pairwise(run):
            self._step(here, there, ends=there == last and not goes_out)
        if self._lane and zone_of(last).kind == "orbit":
            if goes_out:
                self._turn(_gate(self._lane.body))
                self._track.line(self._lane.at(self._bearing), on_rim(self._lane, self._bearing, 1))
            elif len(run) > 1 or comes_in:
                self._stop(last)

    def _step(self, here: str, there: str, *, ends: bool) -> None:
        lands = zone_of(here).is_territory, zone_of(there).is_territory
        if lands == (True, True):
            self._border(here, there, ends=ends)
        elif lands == (True, False):
            self._rise(here, lane(there, self._number))
        elif lands == (False, True):
            self._land(there)
        else:
            self._change(lane(there, self._number))

    def _rise(self, here: str, circle: Lane) -> None:
        """Leave a territory for the orbit around it."""
        self._lane = circle
        if is_object(here):
            self._bearing = bearing_of(circle.body, place(here))
            return
        self._bearing = self._port(here, circle)
        self._track.line(self._lane_point(surface_of(circle.body) - _INSIDE), circle.at(self._bearing))

    def _land(self, there: str) -> None:
        """Land from the orbit around a territory."""
        if self._lane is None:
            return
        if is_object(there):
            self._turn(bearing_of(self._lane.body, place(there)))
            return
        self._turn(self._port(there, self._lane))
        self._track.line(self._lane.at(self._bearing), self._lane_point(surface_of(self._lane.body) - 2))

    def _change(self, circle: Lane) -> None:
        """Go on to another orbit of the body, or to one of another body beside it."""
        old = self._lane
        if old is None:
            return
        if old.body == circle.body:
            self._turn(middle(circle.body, near=True).free(self._bearing))
        elif circle.body in board().display and old.body in board().display:
            self._turn(bearing_of(old.body, centre_of(circle.body)))
        else:
            self._belt(old, circle)
            return
        begin = old.at(self._bearing)
        if old.body != circle.body:
            self._bearing = bearing_of(circle.body, centre_of(old.body))
        self._lane = circle
        self._track.line(begin, circle.at(self._bearing))

    def _belt(self, old: Lane, circle: Lane) -> None:
        """Go from asteroid to asteroid, along the line between them."""
        (x, y), (x_, y_) = old.centre, circle.centre
        far = math.dist((x, y), (x_, y_))
        part = rim_of(old.body) / far
        self._lane, self._bearing = circle, bearing_of(circle.body, old.centre)
        self._track.line((x + (x_ - x) * part, y + (y_ - y) * part), on_rim(circle, self._bearing, HEAD))

    def _border(self, here: str, there: str, *, ends: bool) -> None:
        """Cross the border of two territories in its border, from what stands in one to what stands in the other."""
        shared = set(_outline(here)) & set(_outline(there))
        (x, y), (x_, y_) = place(here), place(there)
        border = _mean(shared) if shared else ((x + x_) / 2, (y + y_) / 2)
        begin, end = self._out_of(here, border), self._out_of(there, border)
        way, head = _towards(border, end) if end != border else _towards(begin, border), HEAD if ends else 0.0
        if math.dist(border, end) > head + 1:
            if math.dist(begin, border) > _SHORTEST:
                self._track.line(begin, border)
            self._track.line(border, (end[0] - way[0] * head, end[1] - way[1] * head))
            return
        way, far = _towards(begin, end), math.dist(begin, end)
        back = max(head + _SHORTEST, far)
        self._track.line(
            (end[0] - way[0] * back, end[1] - way[1] * back), (end[0] - way[0] * head, end[1] - way[1] * head)
        )

    def _out_of(self, zone: str, goal: Point) -> Point:
        """Return where a line from the middle of a zone to a goal leaves what stands in the zone."""
        box, (x, y) = self._boxes.get(zone), place(zone)
        far = math.dist((x, y), goal)
        out = 0.0
        while box and out < far and _holds(box, (x + (goal[0] - x) * out / far, y + (goal[1] - y) * out / far)):
            out += _STEP
        part = min(1.0, out / far) if far else 0.0
        return x + (goal[0] - x) * part, y + (goal[1] - y) * part

    def _port(self, zone: str, circle: Lane) -> float:
        """Return where to cross the rim of a territory: clear of what stands in it, and of words on the lane."""
        box = self._boxes.get(zone)
        rim = surface_of(circle.body) - _INSIDE
        clear = [one for one in port(zone) if not box or not _holds(box, on_circle(circle, rim, one))]
        return next((one for one in clear if circle.free(one) == one), (clear or port(zone))[0])

    def _turn(self, bearing: float) -> None:
        if self._lane:
            self._track.along(self._lane, self._bearing, bearing)
            self._bearing = bearing

    def _stop(self, orbit: str) -> None:
        """Go on to where the ships of an orbit are drawn, and stop before them."""
        if self._lane is None:
            return
        circle = self._lane
        goal, box = bearing_of(circle.body, place(orbit)), self._boxes.get(orbit)
        turn = (goal - self._bearing + 180) % 360 - 180
        step = math.copysign(math.degrees(_STEP / circle.radius), turn)
        back = HEAD / circle.radius * 57.3
        goal = self._bearing + turn - math.copysign(min(back, abs(turn)), turn)
        while (
            abs(goal - self._bearing) > abs(step)
            and box
            and box.overlaps(svg.bounds([circle.at(goal), circle.at(goal + step * 5)], 3))
        ):
            goal -= step
        self._turn(goal)

    def _lane_point(self, radius: float) -> Point:
        return on_circle(self._lane, radius, self._bearing) if self._lane else (0.0, 0.0)


def on_circle(circle: Lane, radius: float, bearing: float) -> Point:
    """Return a point at another distance from the body than its lane."""
    return Lane(circle.body, radius).at(bearing)


def on_rim(circle: Lane, bearing: float, beyond: float) -> Point:
    """Return a point beyond the outermost orbit of a body."""
    return on_circle(circle, rim_of(circle.body) + beyond, bearing)


def _gate(body: str) -> float:
    """Return at which bearing ships leave a display for the dots, clear of words."""
    return middle(body, near=False).free(bearing_of(body, board().ssd.centre))


def _outline(zone: str) -> list[Point]:
    return next((outline_of(land) for land in board().territory if land.name == zone), [])


def _mean(points: set[Point]) -> Point:
    some = sorted(points)
    return sum(x for x, _ in some) / len(some), sum(y for _, y in some) / len(some)


def _towards(origin: Point, goal: Point) -> Point:
    far = math.dist(origin, goal) or 1.0
    return (goal[0] - origin[0]) / far, (goal[1] - origin[1]) / far


def _holds(box: Box, point: Point) -> bool:
    return box.x - 2 < point[0] < box.x + box.width + 2 and box.y - 2 < point[1] < box.y + box.height + 2

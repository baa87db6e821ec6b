"""How things stand, as facts of a report: planets, captives, forces by system, what the seat has said.

Everything stands open but what the seat itself has said, which the view holds as far as it may.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from moderator.core.codec import declared_structs, kebab
from moderator.core.game import Ahead
from moderator.core.seats import Seat
from moderator.games.solar_system.board.sky import MARKERS, dot_at
from moderator.games.solar_system.board.zones import zone_of
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import UNITS, Colour, Kind
from moderator.games.solar_system.seat.view import Course, Sight, Standing


class ScoreStands(Struct, frozen=True, tag=kebab):
    """What each seat has, most zones first, and how many win: 0 where the scenario has another object."""

    score: tuple[Standing, ...]
    needed: int


class CaptiveStands(Struct, frozen=True, tag=kebab):
    """A Leader who is held captive, by whom, and at the end of which turn he comes back."""

    seat: Seat
    leader: str
    captor: Seat
    back: int


class MarkerStands(Struct, frozen=True):
    """A marker with the dot that it stands on, and the one that it goes to."""

    name: str
    dot: str
    then: str


class PlanetsStand(Ahead, frozen=True):
    """Where planets or asteroids are, and where they will be in the next turn."""

    markers: tuple[MarkerStands, ...]


class OrderStands(Ahead, frozen=True):
    """The numbers in the turn order that the reader knows; ``of`` is how many there are."""

    turn: int
    numbers: tuple[tuple[Colour, int], ...]
    of: int


class Presence(Struct, frozen=True):
    """What a seat has in a system: territories and pieces."""

    seat: Seat
    zones: int
    units: Units


class SystemStands(Struct, frozen=True, tag=kebab):
    """Who has what in a system, most zones first; ``owner`` controls it. An empty key is the Sun."""

    system: str
    owner: Seat
    present: tuple[Presence, ...]


class CourseStands(Ahead, frozen=True):
    """Units of the reader's that are under way: they go on by themselves."""

    units: Units
    zone: str
    goal: str


class DoctrineStands(Ahead, frozen=True):
    """A line of the reader's doctrine, as it would be written."""

    line: str


FACTS: tuple[type[Struct], ...] = tuple(kind for kind in declared_structs(__name__) if kind.__struct_config__.tag)
"""The facts of this module."""

_ASTEROIDS = 9


def captives(view: Sight) -> Iterator[CaptiveStands]:
    """Give the Leaders who are to come back."""
    for leader in view.position.leaders:
        if not leader.zone and leader.back > 0:
            yield CaptiveStands(view.seat_of(leader.owner), leader.name, leader.captor, leader.back)


def planets(view: Sight) -> Iterator[PlanetsStand]:
    """Give planets, then asteroids."""
    now = view.position.moves
    then = now + view.rules.planets_move
    markers = tuple(MarkerStands(name, dot_at(name, now), dot_at(name, then)) for name in MARKERS)
    yield PlanetsStand(markers[:-_ASTEROIDS])
    yield PlanetsStand(markers[-_ASTEROIDS:])


def forces(view: Sight, keys: Sequence[str], owners: Mapping[str, Seat]) -> Iterator[SystemStands]:
    """Give who has what, by the keys of systems outward; the Sun only with somebody there."""
    here: dict[tuple[str, Seat], Counter[str]] = {}
    for zone, colour, what, count in _pieces(view):
        here.setdefault((_system(zone, keys), view.seat_of(colour)), Counter())[what] += count
    for key in (*keys, ""):
        present = [_presence(seat, here[key, seat]) for seat in (*view.seats, "") if (key, seat) in here]
        if present:
            yield SystemStands(key, owners.get(key, ""), tuple(sorted(present, key=lambda one: -one.zones)))


def _presence(seat: Seat, here: Counter[str]) -> Presence:
    units = tuple((kind, here[kind]) for kind in Kind if here[kind] and kind is not Kind.MARKER)
    return Presence(seat, here[Kind.MARKER], Units(units, tuple(name for name in here if name not in set(Kind))))


def _system(zone: str, keys: Sequence[str]) -> str:
    """Return the system of a zone; of the Moon its own, where it has one."""
    place = zone_of(zone)
    return place.body if place.body and place.body in keys else place.system


def _pieces(view: Sight) -> Iterator[tuple[str, Colour, str, int]]:
    """Give every piece by zone, colour and kind, Leaders by name; the Marker of a territory stands for its control."""
    position = view.position
    for stack in position.stacks:
        yield from ((stack.zone, stack.colour, kind, stack.count(kind)) for kind in UNITS)
        yield stack.zone, stack.colour, Kind.TROOPER, sum(load.troopers for load in stack.transports)
        yield stack.zone, stack.colour, Kind.GENNIE, sum(position.gennied(stack.zone, stack.colour))
    yield from ((zone, colour, Kind.MARKER, 1) for zone, colour in position.held)
    yield from ((factory.zone, factory.colour, Kind.FACTORY, 1) for factory in position.factories)
    yield from ((kilsat.zone, kilsat.colour, Kind.KILSAT, 1) for kilsat in position.kilsats)
    for leader in position.leaders:
        if leader.zone:
            yield leader.zone, leader.colour, leader.name, 1
        if leader.load:
            yield leader.zone, leader.colour, Kind.TROOPER, leader.load.troopers
            yield leader.zone, leader.colour, Kind.GENNIE, leader.load.gennies


def standing_lines(view: Sight, doctrine: Iterable[str]) -> Iterator[Struct]:
    """Give what goes on without a new letter: courses, and doctrine as it would be written."""
    yield from (_course(course) for course in view.courses)
    yield from map(DoctrineStands, doctrine)


def _course(course: Course) -> CourseStands:
    goals: Sequence[str] = [leg.zone for leg in course.order.way if leg.zone]
    return CourseStands(course.order.units, course.order.origin, goals[-1] if goals else course.order.origin)

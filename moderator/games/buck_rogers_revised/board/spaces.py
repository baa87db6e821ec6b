"""The battle board of a seat: which units stand in which space, and what of them is struck."""

from collections.abc import Iterable, Sequence

from msgspec import Struct, field

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.events.battle import Box
from moderator.games.buck_rogers_revised.pieces import LINE, Space
from moderator.games.buck_rogers_revised.tables import Powers, figures
from moderator.games.solar_system.board import firing
from moderator.games.solar_system.board.forces import Forces
from moderator.games.solar_system.board.zones import PLACES
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import GROUND, UNITS, Kind

_HITS = 2
"""What a whole Factory takes; the first makes a half of it ("Factories")."""


class Side(firing.Force):
    """What a seat has in a battle before it stands anywhere.

    ``units`` count KilSat, Marker and Leaders who fight as units (``figures``), too. ``late`` are the ground units with
    the Unloading Penalty, ``land``: it is a territory, where Battlers fight as Transports.
    """

    land: bool = False
    factories: int = 0
    halves: int = 0
    leaders: tuple[str, ...] = ()
    figures: dict[str, Kind] = field(default_factory=dict)
    late: dict[Kind, int] = field(default_factory=dict)

    def needs(self, firer: Kind, target: Kind) -> int:
        """Return the number of the table; 0 where there is no attack."""
        return super().needs(as_fought(firer, land=self.land), as_fought(target, land=self.land))


class Troop(Struct):
    """Like units in one space.

    ``struck`` fall at the end of the step (of Factories: hits), ``fired`` have fired this round, ``ready`` may fire in
    this step. ``late``: they have the Unloading Penalty. ``landed`` are Gennies in the air, ``leader`` is who fights as
    such a unit, a ``half`` is a Factory in production.
    """

    kind: Kind
    space: Space
    count: int
    struck: int = 0
    fired: int = 0
    ready: int = 0
    late: bool = False
    landed: bool = False
    leader: str = ""
    half: bool = False

    @property
    def left(self) -> int:
        """How many hits it can still take."""
        return self.count * (_HITS if self.kind is Kind.FACTORY and not self.half else 1) - self.struck


class Board(Struct):
    """What a seat has on the battle board; ``rank`` is its place in turn order, ``powers`` are those of its Leaders.

    ``leaders`` are those who are there, with their space. ``first``: it is the first round. ``scorches``: the seat
    fires at its own Factories, ``kane``: those who fight beside him fire first.
    """

    seat: Seat
    rank: int
    land: bool
    troops: list[Troop]
    leaders: dict[str, Space] = {}
    powers: dict[str, Powers] = {}
    first: bool = False
    scorches: bool = False
    kane: bool = False

    def at(self, spaces: Iterable[Space]) -> list[Troop]:
        """Return the troops in some spaces that are not gone."""
        return [troop for troop in self.troops if troop.count and troop.space in spaces]

    @property
    def size(self) -> int:
        """How many units there are: who has most fires first."""
        return sum(troop.count for troop in self.troops if troop.kind not in (Kind.FACTORY, Kind.MARKER))

    @property
    def fights(self) -> bool:
        """Whether there is more than Leaders and Factories, which have lost when they are alone."""
        return any(troop.count and troop.kind is not Kind.FACTORY for troop in self.troops)

    @property
    def is_open(self) -> bool:
        """Whether nobody is left in the battle line, so that all may be fired at."""
        return all(troop.kind is Kind.FACTORY for troop in self.at(LINE))

    @property
    def works(self) -> bool:
        """Whether a Factory in the Fighting space covers the ground units there ("Factory Defense")."""
        return any(troop.kind is Kind.FACTORY and troop.left > 0 for troop in self.at((Space.FIGHTING,)))

    @property
    def boxes(self) -> tuple[Box, ...]:
        """What stands in each space, as events speak of it."""
        found = []
        for space in Space:
            people = tuple(name for name, where in self.leaders.items() if where is space)
            box = box_of(self.seat, space, [(troop, troop.count) for troop in self.at((space,))], people)
            found += [box] if box.halves or box.units != Units() else []
        return tuple(found)


def box_of(seat: Seat, space: Space, troops: Sequence[tuple[Troop, int]], leaders: tuple[str, ...] = ()) -> Box:
    """Return some of each troop as events speak of it; Leaders who fight as units are named, not counted."""
    counts: dict[Kind, int] = {}
    for troop, number in troops:
        if not troop.leader and not troop.half and number:
            counts[troop.kind] = counts.get(troop.kind, 0) + number
    listed = tuple((kind, counts[kind]) for kind in Kind if kind in counts)
    return Box(seat, space, Units(listed, leaders), sum(number for troop, number in troops if troop.half))


def as_fought(kind: Kind, *, land: bool) -> Kind:
    """Return the kind that a unit counts as: landed Battlers are Transports, Factories are hit as Gennies."""
    if kind is Kind.FACTORY:
        return Kind.GENNIE
    return Kind.TRANSPORT if land and kind is Kind.BATTLER else kind


def figures_of(leaders: Iterable[str]) -> dict[str, Kind]:
    """Return the Leaders among some who fight as units, and as what."""
    known = figures().power
    return {name: kind for name in leaders if name in known and (kind := known[name].fights_as)}


def side_of(forces: Forces, seat: Seat, at: int) -> Side:
    """Return what a seat has in a zone: a Marker fights alone, a KilSat for who has the whole surface."""
    leaders = tuple(one.name for one in forces.leaders_at(at, seat))
    acting = figures_of(leaders)
    works = len(forces.works_at(at, seat))
    units = {kind: forces.units_of(seat, at, (kind,)) for kind in UNITS}
    for kind in acting.values():
        units[kind] += 1
    kilsats = forces.kilsats_of(seat, at)
    units[Kind.KILSAT] = kilsats if kilsats and seat == forces.kilsat_owner(at) else 0
    alone = not leaders and not works and not any(units.values())
    units[Kind.MARKER] = int(alone and forces.holder(at) == seat)
    units = {kind: number for kind, number in units.items() if number}
    land = PLACES[at].is_territory
    halves = sum(forces.halves[at, colour, Kind.FACTORY] for colour in forces.played[seat])
    return Side(seat, units, land=land, factories=works, halves=halves, leaders=leaders, figures=acting)


def count_unloaded(units: dict[Kind, int], dropped: dict[Kind, int]) -> dict[Kind, int]:
    """Return the ground units beyond those that came by other means, Troopers first ("Unloading Penalty")."""
    down = {kind: min(dropped.get(kind, 0), units.get(kind, 0)) for kind in GROUND}
    others = sum(units.get(kind, 0) for kind in (*GROUND, Kind.FIGHTER)) - sum(down.values())
    excess = max(0, sum(down.values()) - others)
    late = {Kind.TROOPER: min(excess, down[Kind.TROOPER])}
    late[Kind.GENNIE] = excess - late[Kind.TROOPER]
    return late

"""Targets of a bot: territories of others, who defends them, and which units could get there."""

from collections.abc import Iterator

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.games.solar_system.board.firing import Force, strength, value
from moderator.games.solar_system.board.forces import Forces
from moderator.games.solar_system.board.ways import within
from moderator.games.solar_system.board.zones import PLACES, TERRITORIES
from moderator.games.solar_system.pieces import Colour, Kind

_ZONE, _FACTORY = 10, 8
_LEADER = {"Ardala": 25}
"""What it is worth to catch a Leader; Ardala's thefts cost everybody most."""

_GROUND_FIRST = (Kind.TROOPER, Kind.GENNIE, Kind.FIGHTER)
HOLD = 5
"""Troopers that a Transport takes along."""


class Target(Struct):
    """A territory to take, or to keep: what it is worth, what must be beaten there, and which own units are there."""

    at: int
    worth: float
    defenders: list[Force]
    forces: Forces
    own: dict[Kind, int]

    def strength_against(self, units: dict[Kind, int], seat: Seat) -> tuple[float, float]:
        """Return how strong some units would be there, and those who are there already."""
        kinds = units.keys() | self.own.keys()
        mine = self.forces.force(seat, {kind: units.get(kind, 0) + self.own.get(kind, 0) for kind in kinds})
        return strength(mine, self.defenders), sum(strength(force, (mine,)) for force in self.defenders)


class Party(Struct, frozen=True):
    """Units of one kind at one zone that can reach a target this turn; ``aboard``: Troopers by Transport."""

    at: int
    colour: Colour
    kind: Kind
    number: int
    steps: int
    aboard: int = 0


def targets(forces: Forces, seat: Seat, need: int) -> list[Target]:
    """Return the territories that a seat does not control, or that others have come to.

    Those of who is near to winning are worth more.
    """
    out = []
    others = [other for other in forces.seats if other != seat]
    for at in range(len(TERRITORIES)):
        holder = forces.holder(at)
        if holder == seat and not forces.others(seat, at):
            continue
        defenders = [force for other in others if (force := forces.gather(other, (at,))).standing()]
        factories = len(forces.works_at(at))
        near = len(forces.zones_of(holder)) / need if holder not in ("", seat) else 0.0
        fallen = sum(value(force.units) for force in defenders)
        leaders = sum(_LEADER.get(one.name, 4) for one in forces.leaders_at(at) if forces.seat_of[one.colour] != seat)
        whole = _ZONE + _FACTORY * factories + _ZONE * near + 0.3 * fallen + leaders
        out.append(Target(at, whole, defenders, forces, forces.fighters_of(seat, (at,))))
    return out


class Reach:
    """Which units of a seat can come where this turn; each question is answered once."""

    def __init__(self, forces: Forces, seat: Seat) -> None:
        """Take the board as it is."""
        self._forces, self._seat = forces, seat
        self._known: dict[tuple[int, Kind], dict[int, int]] = {}

    def steps(self, at: int, kind: Kind) -> dict[int, int]:
        """Return the zones that a kind can come to from a zone, with the steps."""
        key = (at, kind)
        if key not in self._known:
            walker = self._forces.walker(self._seat, at, (kind,))
            self._known[key] = within(self._forces.sky, walker.walk, at, walker.allowance)
        return self._known[key]

    def parties(self, goal: int, free: dict[tuple[int, Colour], dict[Kind, int]]) -> Iterator[Party]:
        """Give the units among those that are free that can come to a territory, the nearest first."""
        found = [
            Party(at, colour, kind, units[kind], near[goal])
            for (at, colour), units in free.items()
            if at != goal
            for kind in _GROUND_FIRST
            if units.get(kind, 0) and goal in (near := self.steps(at, kind))
        ]
        found.sort(key=lambda party: (_GROUND_FIRST.index(party.kind), party.steps, party.at))
        yield from found
        for (at, colour), units in free.items():
            if at != goal and units.get(Kind.TRANSPORT, 0) and goal in (near := self.steps(at, Kind.TRANSPORT)):
                yield Party(at, colour, Kind.TRANSPORT, 1, near[goal], min(HOLD, units.get(Kind.TROOPER, 0)))


def name(at: int) -> str:
    """Return the name of a zone."""
    return PLACES[at].name

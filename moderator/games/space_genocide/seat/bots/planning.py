"""A bot's sketch of the map: what its seat sees, with the orders that it has thought of already carried out."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.games.space_genocide.board import figures
from moderator.games.space_genocide.board.odds import chance
from moderator.games.space_genocide.board.units import counted
from moderator.games.space_genocide.orders.phrases import Fleets
from moderator.games.space_genocide.orders.types import GenocideOrder, Hold, Move, Transfer
from moderator.games.space_genocide.pieces import WORLDS, Ship, World
from moderator.games.space_genocide.seat.view import FleetSeen, PlanetSeen, View
from moderator.games.space_genocide.tables import KIND, OPEN_SPACE, TERRAIN, Terrain

COMMON = Ship("escort")
"""What an unknown ship is taken for."""

MOST_DICE = 24
"""The odds of a side with more dice are taken for the odds of this many."""

FAR = 99


class Temper(Struct, frozen=True):
    """The weights in a bot's decisions.

    ``hold`` are the ships that hold the Homeworld or what else must not fall, the planet of a resource of which two
    are left, and of one of which more are, in quiet times; ``fear`` how many more there are for each enemy ship near. A
    ship counts ``price`` against a seat's fall of 10, and ``surplus`` of that where new ones come anyway. A target that
    ships are under way to counts ``faith`` times. No strike is planned below a chance of ``nerve``, and no ships are
    added above ``sure``; one that is under way goes on down to ``grit`` times that chance.
    """

    hold: tuple[int, int, int] = (3, 2, 1)
    fear: float = 0.15
    price: float = 0.5
    surplus: float = 0.05
    faith: float = 1.25
    sure: float = 0.88
    nerve: float = 0.5
    grit: float = 0.5
    patience: float = 0.5
    longest: int = 9


def chance_to_kill(attack: int, defence: int) -> float:
    """Return the chance that an attack's total is higher than a defence's."""
    return float(chance(min(attack, MOST_DICE), min(defence, MOST_DICE)))


def can_move(ship: Ship) -> bool:
    """Tell whether a ship flies by itself."""
    return not KIND[ship.kind].stationary


def is_sturdy(ship: Ship) -> bool:
    """Tell whether a ship is of use where enemies come to."""
    return KIND[ship.kind].attack > 1


def busters(ships: Iterable[Ship]) -> int:
    """Return the Planet Busters aboard."""
    return sum(ship.busters for ship in ships)


class Sketch:
    """The map by hex: ``mine`` are own fleets by number as lists of ships, ``where`` their hexes.

    ``home`` are own planets by hex, ``prey`` those of enemies who are still in play, ``foes`` enemy fleets by hex.
    ``shifts`` and ``moves`` gather orders; ``free`` are the fleet numbers that are not used yet.
    """

    def __init__(self, view: View) -> None:
        """Read a view."""
        self.view, self.board, self.options = view, view.board, view.options
        index = self.board.index
        self.race = view.race(view.who)
        self.terrain: dict[int, Terrain] = {index[place]: TERRAIN.get(kind, OPEN_SPACE) for place, kind in view.terrain}
        self.distance: Callable[[int, int], int] = cache(self._distance)
        self._nearest_gate = cache(self._gate_by)
        self.gates = tuple(at for at, ground in self.terrain.items() if ground.gate)
        self.mine: dict[int, list[Ship]] = {}
        self.where: dict[int, int] = {}
        self.goal: dict[int, int] = {}
        self.foes: dict[int, list[FleetSeen]] = {}
        for fleet in view.fleets:
            at = index[fleet.place]
            if fleet.seat == view.who:
                self.mine[fleet.number], self.where[fleet.number] = list(fleet.ships or ()), at
                if fleet.course:
                    self.goal[fleet.number] = index[fleet.course[-1]]
            else:
                self.foes.setdefault(at, []).append(fleet)
        self.home: dict[int, PlanetSeen] = {}
        self.prey: dict[int, PlanetSeen] = {}
        self.neutral: list[int] = []
        for planet in view.planets:
            at = index[planet.place]
            if planet.seat == view.who:
                self.home[at] = planet
            elif planet.seat in view.in_play:
                self.prey[at] = planet
            elif not planet.seat:
                self.neutral.append(at)
        self.free = [number for number in range(1, view.options.fleets + 1) if number not in self.mine]
        self.shifts: list[GenocideOrder] = []
        self.moves: list[GenocideOrder] = []

    @property
    def rivals(self) -> tuple[Seat, ...]:
        """The other seats that have not lost."""
        return tuple(seat for seat in self.view.in_play if seat != self.view.who)

    @property
    def room_for_more(self) -> bool:
        """Whether more ships could come in this turn than are produced anyway."""
        count = sum(len(ships) for ships in self.mine.values())
        coming = self.options.production + self.race.production
        return count + coming < figures.ship_limit(self.options, self.race)

    @cached_property
    def typical(self) -> int:
        """How many ships an unknown fleet probably has."""
        unknown = sum(fleet.ships is None for fleets in self.foes.values() for fleet in fleets)
        known = sum(len(fleet.ships or ()) for fleets in self.foes.values() for fleet in fleets)
        left = max(len(self.rivals), 1) * self.options.max_ships - known
        return max(1, min(6, round(left / unknown))) if unknown else 2

    def ships_of(self, fleet: FleetSeen) -> tuple[Ship, ...]:
        """Return an enemy fleet's ships, as seen or guessed."""
        return fleet.ships if fleet.ships is not None else (COMMON,) * self.typical

    def enemies(self, at: int) -> list[tuple[Seat, Ship]]:
        """Return the enemy ships that are thought to be at a hex."""
        return [(fleet.seat, ship) for fleet in self.foes.get(at, ()) for ship in self.ships_of(fleet)]

    def ground(self, at: int) -> Terrain:
        """Return what kind of space a hex is."""
        return self.terrain.get(at, OPEN_SPACE)

    def _distance(self, one: int, other: int) -> int:
        """Return about how many movement points lie between two hexes, through gates too."""
        direct = self.board.distance(one, other)
        if len(self.gates) > 1:
            (before, entrance), (after, exit_) = self._nearest_gate(one), self._nearest_gate(other)
            if entrance != exit_:
                return min(direct, before + after + self.options.gate_cost)
        return direct

    def _gate_by(self, at: int) -> tuple[int, int]:
        """Return how far the nearest gate is, and its hex."""
        return min((self.board.distance(at, gate), gate) for gate in self.gates)

    def attack(self, ship: Ship, seat: Seat, at: int) -> int:
        """Return a ship's attack dice at a hex."""
        home = self._is_home(seat, at)
        return figures.attack(KIND[ship.kind], self.view.race(seat), self.ground(at), self.options, home=home)

    def defence(self, ship: Ship, seat: Seat, at: int) -> int:
        """Return a ship's defence dice at a hex."""
        home = self._is_home(seat, at)
        return figures.defence(KIND[ship.kind], self.view.race(seat), self.ground(at), self.options, home=home)

    def _is_home(self, seat: Seat, at: int) -> bool:
        planet = self.home.get(at) or self.prey.get(at)
        return planet is not None and planet.seat == seat

    def room(self, ships: Iterable[Ship]) -> int:
        """Return how many fighters some ships could carry."""
        return sum(figures.bays(KIND[ship.kind], self.race) for ship in ships if can_move(ship))

    # ---- orders -------------------------------------------------------------------------------------------

    def transfer(self, ships: Sequence[Ship], fleet: int, into: int) -> bool:
        """Put ships of a fleet into another, or into a new one; tell whether that is allowed."""
        limit = self.options.fleet_limit
        there = self.mine.get(into, [])
        if not ships or fleet == into or (limit and len(there) + len(ships) > limit):
            return False
        if into in self.free:
            self.free.remove(into)
            self.where[into] = self.where[fleet]
        for ship in ships:
            self.mine[fleet].remove(ship)
        self.mine[into] = there + list(ships)
        if not self.mine[fleet]:
            del self.mine[fleet]
        self.shifts.append(Transfer(ships=counted(ships), fleet=fleet, into=into))
        return True

    def go(self, fleet: int, goal: int) -> None:
        """Send a fleet to a hex."""
        if self.where[fleet] != goal:
            self.moves.append(Move(fleets=Fleets((fleet,)), way=(self.board.names[goal],)))
            self.goal[fleet] = goal

    def hold(self, fleet: int) -> None:
        """Let a fleet stay where it is."""
        self.moves.append(Hold(fleets=Fleets((fleet,))))
        self.goal.pop(fleet, None)


class Knowledge:
    """The viewer's knowledge of a seat's planets: by world, how many are left and how many hidden."""

    def __init__(self, view: View, seat: Seat) -> None:
        """Count what was shown and what was destroyed."""
        self.homeless = view.race(seat).homeless
        self.left = {world: WORLDS.count(world) for world in World}
        for ruin in view.ruins:
            if ruin.seat == seat and not ruin.neutral:
                self.left[ruin.world] -= 1
        hidden = dict(self.left)
        self.unknown = 0
        for planet in view.planets:
            if planet.seat != seat:
                continue
            if planet.world is None:
                self.unknown += 1
            else:
                hidden[planet.world] -= 1
                if planet.neutral:
                    self.left[planet.world] += view.options.neutral_worlds_count
                    hidden[planet.world] += 1
        self.hidden = {world: max(0, count) for world, count in hidden.items()}

    def worth(self, world: World | None) -> float:
        """Return what it is worth to destroy a planet; 10 is the seat itself."""
        if world is None:
            total = sum(self.hidden.values())
            return sum(count * self.worth(kind) for kind, count in self.hidden.items()) / total if total else 1.0
        if world is World.HOMEWORLD:
            return 1.0 if self.homeless else 10.0
        return {1: 10.0, 2: 5.0, 3: 3.0}.get(self.left[world], 2.0)

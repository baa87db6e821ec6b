"""A seat's own fleets while its sheet is tried out on its view: what check and preview work on."""

from collections.abc import Sequence

from moderator.core.seats import Seat
from moderator.games.space_genocide.board.units import Craft, Squadron, choose
from moderator.games.space_genocide.board.ways import space
from moderator.games.space_genocide.orders.phrases import Fleets, Ships
from moderator.games.space_genocide.pieces import Place, Ship
from moderator.games.space_genocide.seat.view import View


class Plan:
    """Own fleets by number as the sheet has put them so far, and where those of others stand."""

    def __init__(self, view: View) -> None:
        """Begin as the view has them."""
        self.view, self.board = view, view.board
        index = self.board.index
        self.race = view.race(view.who)
        self.fleets: dict[int, Squadron] = {}
        for fleet in view.own:
            squadron = Squadron(fleet.seat, fleet.number, index[fleet.place], fleet.ships or ())
            squadron.course = tuple(index[place] for place in fleet.course)
            self.fleets[fleet.number] = squadron
        self.space = space(self.board.layout, view.terrain, view.options.gate_cost)
        self.homes = frozenset(index[planet.place] for planet in view.own_planets)
        self.foes: dict[int, list[tuple[Seat, int]]] = {}
        for fleet in view.fleets:
            if fleet.seat != view.who:
                self.foes.setdefault(index[fleet.place], []).append((fleet.seat, fleet.number))

    @property
    def numbers(self) -> tuple[int, ...]:
        """The fleets that there are, by number."""
        return tuple(sorted(self.fleets))

    def place(self, number: int) -> Place:
        """Return where a fleet is."""
        return self.board.names[self.fleets[number].at]

    def mat(self, number: int) -> list[Ship]:
        """Return what a fleet has."""
        return [craft.ship for craft in self.fleets[number].crafts]

    def halts(self, number: int, at: int) -> bool:
        """Tell whether enemies that are known end a fleet's move at a hex."""
        if not self.view.options.stop_on_enemies or self.space.ground(at).free:
            return False
        return not all(self.fleets[number].may_pass(*foe) for foe in self.foes.get(at, ()))

    def speed(self, number: int) -> int:
        """Return how far a fleet goes in a turn once it has left behind what cannot move; 0: it cannot move."""
        return 0 if self.bar(number) else self.fleets[number].pace(self.race)

    def bar(self, number: int) -> str:
        """Return why a fleet cannot move, empty if it can."""
        squadron = self.fleets[number]
        return squadron.bar(self.race, home=squadron.at in self.homes)

    def staying(self, number: int) -> list[Craft]:
        """Return what a fleet leaves behind if it moves."""
        return self.fleets[number].staying(self.race)

    def movers(self, fleets: Fleets, goals: Sequence[str]) -> tuple[int, ...]:
        """Return which fleets are to move; ``ALL`` leaves out what cannot or is there already, unless all is so."""
        named = fleets.among(self.numbers)
        if not fleets.every:
            return named
        return tuple(number for number in named if not self.bar(number) and self.way(number, goals) != ()) or named

    def way(self, number: int, goals: Sequence[str]) -> tuple[int, ...] | None:
        """Return the way of a fleet by named hexes; None if there is none."""
        points = [self.board.index[place] for place in goals]
        halting = frozenset(at for at in self.foes if self.halts(number, at))
        return self.space.way(self.fleets[number].at, points, halting)

    def reach(self, number: int, way: Sequence[int]) -> tuple[int, str]:
        """Return how many hexes of a way a fleet comes this turn, and why it ends there."""
        squadron = self.fleets[number]
        if squadron.halted:
            return 0, "speed"
        points = squadron.points(self.race)
        return self.space.reach(squadron.at, way, points, lambda at: self.halts(number, at))

    def move(self, number: int, way: Sequence[int], steps: int, halt: str) -> None:
        """Take a fleet along a way; what cannot move stays, as a fleet of a free number. It goes on with the rest."""
        squadron = self.fleets[number]
        if steps:
            self.part(number)
        for there in way[:steps]:
            squadron.spend(self.space.step_cost(squadron.at, there) or 0)
            squadron.at = there
        if steps and (halt == "enemy" or self.space.ground(squadron.at).halts):
            squadron.halt(halt or "nebula")
        squadron.course = () if halt == "enemy" else tuple(way[steps:])

    def has_room(self, number: int) -> bool:
        """Tell whether there is a fleet for what a fleet that moves leaves behind, if it does."""
        left = self.staying(number)
        return not left or self._rearguard(number, len(left)) > 0

    def put(self, number: int, at: int) -> None:
        """Put a fleet on another hex, whatever lies between; what cannot move stays."""
        self.part(number)
        self.fleets[number].at, self.fleets[number].course = at, ()

    def part(self, number: int) -> None:
        """Let a fleet leave behind what cannot move with it."""
        left = self.staying(number)
        if left and (into := self._rearguard(number, len(left))):
            self.shift(number, into, left)

    @property
    def free(self) -> int:
        """The lowest fleet number that is free, 0 for none."""
        numbers = range(1, self.view.options.fleets + 1)
        return next((number for number in numbers if number not in self.fleets), 0)

    def is_full(self, number: int, more: int) -> bool:
        """Tell whether so many ships more would be too many for a fleet, which may be new."""
        most = self.view.options.fleet_limit
        there = self.fleets[number].crafts if number in self.fleets else ()
        return bool(most) and len(there) + more > most

    def berth(self, at: int, count: int, but: int = 0) -> int:
        """Return the fleet at a hex that has room for so many ships, or a free number; 0: there is none."""
        here = (other for other in self.numbers if other != but and self.fleets[other].at == at)
        return next((other for other in here if not self.is_full(other, count)), 0) or self.free

    def _rearguard(self, number: int, count: int) -> int:
        """Return the fleet that takes so many ships that stay behind."""
        return self.berth(self.fleets[number].at, count, but=number)

    def shift(self, number: int, into: int, crafts: Sequence[Craft], at: int = -1) -> None:
        """Put ships of a fleet into another, or a new one: at the same hex, unless another is named."""
        squadron = self.fleets[number]
        goal = self.fleets.setdefault(into, Squadron(squadron.seat, into, squadron.at if at < 0 else at))
        for craft in tuple(crafts):
            squadron.crafts.remove(craft)
            goal.crafts.append(craft)
        if not squadron.crafts:
            del self.fleets[number]

    def choose(self, number: int, ships: Ships) -> list[Craft]:
        """Return the ships of a fleet that are meant, as far as they are there."""
        return choose(self.fleets[number].crafts, ships)

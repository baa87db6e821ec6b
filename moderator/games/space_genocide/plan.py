"""A seat's own fleets while its sheet is tried out on its view: what check and preview work on."""

from collections.abc import Iterable, Sequence

from moderator.games.space_genocide import figures
from moderator.games.space_genocide.phrases import ALL, Fleets, Ships
from moderator.games.space_genocide.pieces import Ship, ranked
from moderator.games.space_genocide.tables import KIND
from moderator.games.space_genocide.view import View
from moderator.games.space_genocide.ways import space


class Plan:
    """Own fleets by number as the sheet has put them so far: where they are, what they have, what they have spent."""

    def __init__(self, view: View) -> None:
        """Begin as the view has them."""
        self.view, self.board = view, view.board
        self.race = view.race(view.who)
        self.at = {fleet.number: self.board.index[fleet.place] for fleet in view.own}
        self.ships = {fleet.number: list(fleet.ships or ()) for fleet in view.own}
        self.spent = dict.fromkeys(self.at, 0)
        self.halted: set[int] = set()
        self.boosts: dict[int, int] = {}
        self.space = space(self.board.layout, view.terrain, view.options.gate_cost)
        self.homes = frozenset(self.board.index[planet.place] for planet in view.own_planets)
        self.foes = frozenset(self.board.index[fleet.place] for fleet in view.fleets if fleet.seat != view.who)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The fleets that there are, by number."""
        return tuple(sorted(self.at))

    def halting(self, at: int) -> bool:
        """Tell whether an enemy that is known ends a move at a hex."""
        return at in self.foes and self.view.options.stop_on_enemies and not self.space.ground(at).free

    def speed(self, number: int) -> int:
        """Return how far a fleet goes once it has left behind what cannot move."""
        slowest = figures.speed(self.going(number), self.race)
        return slowest + self.boosts.get(number, 0) if slowest else 0

    def going(self, number: int) -> list[Ship]:
        """Return the ships of a fleet that would move: none if fighters had to be left in open space."""
        flying = [ship for ship in self.ships[number] if not KIND[ship.kind].stationary]
        fighters = [ship for ship in self.ships[number] if KIND[ship.kind].fighter]
        room = sum(figures.bays(KIND[ship.kind], self.race) for ship in flying)
        if len(fighters) > room and self.at[number] not in self.homes:
            return []
        return flying + fighters[:room] if flying else []

    def movers(self, fleets: Fleets, goals: Sequence[str]) -> tuple[int, ...]:
        """Return which fleets are to move; ``ALL`` leaves out what cannot or is there already, unless all is so."""
        named = fleets.among(self.numbers)
        if not fleets.every:
            return named
        return tuple(number for number in named if self.going(number) and self.way(number, goals) != ()) or named

    def way(self, number: int, goals: Sequence[str]) -> tuple[int, ...] | None:
        """Return the way of a fleet by named hexes; None if there is none."""
        points = [self.board.index[place] for place in goals]
        halting = [at for at in sorted(self.foes) if self.halting(at)]
        return self.space.way(self.at[number], points, frozenset(halting))

    def reach(self, number: int, way: Sequence[int]) -> tuple[int, str]:
        """Return how many hexes of a way a fleet comes this turn, and why it ends there."""
        points = 0 if number in self.halted else self.speed(number) - self.spent[number]
        return self.space.reach(self.at[number], way, points, self.halting)

    def move(self, number: int, way: Sequence[int], steps: int, halt: str) -> None:
        """Take a fleet along a way; what cannot move stays, as a fleet of a free number."""
        if steps:
            self.part(number)
        here = self.at[number]
        for there in way[:steps]:
            self.spent[number] += self.space.step_cost(here, there) or 0
            here = there
        self.at[number] = here
        if halt in ("enemy", "nebula"):
            self.halted.add(number)

    def has_room(self, number: int) -> bool:
        """Tell whether there is a fleet for what a fleet that moves leaves behind, if it does."""
        return len(self.going(number)) == len(self.ships[number]) or self._rearguard(number) > 0

    def put(self, number: int, at: int) -> None:
        """Put a fleet on another hex, whatever lies between; what cannot move stays."""
        self.part(number)
        self.at[number] = at

    def part(self, number: int) -> None:
        """Let a fleet leave behind what cannot move with it."""
        staying = list(self.ships[number])
        for ship in self.going(number):
            staying.remove(ship)
        if staying:
            self._leave(number, staying)

    @property
    def free(self) -> int:
        """The lowest fleet number that is free, 0 for none."""
        numbers = range(1, self.view.options.fleets + 1)
        return next((number for number in numbers if number not in self.at), 0)

    def _rearguard(self, number: int) -> int:
        """Return the fleet at the hex that takes what stays behind, or a free number; 0: there is none."""
        here = self.at[number]
        return next((other for other in self.numbers if other != number and self.at[other] == here), 0) or self.free

    def _leave(self, number: int, staying: Sequence[Ship]) -> None:
        """Put ships that stay into another fleet at the hex, or a new one."""
        into = self._rearguard(number)
        if into:
            self.shift(number, into, staying)

    def shift(self, number: int, into: int, ships: Sequence[Ship]) -> None:
        """Put ships of a fleet into another at the same hex, or a new one."""
        boost = self.boosts.get(number, 0)
        self.boosts[into] = min(self.boosts.get(into, boost), boost) if self.ships.get(into) else boost
        self.at.setdefault(into, self.at[number])
        self.ships.setdefault(into, [])
        self.spent.setdefault(into, self.spent[number])
        for ship in ships:
            self.ships[number].remove(ship)
            self.ships[into].append(ship)
        self.spent[into] = max(self.spent[into], self.spent[number])
        if not self.ships[number]:
            del self.at[number], self.ships[number], self.spent[number]
            self.boosts.pop(number, None)

    def choose(self, number: int, ships: Ships) -> list[Ship]:
        """Return the ships of a fleet that are meant, as far as they are there."""
        return chosen(self.ships[number], ships)


def chosen(mat: Sequence[Ship], ships: Ships) -> list[Ship]:
    """Return the ships of a mat that are meant, the better armed first, as far as they are there."""
    order = sorted(mat, key=lambda ship: -ship.busters)
    named: list[Ship] = []
    for kind, count in ships.counts:
        named += [ship for ship in order if ship.kind == kind][: None if count == ALL else count]
    if not ships.every:
        return named
    rest = list(mat)
    for ship in named:
        rest.remove(ship)
    return rest


def counted(ships: Iterable[Ship]) -> Ships:
    """Return ships as an order speaks of them."""
    counts: dict[str, int] = {}
    for ship in ranked(list(ships)):
        counts[ship.kind] = counts.get(ship.kind, 0) + 1
    return Ships(tuple(counts.items()))

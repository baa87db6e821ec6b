"""A bot's garrisons: the worth of its own planets, the threats to them, and the ships that stay to hold them.

A seat needs its Homeworld and one planet of each resource: so one of each is held in strength, and the others only by
what is of no use elsewhere.
"""

from collections.abc import Sequence
from functools import cached_property

from moderator.games.space_genocide.board import figures
from moderator.games.space_genocide.pieces import RESOURCES, Ship, World
from moderator.games.space_genocide.seat.bots.planning import FAR, Sketch, Temper, can_move, is_sturdy
from moderator.games.space_genocide.tables import KIND

VITAL = 10.0
"""What a planet is worth with which the seat falls."""

KEPT = {1: VITAL, 2: 6.0, 3: 4.0}
"""What the planet of a resource is worth that is held, by how many are left."""

SPARE = {2: 2.5, 3: 1.2}
"""What the others are worth."""

NEAR, MIDDLE = 5, 10
"""An enemy fleet so near threatens a planet wholly, or by half."""

CRAWL = 2
"""What does not go so far in a turn is no use away from home."""


class Garrisons:
    """The own planets by hex: ``worth``, and ``danger`` in ships that may come soon."""

    def __init__(self, sketch: Sketch, temper: Temper) -> None:
        """Look at all own planets."""
        self.sketch, self.temper = sketch, temper
        self.held: dict[int, list[Ship]] = {at: [] for at in sketch.home}
        for number, at in sketch.where.items():
            if at in self.held and number in sketch.mine:
                self.held[at] += sketch.mine[number]
        self.worth = self._worths()
        self.danger = {at: self._danger(at) for at in sketch.home}

    @cached_property
    def safety(self) -> dict[int, int]:
        """How far each own planet is from the nearest enemy planet."""
        return {
            at: min((self.sketch.distance(at, there) for there in self.sketch.prey), default=FAR)
            for at in self.sketch.home
        }

    def _worths(self) -> dict[int, float]:
        """Return what each own planet is worth."""
        sketch, worth = self.sketch, {}
        for at, planet in sketch.home.items():
            if planet.world is World.HOMEWORLD:
                worth[at] = 2.0 if sketch.race.homeless else VITAL
        for resource in RESOURCES:
            own = [at for at, planet in sketch.home.items() if planet.world is resource]
            if not own:
                continue
            kept = max(own, key=lambda at: (self._remaining_defence(at), self.safety[at], at))
            for at in own:
                worth[at] = KEPT[min(3, len(own))] if at == kept else SPARE[min(3, len(own))]
        for at in sketch.home:
            worth.setdefault(at, 1.0)
        return worth

    def _remaining_defence(self, at: int) -> int:
        """Return what holds a planet already and will not go, with how safe it lies."""
        slow = sum(self._pace(ship) < CRAWL for ship in self.held[at])
        return 3 * slow + self.safety[at]

    def _danger(self, at: int) -> float:
        """Return about how many enemy ships may be there soon."""
        danger = 0.0
        for there, fleets in self.sketch.foes.items():
            steps = self.sketch.distance(there, at)
            if steps <= (NEAR if there in self.sketch.prey else MIDDLE):
                share = 1.0 if steps <= NEAR else 0.5
                danger += share * sum(self._mobile(self.sketch.ships_of(fleet)) for fleet in fleets)
        return danger

    @staticmethod
    def _mobile(ships: Sequence[Ship]) -> int:
        return sum(can_move(ship) or KIND[ship.kind].fighter for ship in ships)

    def wanted(self, at: int) -> int:
        """Return how many ships ought to hold a planet."""
        worth = self.worth[at]
        if worth < KEPT[3]:
            return 0
        quiet = self.temper.hold[0 if worth >= VITAL else 1 if worth >= KEPT[2] else 2]
        return max(quiet, round(min(1.0, worth / KEPT[2]) * self.temper.fear * self.danger[at]))

    def stay(self, at: int, ships: Sequence[Ship]) -> list[Ship]:
        """Return which ships stay at a planet: what goes nowhere, then the tough, as many as are wanted."""
        staying = [ship for ship in ships if self._pace(ship) < CRAWL]
        movers = [ship for ship in ships if self._pace(ship) >= CRAWL and is_sturdy(ship)]
        movers.sort(key=self._fitness, reverse=True)
        return staying + movers[: max(0, self.wanted(at) - len(staying))]

    def _pace(self, ship: Ship) -> int:
        return figures.move(KIND[ship.kind], self.sketch.race)

    def _fitness(self, ship: Ship) -> int:
        """Return how well a ship holds a planet, less what it could do elsewhere."""
        kind = KIND[ship.kind]
        return kind.attack + kind.defence - 2 * kind.busters - self._pace(ship)

    def weakest(self) -> list[int]:
        """Return own planets by where a ship more is needed most."""
        return sorted(self.sketch.home, key=self._shortage)

    def _shortage(self, at: int) -> tuple[float, int]:
        have = len(self.held[at])
        return (-self.worth[at] * max(0.2, self.wanted(at) - have + 1) / (1 + have), at)


def aboard(sketch: Sketch, going: list[Ship], staying: list[Ship], keep: int) -> None:
    """Let fighters that stay go in what bays there are, the best attackers first, so long as enough are left."""
    room = sketch.room(going)
    fighters = sorted(
        (ship for ship in staying if KIND[ship.kind].fighter),
        key=lambda ship: (-ship.busters, -KIND[ship.kind].attack),
    )
    for fighter in fighters[:room]:
        if len(staying) <= keep:
            return
        staying.remove(fighter)
        going.append(fighter)

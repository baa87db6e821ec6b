"""Legality of the set-up: worlds, first fleets and races, on the author's own planets and ships."""

from collections import Counter

from moderator.games.space_genocide.board.units import chosen
from moderator.games.space_genocide.orders.faults import Faults, wrong
from moderator.games.space_genocide.orders.phrases import ALL, Ships
from moderator.games.space_genocide.orders.types import ChooseRace, FormFleet, LeaveShips, TypePlanet
from moderator.games.space_genocide.pieces import WORLDS, Ship
from moderator.games.space_genocide.seat.view import View


class Draft:
    """What is left to hide and to form while the lines of a set-up are tried out."""

    def __init__(self, view: View) -> None:
        """Begin with all ships in the pool and all counters in hand."""
        self.view = view
        self.counters = Counter(WORLDS)
        self.typed: set[str] = set()
        self.pool: list[Ship] = [ship for fleet in view.own for ship in fleet.ships or ()]
        self.formed: dict[int, str] = {}

    def faults(self, order: TypePlanet | FormFleet | LeaveShips | ChooseRace) -> Faults:
        """Judge a line and, if nothing is wrong with it, carry it out."""
        if isinstance(order, TypePlanet):
            return self._type(order)
        if isinstance(order, FormFleet):
            return self._form(order)
        return self._leave(order) if isinstance(order, LeaveShips) else self._race()

    def _type(self, order: TypePlanet) -> Faults:
        if not self._is_own(order.place):
            yield wrong("not-your-planet", place=order.place, known=self._places())
        elif order.place in self.typed:
            yield wrong("planet-typed-twice", place=order.place)
        elif not self.counters[order.world]:
            yield wrong("no-counter", world=order.world.value, place=order.place)
        else:
            self.typed.add(order.place)
            self.counters[order.world] -= 1

    def _form(self, order: FormFleet) -> Faults:
        taken = list(self.formed.values())
        if not self._is_own(order.place):
            yield wrong("not-your-planet", place=order.place, known=self._places())
        elif order.fleet > self.view.options.fleets:
            yield wrong("no-marker", fleet=order.fleet, most=self.view.options.fleets)
        elif order.fleet in self.formed:
            yield wrong("fleet-formed-twice", fleet=order.fleet, place=self.formed[order.fleet])
        elif order.place in taken:
            yield wrong("planet-taken", place=order.place, known=self._free())
        else:
            ships = chosen(self.pool, order.ships)
            most = self.view.options.start_fleet
            if not ships or is_short(self.pool, order.ships):
                yield wrong("no-such-ships", kinds=kinds_of(self.pool))
            elif len(ships) > most:
                yield wrong("too-many-ships", count=len(ships), most=most)
            else:
                self._use(ships)
                self.formed[order.fleet] = order.place

    def _leave(self, order: LeaveShips) -> Faults:
        ships = chosen(self.pool, order.ships)
        if not ships or is_short(self.pool, order.ships):
            yield wrong("no-such-ships", kinds=kinds_of(self.pool))
        else:
            self._use(ships)

    def _race(self) -> Faults:
        if self.view.options.races != "chosen":
            yield wrong("races-not-chosen", how=self.view.options.races)

    def _use(self, ships: list[Ship]) -> None:
        for ship in ships:
            self.pool.remove(ship)

    def _is_own(self, place: str) -> bool:
        planet = self.view.planet(place)
        return planet is not None and planet.seat == self.view.who

    def _free(self) -> tuple[str, ...]:
        return tuple(place for place in self._places() if place not in self.formed.values())

    def _places(self) -> tuple[str, ...]:
        return tuple(planet.place for planet in self.view.own_planets)


def is_short(mat: list[Ship], ships: Ships) -> bool:
    """Tell whether fewer ships of a type are there than are named."""
    there = Counter(ship.kind for ship in mat)
    return any(not there[kind] or (there[kind] < count and count != ALL) for kind, count in ships.counts)


def kinds_of(mat: list[Ship]) -> tuple[str, ...]:
    """Return the types of ships that are there."""
    return tuple(dict.fromkeys(ship.kind for ship in mat))

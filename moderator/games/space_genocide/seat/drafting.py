"""Legality of the set-up: worlds, first fleets and races, on the author's own planets and ships."""

from collections import Counter
from collections.abc import Sequence

from moderator.games.space_genocide.board.settling import Fleets, Worlds
from moderator.games.space_genocide.board.units import chosen
from moderator.games.space_genocide.faults import GenocideFault, Problems, misplaced, wrong
from moderator.games.space_genocide.orders.phrases import ALL, Ships
from moderator.games.space_genocide.orders.types import ChooseRace, FormFleet, GenocideOrder, LeaveShips, TypePlanet
from moderator.games.space_genocide.pieces import Place, Ship, World
from moderator.games.space_genocide.seat.view import View


class Draft:
    """A set-up whose lines are tried out: what settles it, asked line by line."""

    def __init__(self, view: View) -> None:
        """Begin with what is proposed."""
        self._options = view.options
        self._places = tuple(planet.place for planet in view.own_planets)
        self._worlds = Worlds(dict.fromkeys(self._places))
        self._fleets = _proposed_fleets(view)

    def faults(self, order: TypePlanet | FormFleet | LeaveShips | ChooseRace) -> Problems:
        """Judge a line and, if nothing is wrong with it, carry it out."""
        match order:
            case TypePlanet():
                return self._judge_type(order)
            case FormFleet():
                return self._judge_fleet(order)
            case LeaveShips():
                return self._judge_leaving(order)
            case ChooseRace():
                return self._judge_race()

    def _judge_type(self, order: TypePlanet) -> Problems:
        is_typed = order.place in self._worlds.types
        cause = self._worlds.put(order)
        if cause == "no-planet":
            yield misplaced(GenocideFault.NOT_YOUR_PLANET, order.place, known=self._places)
        elif cause and is_typed:
            yield wrong(GenocideFault.PLANET_TYPED_TWICE, place=order.place)
        elif cause:
            yield wrong(GenocideFault.NO_COUNTER, world=order.world.value, place=order.place)

    def _judge_fleet(self, order: FormFleet) -> Problems:
        formed, pool, most = self._fleets.mats, self._fleets.pool, self._options.start_fleet
        match self._fleets.bar(order):
            case "no-planet":
                yield misplaced(GenocideFault.NOT_YOUR_PLANET, order.place, known=self._places)
            case "no-marker" if order.fleet in formed:
                yield wrong(GenocideFault.FLEET_FORMED_TWICE, fleet=order.fleet, place=formed[order.fleet][0])
            case "no-marker":
                yield wrong(GenocideFault.NO_MARKER, fleet=order.fleet, most=self._options.fleets)
            case "planet-taken":
                taken = [place for place, _ in formed.values()]
                free = tuple(place for place in self._places if place not in taken)
                yield wrong(GenocideFault.PLANET_TAKEN, place=order.place, known=free)
            case _ if is_short(pool, order.ships):
                yield wrong(GenocideFault.NO_SUCH_SHIPS, kinds=kinds_of(pool))
            case _ if (count := len(chosen(pool, order.ships))) > most:
                yield wrong(GenocideFault.TOO_MANY_SHIPS, count=count, most=most)
            case _:
                self._fleets.form(order)

    def _judge_leaving(self, order: LeaveShips) -> Problems:
        pool = self._fleets.pool
        if is_short(pool, order.ships):
            yield wrong(GenocideFault.NO_SUCH_SHIPS, kinds=kinds_of(pool))
        else:
            self._fleets.leave(order)

    def _judge_race(self) -> Problems:
        if self._options.races != "chosen":
            yield wrong(GenocideFault.RACES_NOT_CHOSEN, how=self._options.races)


def settled(view: View, orders: Sequence[GenocideOrder]) -> tuple[dict[Place, World], Fleets]:
    """Return the types of a seat's planets and its fleets as its orders, and else the proposal, have them."""
    types = Worlds({planet.place: planet.world for planet in view.own_planets}).settle(orders).types
    return types, _proposed_fleets(view).settle(orders)


def bare_homeworld(view: View, orders: Sequence[GenocideOrder]) -> Place | None:
    """Return where a set-up puts a Homeworld without a fleet, None if it has one."""
    types, fleets = settled(view, orders)
    held = {place for place, _ in fleets.mats.values()}
    return next((place for place, world in types.items() if world is World.HOMEWORLD and place not in held), None)


def _proposed_fleets(view: View) -> Fleets:
    """Return the fleets that are proposed, before any line."""
    mats = {fleet.number: (fleet.place, list(fleet.ships or ())) for fleet in view.own}
    return Fleets(mats, [planet.place for planet in view.own_planets], view.options)


def is_short(mat: list[Ship], ships: Ships) -> bool:
    """Tell whether fewer ships of a type are there than are named, or none are meant."""
    there = Counter(ship.kind for ship in mat)
    lacking = any(not there[kind] or (there[kind] < count and count != ALL) for kind, count in ships.counts)
    return lacking or not chosen(mat, ships)


def kinds_of(mat: list[Ship]) -> tuple[str, ...]:
    """Return the types of ships that are there."""
    return tuple(dict.fromkeys(ship.kind for ship in mat))

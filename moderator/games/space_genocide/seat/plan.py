"""A seat's own fleets while its order set is tried out: what check and preview work on."""

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from msgspec import Struct

from moderator.core.codec import kebab
from moderator.core.trial import Trial as TrialOf
from moderator.games.space_genocide.board import figures
from moderator.games.space_genocide.board.surplus import declines_gifts, ship_to_give_up
from moderator.games.space_genocide.board.units import Squadron
from moderator.games.space_genocide.events.transport import FleetMoved, OrderFailed, ShipsTransferred
from moderator.games.space_genocide.orders.types import GenocideOrder, Move, Play, Pursue, standing
from moderator.games.space_genocide.pieces import Place, Ship
from moderator.games.space_genocide.seat.view import View

Foreseen: TypeAlias = FleetMoved | OrderFailed | ShipsTransferred
"""What comes of a line for own fleets, as it will be told after the turn; it tells of nothing that is hidden."""

_PEACE = "diplomacy"


class Rehearsal(Protocol):
    """Own fleets that the rules move line by line, as if nobody else acted or answered."""

    @property
    def fleets(self) -> Mapping[int, Squadron]:
        """The fleets by number, as the lines have put them so far."""
        ...

    def carry_out(self, order: GenocideOrder, ahead: Sequence[GenocideOrder]) -> Sequence[Foreseen]:
        """Do what a line says in its place among the moves, with some ``ahead``; return what comes of it."""
        ...

    def go_on(self) -> Sequence[Foreseen]:
        """Let fleets that are under way use the points that they have left."""
        ...

    def finds(self, order: Play, ahead: Sequence[GenocideOrder] = ()) -> bool:
        """Tell whether a card finds something to be played on, as far as that can be foreseen."""
        ...


Trial: TypeAlias = TrialOf[View, Rehearsal]


class Leg(NamedTuple):
    """A fleet's move this turn along ``path``, its origin first, to a ``goal``.

    ``bar`` is why it does not even set out, ``"there"`` if it is there already. ``halted`` is why it ends before its
    goal (``"speed"``: it goes on next turn), or ``"enemy"`` at it.
    """

    fleet: int
    path: tuple[Place, ...]
    goal: Place
    bar: str = ""
    halted: str = ""


class GiftForeseen(Struct, frozen=True, kw_only=True, tag=kebab):
    """A fleet would find a ship at a place where its seat has as many as it may: ``kind`` of ``other`` would go."""

    fleet: int
    place: Place
    ships: int
    kind: str
    other: int


class Plan:
    """Own fleets by number as the order set has put them so far, and where those of others stand.

    ``ahead`` are the lines that come after the one that is tried out.
    """

    def __init__(self, view: View, trial: Trial, orders: Sequence[GenocideOrder]) -> None:
        """Begin as the view has them, with the doctrine that stands with an order set."""
        self.view, self.board, self.race = view, view.board, view.race(view.who)
        self._rehearsal = trial(view)
        index = self.board.index
        self.homes = frozenset(index[planet.place] for planet in view.own_planets)
        self.foes = frozenset(index[fleet.place] for fleet in view.fleets if fleet.seat != view.who)
        self.fleets = self._rehearsal.fleets
        self.doctrine = standing(view.doctrine, orders)
        self.ahead: Sequence[GenocideOrder] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        """The fleets that there are, by number."""
        return tuple(self.fleets)

    def place(self, number: int) -> Place:
        """Return where a fleet is."""
        return self.board.names[self.fleets[number].at]

    def mat(self, number: int) -> list[Ship]:
        """Return what a fleet has."""
        return [craft.ship for craft in self.fleets[number].crafts]

    def finds(self, order: Play) -> bool:
        """Tell whether a card finds something to be played on, as far as that can be foreseen."""
        return self._rehearsal.finds(order, self.ahead)

    def carry_out(self, order: GenocideOrder) -> Sequence[Foreseen]:
        """Try out a line, and return what comes of it."""
        events = self._rehearsal.carry_out(order, self.ahead)
        self.fleets = self._rehearsal.fleets
        return events

    def move(self, order: Move | Pursue) -> list[Leg]:
        """Try out a line that moves fleets; with ``ALL``, those that do not set out are left out, unless none does."""
        goal = self._goal(order)
        if not goal:
            return []
        named = order.fleets.among(self.numbers)
        events = self.carry_out(order)
        legs = [self._leg(number, goal, events) for number in named]
        return ([leg for leg in legs if leg.bar in _SENT] or legs) if order.fleets.every else legs

    def gift(self, leg: Leg) -> GiftForeseen | None:
        """Return what a ship found on a way would cost a seat that has as many as it may, and takes gifts."""
        view, fleets = self.view, self.fleets.values()
        count = sum(len(one.crafts) for one in fleets)
        found = (place for place in leg.path[1:] if view.ground(place).ship and not view.is_spent(place))
        place = next(found, "")
        if not place or count < figures.ship_limit(view.options, self.race) or declines_gifts(self.doctrine):
            return None
        craft, squadron = ship_to_give_up(fleets, self.doctrine, self.race, view.options)
        return GiftForeseen(fleet=leg.fleet, place=place, ships=count, kind=craft.kind.key, other=squadron.number)

    def _goal(self, order: Move | Pursue) -> Place:
        """Return where a line sends fleets as things stand now; empty if there is no such place or fleet."""
        if isinstance(order, Move):
            return order.way[-1] if self.board.index.keys() >= set(order.way) else ""
        quarry = self.view.fleet(order.foe.seat, order.foe.fleet)
        return "" if quarry is None else quarry.place

    def go_on(self, sent: Container[int]) -> Iterator[Leg]:
        """Let fleets go on; of those that were ``sent`` only the ones that come farther are told of."""
        goals = {number: self.board.names[one.course[-1]] for number, one in self.fleets.items() if one.course}
        events = self._rehearsal.go_on()
        self.fleets = self._rehearsal.fleets
        for leg in (self._leg(number, goal, events) for number, goal in goals.items()):
            if leg.fleet not in sent or len(leg.path) > 1:
                yield leg

    def _leg(self, number: int, goal: Place, events: Sequence[Foreseen]) -> Leg:
        """Return how a fleet fares by the events of the trial, and by where it is still going."""
        squadron = self.fleets[number]
        event = next((one for one in events if one.fleet == number and not isinstance(one, ShipsTransferred)), None)
        if isinstance(event, FleetMoved):
            on_the_way = event.halted or "speed" if squadron.course else ""
            return Leg(number, event.path, goal, halted="enemy" if event.halted == "enemy" else on_the_way)
        origin = (self.place(number),)
        if event is not None:
            return Leg(number, origin, goal, bar=event.cause)
        if squadron.course and squadron.course != (squadron.at,):
            return Leg(number, origin, goal, halted="speed")
        return Leg(number, origin, goal, bar=squadron.bar(self.race, home=squadron.at in self.homes) or "there")


_SENT = ("", "no-way", "no-marker")
"""What is the matter with fleets that ``ALL`` means: nothing, or that they cannot go where they are sent."""


def is_peace(view: View, orders: Sequence[GenocideOrder]) -> bool:
    """Tell whether a card would let nobody fight or launch this turn."""
    played = {order.card for order in orders if isinstance(order, Play)}
    return _PEACE in played and _PEACE in view.hand

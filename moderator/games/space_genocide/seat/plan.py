"""A seat's own fleets while its sheet is tried out: what check and preview work on."""

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from moderator.core.trial import Trial as TrialOf
from moderator.games.space_genocide.board.units import Squadron
from moderator.games.space_genocide.events.transport import FleetMoved, OrderFailed, ShipsTransferred
from moderator.games.space_genocide.orders.types import GenocideOrder, Move, Play
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

    def carry_out(self, order: GenocideOrder) -> Sequence[Foreseen]:
        """Do what a line says in its place among the moves; return what comes of it."""
        ...

    def go_on(self) -> Sequence[Foreseen]:
        """Let fleets that are under way use the points that they have left."""
        ...

    def finds(self, order: Play) -> bool:
        """Tell whether a card finds something to be played on, as far as that can be foreseen."""
        ...


Trial: TypeAlias = TrialOf[View, Rehearsal]


class Leg(NamedTuple):
    """How a fleet fares this turn: along ``path``, its origin first, to a ``goal``.

    ``bar`` is why it does not even set out, ``"there"`` if it is there already. ``halted`` is why it ends before its
    goal (``"speed"``: it goes on next turn), or ``"enemy"`` at it.
    """

    fleet: int
    path: tuple[Place, ...]
    goal: Place
    bar: str = ""
    halted: str = ""


class Plan:
    """Own fleets by number as the sheet has put them so far, and where those of others stand."""

    def __init__(self, view: View, trial: Trial) -> None:
        """Begin as the view has them."""
        self.view, self.board, self.race = view, view.board, view.race(view.who)
        self._rehearsal = trial(view)
        index = self.board.index
        self.homes = frozenset(index[planet.place] for planet in view.own_planets)
        self.foes = frozenset(index[fleet.place] for fleet in view.fleets if fleet.seat != view.who)
        self.fleets = self._rehearsal.fleets

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

    def bar(self, number: int) -> str:
        """Return why a fleet cannot move, empty if it can."""
        squadron = self.fleets[number]
        return squadron.bar(self.race, home=squadron.at in self.homes)

    def speed(self, number: int) -> int:
        """Return how far a fleet goes in a turn once it has left behind what cannot move; 0: it cannot move."""
        squadron = self.fleets[number]
        return squadron.speed(self.race, home=squadron.at in self.homes)

    def finds(self, order: Play) -> bool:
        """Tell whether a card finds something to be played on, as far as that can be foreseen."""
        return self._rehearsal.finds(order)

    def carry_out(self, order: GenocideOrder) -> Sequence[Foreseen]:
        """Try out a line, and return what comes of it."""
        told = self._rehearsal.carry_out(order)
        self.fleets = self._rehearsal.fleets
        return told

    def move(self, order: Move) -> list[Leg]:
        """Try out a line that moves fleets; with ``ALL``, those that do not set out are left out, unless none does."""
        if any(place not in self.board.index for place in order.way):
            return []
        named = order.fleets.among(self.numbers)
        told = self.carry_out(order)
        legs = [self._leg(number, order.way[-1], told) for number in named]
        return ([leg for leg in legs if leg.bar in _SENT] or legs) if order.fleets.every else legs

    def go_on(self, sent: Container[int]) -> Iterator[Leg]:
        """Let fleets go on; of those that were ``sent`` only the ones that come farther are told of."""
        goals = {number: self.board.names[one.course[-1]] for number, one in self.fleets.items() if one.course}
        told = self._rehearsal.go_on()
        self.fleets = self._rehearsal.fleets
        for leg in (self._leg(number, goal, told) for number, goal in goals.items()):
            if leg.fleet not in sent or len(leg.path) > 1:
                yield leg

    def _leg(self, number: int, goal: Place, told: Sequence[Foreseen]) -> Leg:
        """Return how a fleet fared by what was told of it, and by where it is still going."""
        course = self.fleets[number].course
        for event in told:
            if isinstance(event, FleetMoved) and event.fleet == number:
                on_the_way = event.halted or "speed" if course else ""
                return Leg(number, event.path, goal, halted="enemy" if event.halted == "enemy" else on_the_way)
            if isinstance(event, OrderFailed) and event.fleet == number:
                return Leg(number, (self.place(number),), goal, bar=event.cause)
        here = (self.place(number),)
        if course and course != (self.fleets[number].at,):
            return Leg(number, here, goal, halted="speed")
        return Leg(number, here, goal, bar=self.bar(number) or "there")


_SENT = ("", "no-way", "no-marker")
"""What is the matter with fleets that ``ALL`` means: nothing, or that they cannot go where they are sent."""


def is_peace(view: View, orders: Sequence[GenocideOrder]) -> bool:
    """Tell whether a card would let nobody fight or launch this turn."""
    played = {order.card for order in orders if isinstance(order, Play)}
    return _PEACE in played and _PEACE in view.hand

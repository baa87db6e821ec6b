"""The books of one seat of Space Genocide, kept from its report alone, and the causes that they bear out."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.games.space_genocide.events import battle, cards, transport
from moderator.games.space_genocide.orders.types import Join, Play, Scrap, Transfer
from tests.support.causes.told import Told


class Books:
    """Which fleets are where, which cards a seat holds, and which of its fleets something befell."""

    def __init__(self, seat: Seat, before: Any) -> None:  # noqa: ANN401 - of its game
        self.seat = seat
        self.fleets = {(fleet.seat, fleet.number): fleet.place for fleet in before.fleets}
        self.before = frozenset(self.fleets)
        self.ships = [(each.number, ship.kind) for each in before.fleets if each.seat == seat for ship in each.ships]
        self.most = before.options.fleets
        self.hand = Counter(before.hands.get(seat, ()))
        self.touched: set[tuple[Seat, int]] = set()
        self.jammed: set[int] = set()
        self.rammers: set[str] = set()

    def read(self, event: Event) -> None:
        """Enter what a line of the report tells."""
        if isinstance(event, transport.FleetAppeared):
            self.fleets[event.seat, event.fleet] = event.place
        elif isinstance(event, transport.FleetGone):
            self.fleets.pop((event.seat, event.fleet), None)
        elif isinstance(event, transport.FleetMoved):
            self.fleets[event.seat, event.fleet] = event.path[-1]
        elif isinstance(event, cards.FleetRelocated):
            self.fleets[event.seat, event.fleet] = event.goal
        elif isinstance(event, cards.FleetJammed):
            self.jammed.add(event.fleet if event.seat == self.seat else 0)
        elif isinstance(event, cards.CardsGained):
            self.hand.update(event.cards)
        elif isinstance(event, cards.CardPlayed | cards.CardsDiscarded) and event.seat == self.seat:
            self.hand.subtract([event.card] if isinstance(event, cards.CardPlayed) else event.cards)
        elif isinstance(event, battle.SalvoFired) and event.seat == self.seat:
            self.rammers.update(event.rammed)
        self._touch(msgspec.to_builtins(event))

    def _touch(self, data: Any) -> None:  # noqa: ANN401 - any part of an event
        if isinstance(data, dict):
            for number in (data.get("fleet"), data.get("number"), data.get("into"), data.get("other")):
                if isinstance(number, int):
                    self.touched.add((data.get("seat") or data.get("owner") or self.seat, number))
            for each in data.values():
                self._touch(each)
        elif isinstance(data, list | tuple):
            for each in data:
                self._touch(each)


def is_true(failed: Any, told: Told, before: Any) -> bool:  # noqa: ANN401 - of its game
    """Tell whether the books bear out the cause."""
    books = Books(failed.seat, before)
    for event in told:
        books.read(event)
    return failed.cause in _LINE or _SO[failed.cause](failed, books)


def _is_gone(failed: Any, books: Books) -> bool:  # noqa: ANN401 - as above
    own = (failed.seat, failed.fleet)
    return own not in books.fleets and (own not in books.before or own in books.touched)


def _is_apart(failed: Any, books: Books) -> bool:  # noqa: ANN401 - as above
    order = failed.order
    numbers = (order.into, failed.fleet if isinstance(order, Join) else order.fleet)
    places = {books.fleets[failed.seat, number] for number in numbers}
    return len(places) > 1 and failed.place in places


def _is_there(failed: Any, books: Books) -> bool:  # noqa: ANN401 - as above
    return bool(books.fleets.get((failed.seat, failed.fleet)) == failed.place)


def _holds(failed: Any, books: Books) -> bool:  # noqa: ANN401 - as above
    return not isinstance(failed.order, Play) or books.hand[failed.order.card] > 0


def _has_ships(failed: Any, books: Books) -> bool:  # noqa: ANN401 - as above
    """Tell whether a fleet is there that may lack the ships, and it lacked them before or something befell it."""
    own, order = (failed.seat, failed.fleet), failed.order
    if isinstance(order, Transfer):
        return own in books.fleets
    kinds = [kind for number, kind in books.ships if failed.fleet in (0, number)]
    return not isinstance(order, Scrap) or order.kind not in kinds or bool(books.touched)


_SO: Mapping[str, Callable[[Any, Books], bool]] = {
    "no-fleet": _is_gone,
    "no-quarry": lambda f, books: (f.order.foe.seat, f.order.foe.fleet) not in books.fleets,
    "not-together": _is_apart,
    "jammed": lambda f, books: f.fleet in books.jammed,
    "no-card": lambda f, books: books.hand[f.order.card] <= 0,
    "not-now": _holds,
    "unsuited": _holds,
    "no-target": _holds,
    "one-only": lambda f, _: isinstance(f.order, Scrap),
    "no-attack": lambda f, books: books.rammers.isdisjoint(kind for kind, _ in f.order.ships.counts),
    "no-marker": lambda f, books: sum(seat == f.seat for seat, _ in books.fleets) >= books.most,
    "unmoved": lambda f, books: any(
        seat != f.seat and (number, place) == (f.fleet, f.place) for (seat, number), place in books.fleets.items()
    ),
    "no-ships": _has_ships,
    "immobile": _is_there,
    "no-bays": _is_there,
    "no-busters": _is_there,
    "fleet-full": _is_there,
    "no-way": lambda f, books: not f.fleet or _is_there(f, books),
}

_LINE = ("not-allowed", "no-planet", "wrong-phase")
"""What the line or the options say."""

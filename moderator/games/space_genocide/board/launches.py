"""The Planet Busters that ships launch at a planet by their seat's orders, for rules and previews."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from moderator.games.space_genocide.board.units import Craft, Squadron
from moderator.games.space_genocide.options import Options
from moderator.games.space_genocide.orders.types import Doctrine, Launch, When
from moderator.games.space_genocide.pieces import Place, World

USUAL = 3
"""Planet Busters that are launched at a planet where nothing is ordered: they hit seven times out of eight."""


class Goal(NamedTuple):
    """A planet as the seat that launches knows it; ``known`` is whether it knows the type or will have read it."""

    place: Place
    world: World | None
    known: bool
    guarded: bool


class Shot(NamedTuple):
    """The Planet Busters that one ship launches."""

    craft: Craft
    squadron: Squadron
    busters: int


def shots_at(doctrine: Iterable[Doctrine], goal: Goal, fleets: Iterable[Squadron], options: Options) -> list[Shot]:
    """Return what a seat's fleets at an enemy planet launch.

    Ships for which nothing is ordered launch as many as are usual together, the first of them first.
    """
    if goal.guarded and not options.launch_past_defenders:
        return []
    orders, found, usual = [order for order in doctrine if isinstance(order, Launch)], [], USUAL
    for squadron in fleets:
        ordered = _ordered_count(orders, squadron.number, goal.place, partial(_condition_holds, goal))
        for craft in sorted(squadron.crafts, key=lambda one: (-one.busters, one.kind.key)):
            count = min(0 if craft.launched else craft.busters, usual if ordered is None else ordered)
            usual -= count if ordered is None else 0
            found.append(Shot(craft, squadron, count))
    if options.launches == "planet" and found:
        found = [max(found, key=lambda shot: shot.busters)]
    return [shot for shot in found if shot.busters]


def _condition_holds(goal: Goal, when: When) -> bool:
    """Tell whether a planet is what the IF of an order to launch asks for, as far as the seat knows."""
    if when in ("always", "undefended"):
        return when == "always" or not goal.guarded
    return goal.known and when in ("known", goal.world)


def _ordered_count(orders: Sequence[Launch], fleet: int, place: str, holds: Callable[[When], bool]) -> int | None:
    """Return how many each ship of a fleet is told to launch at a planet, None if nothing is said of it.

    The orders that say most count: both named, the place, the fleet, neither; of these the first whose IF holds.
    """
    for named in ((fleet, place), (0, place), (fleet, ""), (0, "")):
        meant = [order for order in orders if (order.fleet, order.place) == named]
        if meant:
            return next((order.busters for order in meant if holds(order.when)), 0)
    return None

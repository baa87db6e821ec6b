"""The choice of the ship that a seat gives up when a gift makes one too many."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from moderator.games.space_genocide.board.units import Craft, Squadron, is_of_class
from moderator.games.space_genocide.options import Options
from moderator.games.space_genocide.orders.types import DeclineGifts, Doctrine, ScrapFirst
from moderator.games.space_genocide.tables import Race

_Ships: TypeAlias = Sequence[tuple[Craft, Squadron]]


def ship_to_give_up(
    fleets: Iterable[Squadron], doctrine: Sequence[Doctrine], race: Race, options: Options
) -> tuple[Craft, Squadron]:
    """Return what a seat says it would rather lose, else the ship that counts for least.

    In the second reading a ship with cargo goes only where there is none without.
    """
    ships = [(craft, one) for one in fleets for craft in one.crafts]
    laden = {id(craft) for _, one in ships for craft in one.laden(race)} if options.second else set()
    return min(_named(ships, doctrine) or ships, key=lambda one: (id(one[0]) in laden, one[0].worth(options)))


def declines_gifts(doctrine: Iterable[Doctrine]) -> bool:
    """Tell whether a seat refuses gifts that would be one ship too many."""
    return any(isinstance(order, DeclineGifts) for order in doctrine)


def _named(ships: _Ships, doctrine: Sequence[Doctrine]) -> _Ships:
    """Return the ships of the first type or class that a seat would rather lose and has; of any where it names ALL."""
    orders = [order for order in doctrine if isinstance(order, ScrapFirst)]
    wishes = ((wanted, order.fleet) for order in orders for wanted in order.prey or ("",))
    meant = ([one for one in ships if _is_meant(*one, *wish)] for wish in wishes)
    return next(filter(None, meant), ())


def _is_meant(craft: Craft, squadron: Squadron, wanted: str, fleet: int) -> bool:
    """Tell whether a ship is of a type or class (empty: any) and of a fleet (0: any)."""
    return fleet in (0, squadron.number) and (not wanted or is_of_class(craft, wanted))

"""How many Planet Busters ships launch at a planet by their seat's orders: for rules and previews."""

from collections.abc import Callable, Sequence

from moderator.games.space_genocide.options import Options
from moderator.games.space_genocide.orders.types import Launch, When

USUAL = 3
"""Planet Busters that are launched at a planet where nothing is ordered: they hit seven times out of eight."""


def counts(
    orders: Sequence[Launch],
    place: str,
    aboard: Sequence[tuple[int, int]],
    holds: Callable[[When], bool],
    options: Options,
) -> list[int]:
    """Return what each ship launches; ``aboard`` are the ships' fleets and Planet Busters, ``holds`` tells of an IF.

    Ships for which nothing is ordered launch as many as are usual together, the first of them first.
    """
    found, usual = [], USUAL
    for fleet, busters in aboard:
        told = _told(orders, fleet, place, holds)
        count = min(busters, usual if told is None else told)
        usual -= count if told is None else 0
        found.append(count)
    if options.launches == "planet" and found:
        one = found.index(max(found))
        return [count if at == one else 0 for at, count in enumerate(found)]
    return found


def _told(orders: Sequence[Launch], fleet: int, place: str, holds: Callable[[When], bool]) -> int | None:
    """Return how many each ship of a fleet is told to launch at a planet, None if nothing is said of it.

    The orders that say most count: both named, the place, the fleet, neither; of these the first whose IF holds.
    """
    for named in ((fleet, place), (0, place), (fleet, ""), (0, "")):
        meant = [order for order in orders if (order.fleet, order.place) == named]
        if meant:
            return next((order.busters for order in meant if holds(order.when)), 0)
    return None

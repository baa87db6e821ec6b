"""Parting and joining the ships at a hex, so that each group that has a task of its own is a fleet."""

from collections.abc import Iterable, Sequence

from moderator.games.space_genocide.pieces import Ship
from moderator.games.space_genocide.seat.bots.planning import Sketch


def without(ships: Iterable[Ship], taken: Iterable[Ship]) -> list[Ship]:
    """Return ships less some of them."""
    left = list(ships)
    for ship in taken:
        left.remove(ship)
    return left


def common(some: Iterable[Ship], others: Iterable[Ship]) -> list[Ship]:
    """Return the ships that two lists have in common, each as often as both have it."""
    left, found = list(others), []
    for ship in some:
        if ship in left:
            left.remove(ship)
            found.append(ship)
    return found


def muster(sketch: Sketch, fleets: Sequence[int], parts: Sequence[Sequence[Ship]]) -> list[int]:
    """Shift the ships of fleets at one hex until each part has a fleet of its own; return the fleets of the parts.

    The parts are all ships of these fleets. Where there are too few markers, a part has the number 0 and its ships
    are with the first part.
    """
    numbers = _numbers(sketch, fleets, parts)
    wanted: dict[int, list[Ship]] = {}
    for number, part in zip(numbers, parts, strict=True):
        wanted.setdefault(number or numbers[0], []).extend(part)
    pool: dict[int, list[Ship]] = {}
    for fleet in fleets:
        staying = common(sketch.mine[fleet], wanted.get(fleet, ()))
        pool[fleet] = without(sketch.mine[fleet], staying)
        if fleet in wanted:
            wanted[fleet] = without(wanted[fleet], staying)
    for into, ships in wanted.items():
        for fleet in fleets:
            moving = common(pool[fleet], ships)
            if moving and sketch.transfer(moving, fleet, into):
                pool[fleet] = without(pool[fleet], moving)
                ships[:] = without(ships, moving)
    return numbers


def _numbers(sketch: Sketch, fleets: Sequence[int], parts: Sequence[Sequence[Ship]]) -> list[int]:
    """Return a fleet number for each part: where most of it is already, else a free one, else 0."""
    numbers = [0] * len(parts)
    pairs = sorted(
        ((-len(common(sketch.mine[fleet], part)), place, fleet) for place, part in enumerate(parts) for fleet in fleets)
    )
    for shared, place, fleet in pairs:
        if shared and not numbers[place] and fleet not in numbers:
            numbers[place] = fleet
    free = list(sketch.free)
    for place, number in enumerate(numbers):
        if not number and free:
            numbers[place] = free.pop(0)
    if not numbers[0]:
        taken = next((place for place, number in enumerate(numbers) if number), 0)
        numbers[0], numbers[taken] = numbers[taken], 0
    return numbers

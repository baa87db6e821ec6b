"""The conditions of a line, tested when its time comes."""

from collections.abc import Sequence

from moderator.core.seats import Seat
from moderator.games.solar_system.board.forces import Forces
from moderator.games.solar_system.orders.phrases import Condition
from moderator.games.solar_system.pieces import UNITS, Kind


def all_hold(forces: Forces, seat: Seat, when: Sequence[Condition], unless: Sequence[Condition], there: str) -> bool:
    """Tell whether a line may be carried out: all that it waits for is so, and nothing that it avoids."""
    return all(_holds(forces, seat, one, there) for one in when) and not any(
        _holds(forces, seat, one, there) for one in unless
    )


def _holds(forces: Forces, seat: Seat, condition: Condition, there: str) -> bool:
    """Tell whether a condition is so on the board of the moment; ``there`` is where the line leads."""
    at = forces.place(condition.zone or there)
    match condition.what:
        case "enemy":
            return _enemies(forces, seat, at, condition.kind) >= condition.count
        case "seat":
            return condition.seat in forces.seats and forces.is_there(condition.seat, at)
        case "own":
            kinds = (condition.kind,) if condition.kind else UNITS
            return forces.units_of(seat, at, kinds) >= condition.count
        case "mine":
            return forces.holder(at) == seat
        case "empty":
            return not forces.others(seat, at)


def _enemies(forces: Forces, seat: Seat, at: int, kind: Kind | None) -> int:
    """Return how many units of others there are in a zone, of a kind or of any."""
    if kind is Kind.FACTORY:
        return sum(forces.seat_of[one.colour] != seat for one in forces.works_at(at))
    others = [other for other in forces.seats if other != seat]
    kilsats = sum(forces.kilsats_of(other, at) for other in others)
    if kind is Kind.KILSAT:
        return kilsats
    kinds = (kind,) if kind else UNITS
    return sum(forces.units_of(other, at, kinds) for other in others) + (kilsats if kind is None else 0)

"""What a move or a build changes on a field; what an attack changes, the dice say."""

from typing import NamedTuple

from moderator.core.seats import Seat
from moderator.games.rebel_commander.board.field import TROOPS, Field
from moderator.games.rebel_commander.orders.types import ALL, CAPACITY, Build, Move, MoveTransport
from moderator.games.rebel_commander.pieces import UNITS


class Change(NamedTuple):
    """Units of a kind that come to a place of the board or, where ``delta`` is negative, leave it."""

    place: int
    kind: int
    delta: int


def cargo_of(order: Move, there: int) -> int:
    """Return how many squads of Troops ride along, of those of the faction that are ``there``."""
    if not isinstance(order, MoveTransport):
        return 0
    return min(CAPACITY, there) if order.troops == ALL else order.troops


def cargo_at(field: Field, seat: Seat, order: Move) -> int:
    """Return how many squads of Troops ride along from where they stand on a field."""
    return cargo_of(order, field.counts(seat, field.board.index[order.origin])[TROOPS])


def changes(field: Field, seat: Seat, order: Move | Build) -> tuple[Change, ...]:
    """Return what an order changes if nothing stands in its way: Speeders and Transports are built from Troops."""
    index, kind = field.board.index, UNITS.index(order.unit)
    if isinstance(order, Build):
        place = index[order.place]
        built = Change(place, kind, 1)
        return (built,) if kind == TROOPS else (built, Change(place, TROOPS, -1))
    origin, goal = index[order.origin], index[order.goal]
    units = ((kind, 1), (TROOPS, cargo_at(field, seat, order)))
    ways = ((origin, -1), (goal, 1))
    return tuple(Change(place, unit, sign * count) for unit, count in units if count for place, sign in ways)


def apply(field: Field, seat: Seat, order: Move | Build) -> None:
    """Carry out an order that nothing stands in the way of."""
    for place, kind, delta in changes(field, seat, order):
        field.change(seat, place, kind, delta)

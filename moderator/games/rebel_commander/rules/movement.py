"""Moving: one squad of Troops one step, Speeders and Transports up to two; enemies bar no way."""

from collections.abc import Sequence

from moderator.core.seats import Seat
from moderator.games.rebel_commander.board.bars import Bar
from moderator.games.rebel_commander.board.field import Field
from moderator.games.rebel_commander.events import UnitLost, UnitMoved, UnitSighted
from moderator.games.rebel_commander.orders.types import ALL, CAPACITY, Move, MoveTransport, MoveTroops
from moderator.games.rebel_commander.pieces import UNITS, Unit, side_of
from moderator.games.rebel_commander.rules.sight import enemy_of, own_side, seats_of, sees
from moderator.games.rebel_commander.rules.turn import Turn
from moderator.games.rebel_commander.tables import Edition

_TROOPS = UNITS.index(Unit.TROOPS)
STEPS = {Unit.TROOPS: 1, Unit.SPEEDERS: 2, Unit.TRANSPORT: 2}
"""How far a unit moves under one order."""


def unit_of(order: Move) -> Unit:
    """Return the kind of unit that an order moves."""
    if isinstance(order, MoveTroops):
        return Unit.TROOPS
    return Unit.TRANSPORT if isinstance(order, MoveTransport) else Unit.SPEEDERS


def cargo_of(order: Move, there: int) -> int:
    """Return how many squads of Troops ride along, of those of the faction that are ``there``."""
    if not isinstance(order, MoveTransport):
        return 0
    return min(CAPACITY, there) if order.troops == ALL else order.troops


def troops_at(field: Field, seat: Seat, place: str) -> int:
    """Return how many squads of Troops a seat has at a place."""
    return field.counts(seat, field.board.index[place])[_TROOPS]


def bar(field: Field, edition: Edition, seat: Seat, order: Move) -> Bar | None:
    """Return what stands in the way of a move, or None; the way may turn a corner and enemies do not matter."""
    unit, index = unit_of(order), field.board.index
    if unit not in edition.units:
        return Bar("not-here", order.origin)
    for place in (order.origin, order.goal):
        if place not in index:
            return Bar("off-board", place)
    if order.origin == order.goal:
        return Bar("same-place", order.goal)
    if field.board.distance(index[order.origin], index[order.goal]) > STEPS[unit]:
        return Bar("too-far", order.goal)
    return _load_bar(field.counts(seat, index[order.origin]), unit, order)


def _load_bar(counts: Sequence[int], unit: Unit, order: Move) -> Bar | None:
    """Return what is missing among the units at the origin, or that the load is too much."""
    cargo = cargo_of(order, counts[_TROOPS])
    if not 0 <= cargo <= CAPACITY:
        return Bar("overload", order.origin)
    if not counts[UNITS.index(unit)]:
        return Bar("no-unit", order.origin, present=sum(counts))
    if counts[_TROOPS] < cargo:
        return Bar("no-cargo", order.origin, present=counts[_TROOPS])
    return None


def apply(field: Field, seat: Seat, order: Move) -> None:
    """Make a move that nothing stands in the way of."""
    origin, goal = field.board.index[order.origin], field.board.index[order.goal]
    load = ((UNITS.index(unit_of(order)), 1), (_TROOPS, cargo_of(order, troops_at(field, seat, order.origin))))
    for unit, count in load:
        if count:
            field.change(seat, origin, unit, -count)
            field.change(seat, goal, unit, count)


def carry_out(turn: Turn, seat: Seat, label: str, order: Move) -> None:
    """Make the move and tell everybody as much of it as they see."""
    unit, troops = unit_of(order), cargo_of(order, troops_at(turn.field, seat, order.origin))
    apply(turn.field, seat, order)
    origin, goal = turn.board.index[order.origin], turn.board.index[order.goal]
    gone = (unit, Unit.TROOPS) if troops else (unit,)
    turn.miss(seat, origin, (*gone, None), "moved", label)
    foe = enemy_of(seat)
    left = came = True
    if turn.options.fog:
        left, came = sees(turn.field, foe, origin), sees(turn.field, foe, goal)
    if came:
        turn.arrived[side_of(seat), goal] = str(turn.number)
    else:
        turn.arrived.pop((side_of(seat), goal), None)
    turn.say(
        UnitMoved(
            seat=seat,
            number=label,
            unit=unit,
            origin=order.origin,
            goal=order.goal,
            troops=troops,
            seen_by=None if left and came else own_side(turn, seat),
        )
    )
    if left != came:
        glimpse, place = (UnitSighted, order.goal) if came else (UnitLost, order.origin)
        turn.say(glimpse(seat=seat, unit=unit, place=place, troops=troops, seen_by=seats_of(turn, foe)))

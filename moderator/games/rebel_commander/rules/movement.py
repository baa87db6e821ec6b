"""Moving: one squad of Troops one step, Speeders and Transports up to two; enemies bar no way."""

from moderator.core.seats import Seat
from moderator.games.rebel_commander.board.effects import apply, cargo_at
from moderator.games.rebel_commander.events import UnitLost, UnitMoved, UnitSighted
from moderator.games.rebel_commander.orders.types import Move
from moderator.games.rebel_commander.pieces import Unit, side_of
from moderator.games.rebel_commander.rules.sight import enemy_of, own_side, seats_of, sees
from moderator.games.rebel_commander.rules.turn import Turn


def carry_out(turn: Turn, seat: Seat, label: str, order: Move) -> None:
    """Make the move and tell everybody as much of it as they see."""
    unit, troops = order.unit, cargo_at(turn.field, seat, order)
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

"""Carrying out the order under a number when its place comes, or saying why it failed."""

from msgspec.structs import asdict

from moderator.core.seats import Seat
from moderator.games.rebel_commander.board.effects import apply, cargo_at
from moderator.games.rebel_commander.board.legality import Obstacle, find_obstacle
from moderator.games.rebel_commander.events import (
    OrderFailed,
    OrderUnreached,
    Passed,
    UnitBuilt,
    UnitLost,
    UnitMoved,
    UnitSighted,
)
from moderator.games.rebel_commander.faults import RebelFault
from moderator.games.rebel_commander.orders.types import Attack, Build, Deed, Move, Pass
from moderator.games.rebel_commander.pieces import Unit, side_of
from moderator.games.rebel_commander.rules import attack
from moderator.games.rebel_commander.rules.sight import enemy_of, own_side, seats_of, sees, witnesses
from moderator.games.rebel_commander.rules.turn import Turn


def carry_out_order(turn: Turn) -> None:
    """Carry out the order of the place whose turn it is."""
    seat, label = turn.acting
    order = turn.order_sets[seat].get(label)
    if order is None or isinstance(order, Pass):
        turn.say(Passed(seat=seat, number=label, seen_by=own_side(turn, seat)))
        return
    turn.carried_out.add((seat, label))
    if isinstance(order, Attack) and (leader := attack.leader_of_joint_attack(turn, seat, order)):
        attack.skip(turn, seat, label, order, leader)
        return
    obstacle = find_obstacle(turn.field, turn.edition, seat, order)
    if obstacle:
        _fail(turn, seat, label, order, obstacle)
    elif isinstance(order, Move):
        _move(turn, seat, label, order)
    elif isinstance(order, Attack):
        attack.carry_out(turn, seat, label, order)
    else:
        _build(turn, seat, label, order)


def _move(turn: Turn, seat: Seat, label: str, order: Move) -> None:
    """Move one unit, and tell everybody as much of it as they see; enemies stop no move."""
    unit, troops = order.unit, cargo_at(turn.field, seat, order)
    apply(turn.field, seat, order)
    origin, goal = turn.board.index[order.origin], turn.board.index[order.goal]
    gone = (unit, Unit.TROOPS) if troops else (unit,)
    turn.note_departure(seat, origin, (*gone, None), "moved", label)
    foe = enemy_of(seat)
    left = came = True
    if turn.options.fog:
        left, came = sees(turn.field, foe, origin), sees(turn.field, foe, goal)
    if came:
        turn.arrivals[side_of(seat), goal] = str(turn.number)
    else:
        turn.arrivals.pop((side_of(seat), goal), None)
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


def _build(turn: Turn, seat: Seat, label: str, order: Build) -> None:
    """Raise Troops, or convert Troops into Speeders or a Transport, and tell those who see the place."""
    apply(turn.field, seat, order)
    place = turn.board.index[order.place]
    if order.unit is not Unit.TROOPS:
        turn.note_departure(seat, place, (Unit.TROOPS,), "converted", label)
    seen_by = witnesses(turn, seat, place)
    turn.say(UnitBuilt(seat=seat, number=label, unit=order.unit, place=order.place, seen_by=seen_by))


def report_unreached(turn: Turn) -> None:
    """Report the orders whose place never came because the match ended before."""
    for seat, order_set in turn.order_sets.items():
        for label, order in order_set.items():
            if turn.over and (seat, label) not in turn.carried_out and not isinstance(order, Pass):
                turn.say(
                    OrderUnreached(
                        seat=seat,
                        number=label,
                        order=order,
                        verb=order.verb,
                        unit=order.unit,
                        seen_by=own_side(turn, seat),
                    )
                )


def report_unplaced(turn: Turn) -> None:
    """Report the orders whose number does not exist, such as when the Empire has lost a place since."""
    for seat, order in turn.unplaced:
        if not isinstance(order, Pass):
            turn.say(
                OrderFailed(
                    seat=seat,
                    number=order.number,
                    order=order,
                    verb=order.verb,
                    unit=order.unit,
                    cause="no-number",
                    place="",
                    seen_by=own_side(turn, seat),
                )
            )


def _culprit(turn: Turn, seat: Seat, moved: Unit | None, obstacle: Obstacle) -> tuple[str, str]:
    """Return what took away the very units that are missing, or brought the enemies, and its number."""
    place = turn.board.index.get(obstacle.place, -1)
    if obstacle.cause in (RebelFault.NO_CARGO, RebelFault.NO_TROOPS):
        return turn.departures.get((seat, place, Unit.TROOPS), ("", ""))
    if obstacle.cause in (RebelFault.NO_UNIT, RebelFault.TOO_FEW):
        return turn.departures.get((seat, place, moved), ("", ""))
    number = turn.arrivals.get((enemy_of(seat), place), "") if obstacle.cause == RebelFault.ENEMY_PRESENT else ""
    return ("arrived" if number else "", number)


def _fail(turn: Turn, seat: Seat, label: str, order: Deed, obstacle: Obstacle) -> None:
    """Say that an order failed and, as far as its author can know, what of this turn brought it about."""
    culprit, number = _culprit(turn, seat, order.unit if isinstance(order, Move) else None, obstacle)
    turn.say(
        OrderFailed(
            seat=seat,
            number=label,
            order=order,
            verb=order.verb,
            unit=order.unit,
            culprit=culprit,
            culprit_number=number,
            seen_by=own_side(turn, seat),
            **asdict(obstacle),
        )
    )

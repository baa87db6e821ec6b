"""Carrying out what stands under a number when its place comes, or saying why it failed."""

from moderator.core.seats import Seat
from moderator.games.rebel_commander.board.bars import Bar
from moderator.games.rebel_commander.board.field import Field
from moderator.games.rebel_commander.events import OrderFailed, OrderUnreached, Passed, Verb
from moderator.games.rebel_commander.orders.types import (
    Attack,
    BuildSpeeders,
    BuildTransport,
    BuildTroops,
    MoveSpeeders,
    MoveTransport,
    MoveTroops,
    Pass,
    RebelOrder,
)
from moderator.games.rebel_commander.pieces import Unit
from moderator.games.rebel_commander.rules import attack, building, movement
from moderator.games.rebel_commander.rules.sight import enemy_of, own_side
from moderator.games.rebel_commander.rules.turn import Turn
from moderator.games.rebel_commander.tables import Edition


def bar(field: Field, edition: Edition, seat: Seat, order: RebelOrder) -> Bar | None:
    """Return what stands in the way of any order on a field, or None."""
    if isinstance(order, MoveTroops | MoveSpeeders | MoveTransport):
        return movement.bar(field, edition, seat, order)
    if isinstance(order, BuildTroops | BuildSpeeders | BuildTransport):
        return building.bar(field, edition, seat, order)
    return attack.bar(field, edition, seat, order) if isinstance(order, Attack) else None


def subject(order: RebelOrder) -> tuple[Verb, Unit | None]:
    """Return what an order does and with which kind of unit; an attack is made with all."""
    if isinstance(order, MoveTroops | MoveSpeeders | MoveTransport):
        return "move", movement.unit_of(order)
    if isinstance(order, BuildTroops | BuildSpeeders | BuildTransport):
        return "build", building.unit_of(order)
    return "attack", None


def act(turn: Turn) -> None:
    """Carry out the order of the place whose turn it is."""
    seat, label = turn.acting
    order = turn.order_at(seat, label)
    if order is None or isinstance(order, Pass):
        turn.say(Passed(seat=seat, number=label, seen_by=own_side(turn, seat)))
        return
    turn.acted.add((seat, label))
    if isinstance(order, Attack) and (leader := attack.joined_before(turn, seat, order)):
        attack.skip(turn, seat, label, order, leader)
        return
    obstacle = bar(turn.field, turn.edition, seat, order)
    if obstacle:
        _fail(turn, seat, label, order, obstacle)
    elif isinstance(order, MoveTroops | MoveSpeeders | MoveTransport):
        movement.carry_out(turn, seat, label, order)
    elif isinstance(order, Attack):
        attack.carry_out(turn, seat, label, order)
    else:
        building.carry_out(turn, seat, label, order)


def unreached(turn: Turn) -> None:
    """Name the orders whose place never came because the match ended before."""
    for seat, sheet in turn.sheets.items():
        for label, order in sheet.items():
            if turn.over and (seat, label) not in turn.acted and not isinstance(order, Pass):
                verb, unit = subject(order)
                own = own_side(turn, seat)
                turn.say(OrderUnreached(seat=seat, number=label, order=order, verb=verb, unit=unit, seen_by=own))


def set_aside(turn: Turn) -> None:
    """Say which orders have no number to be carried out under, such as when the Empire has lost a place since."""
    for seat, order in turn.aside:
        if not isinstance(order, Pass):
            _fail(turn, seat, order.number, order, Bar("no-number", ""))


def _culprit(turn: Turn, seat: Seat, moved: Unit | None, obstacle: Bar) -> tuple[str, str]:
    """Return what took away the very units that are missing, or brought the enemies, and its number."""
    place = turn.board.index.get(obstacle.place, -1)
    if obstacle.cause in ("no-cargo", "no-troops"):
        return turn.departed.get((seat, place, Unit.TROOPS), ("", ""))
    if obstacle.cause in ("no-unit", "too-few"):
        return turn.departed.get((seat, place, moved), ("", ""))
    number = turn.arrived.get((enemy_of(seat), place), "") if obstacle.cause == "enemy-present" else ""
    return ("arrived" if number else "", number)


def _fail(turn: Turn, seat: Seat, label: str, order: RebelOrder, obstacle: Bar) -> None:
    """Say that an order failed and, as far as its author can know, what of this turn brought it about."""
    verb, unit = subject(order)
    culprit, number = _culprit(turn, seat, unit if verb == "move" else None, obstacle)
    turn.say(
        OrderFailed(
            seat=seat,
            number=label,
            order=order,
            verb=verb,
            unit=unit,
            cause=obstacle.cause,
            place=obstacle.place,
            culprit=culprit,
            culprit_number=number,
            enemies=obstacle.enemies,
            present=obstacle.present,
            seen_by=own_side(turn, seat),
        )
    )

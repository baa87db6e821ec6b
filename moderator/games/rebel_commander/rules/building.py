"""Building: Troops are raised where a unit stands; Speeders and Transports are converted from Troops."""

from moderator.core.seats import Seat
from moderator.games.rebel_commander.board.effects import apply
from moderator.games.rebel_commander.events import UnitBuilt
from moderator.games.rebel_commander.orders.types import Build
from moderator.games.rebel_commander.pieces import Unit
from moderator.games.rebel_commander.rules.sight import witnesses
from moderator.games.rebel_commander.rules.turn import Turn


def carry_out(turn: Turn, seat: Seat, label: str, order: Build) -> None:
    """Build, and tell whoever has the place in sight."""
    apply(turn.field, seat, order)
    place = turn.board.index[order.place]
    if order.unit is not Unit.TROOPS:
        turn.miss(seat, place, (Unit.TROOPS,), "converted", label)
    seen_by = witnesses(turn, seat, place)
    turn.say(UnitBuilt(seat=seat, number=label, unit=order.unit, place=order.place, seen_by=seen_by))

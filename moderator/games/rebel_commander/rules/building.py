"""Building: Troops are raised where a unit stands; Speeders and Transports are converted from Troops."""

from moderator.core.seats import Seat
from moderator.games.rebel_commander.board.bars import Bar
from moderator.games.rebel_commander.board.field import Field
from moderator.games.rebel_commander.events import UnitBuilt
from moderator.games.rebel_commander.orders.types import Build, BuildTransport, BuildTroops
from moderator.games.rebel_commander.pieces import UNITS, Unit
from moderator.games.rebel_commander.rules.sight import witnesses
from moderator.games.rebel_commander.rules.turn import Turn
from moderator.games.rebel_commander.tables import Edition

_TROOPS = UNITS.index(Unit.TROOPS)
CREW = {Unit.TROOPS: 1, Unit.SPEEDERS: 2, Unit.TRANSPORT: 2}
"""Own units of any kind that must stand where a unit is built; an ally's do not count."""


def unit_of(order: Build) -> Unit:
    """Return the kind of unit that an order builds."""
    if isinstance(order, BuildTroops):
        return Unit.TROOPS
    return Unit.TRANSPORT if isinstance(order, BuildTransport) else Unit.SPEEDERS


def bar(field: Field, edition: Edition, seat: Seat, order: Build) -> Bar | None:
    """Return what stands in the way of building, or None: own units first, then enemies."""
    unit = unit_of(order)
    if unit not in edition.units:
        return Bar("not-here", order.place)
    place = field.board.index.get(order.place)
    if place is None:
        return Bar("off-board", order.place)
    counts = field.counts(seat, place)
    present, enemies = sum(counts), field.enemies(seat, place)
    cause = ""
    if not present:
        cause = "no-unit"
    elif present < CREW[unit]:
        cause = "too-few"
    elif unit is not Unit.TROOPS and not counts[_TROOPS]:
        cause = "no-troops"
    elif enemies:
        cause = "enemy-present"
    return Bar(cause, order.place, enemies, present) if cause else None


def apply(field: Field, seat: Seat, order: Build) -> None:
    """Build what nothing stands in the way of."""
    unit = unit_of(order)
    place = field.board.index[order.place]
    field.change(seat, place, UNITS.index(unit), 1)
    if unit is not Unit.TROOPS:
        field.change(seat, place, _TROOPS, -1)


def carry_out(turn: Turn, seat: Seat, label: str, order: Build) -> None:
    """Build, and tell whoever has the place in sight."""
    apply(turn.field, seat, order)
    unit = unit_of(order)
    place = turn.board.index[order.place]
    if unit is not Unit.TROOPS:
        turn.miss(seat, place, (Unit.TROOPS,), "converted", label)
    seen_by = witnesses(turn, seat, place)
    turn.say(UnitBuilt(seat=seat, number=label, unit=unit, place=order.place, seen_by=seen_by))

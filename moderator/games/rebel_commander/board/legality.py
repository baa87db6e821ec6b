"""What stands in the way of an order on a field, asked by turns, checks, previews and bots alike."""

from collections.abc import Sequence

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.games.rebel_commander.board.effects import cargo_of
from moderator.games.rebel_commander.board.field import TROOPS, Field
from moderator.games.rebel_commander.faults import RebelFault
from moderator.games.rebel_commander.orders.types import CAPACITY, Attack, Build, Move, RebelOrder
from moderator.games.rebel_commander.pieces import UNITS, Unit
from moderator.games.rebel_commander.tables import Edition

STEPS = {Unit.TROOPS: 1, Unit.SPEEDERS: 2, Unit.TRANSPORT: 2}
"""How far a unit moves under one order."""

CREW = {Unit.TROOPS: 1, Unit.SPEEDERS: 2, Unit.TRANSPORT: 2}
"""Own units of any kind that must stand where a unit is built; an ally's do not count."""


class Obstacle(Struct, frozen=True):
    """Why an order cannot be carried out: the code, where, and the units there that count.

    What failed in a turn or fails in a preview has the same fields.
    """

    cause: RebelFault
    place: str
    enemies: int = 0
    present: int = 0


def find_obstacle(field: Field, edition: Edition, seat: Seat, order: RebelOrder) -> Obstacle | None:
    """Return what stands in the way of an order, or None."""
    if isinstance(order, Move):
        return _obstacle_to_moving(field, edition, seat, order)
    if isinstance(order, Build):
        return _obstacle_to_building(field, edition, seat, order)
    return _obstacle_to_attacking(field, seat, order) if isinstance(order, Attack) else None


def _obstacle_to_moving(field: Field, edition: Edition, seat: Seat, order: Move) -> Obstacle | None:
    """Look at the distance first, then at the units; a way may turn a corner, and enemies do not matter."""
    index = field.board.index
    if order.unit not in edition.units:
        return Obstacle(RebelFault.NOT_HERE, order.origin)
    for place in (order.origin, order.goal):
        if place not in index:
            return Obstacle(RebelFault.OFF_BOARD, place)
    if order.origin == order.goal:
        return Obstacle(RebelFault.SAME_PLACE, order.goal)
    if field.board.distance(index[order.origin], index[order.goal]) > STEPS[order.unit]:
        return Obstacle(RebelFault.TOO_FAR, order.goal)
    return _obstacle_to_loading(field.counts(seat, index[order.origin]), order)


def _obstacle_to_loading(counts: Sequence[int], order: Move) -> Obstacle | None:
    """Return what is missing among the units at the origin, or that the load is too much."""
    cargo = cargo_of(order, counts[TROOPS])
    if not 0 <= cargo <= CAPACITY:
        return Obstacle(RebelFault.OVERLOAD, order.origin)
    if not counts[UNITS.index(order.unit)]:
        return Obstacle(RebelFault.NO_UNIT, order.origin, present=sum(counts))
    if counts[TROOPS] < cargo:
        return Obstacle(RebelFault.NO_CARGO, order.origin, present=counts[TROOPS])
    return None


def _obstacle_to_building(field: Field, edition: Edition, seat: Seat, order: Build) -> Obstacle | None:
    """Look at the own units first, then at enemies."""
    if order.unit not in edition.units:
        return Obstacle(RebelFault.NOT_HERE, order.place)
    place = field.board.index.get(order.place)
    if place is None:
        return Obstacle(RebelFault.OFF_BOARD, order.place)
    counts, enemies = field.counts(seat, place), field.enemy_count(seat, place)
    cause = missing_to_build(order.unit, counts) or (RebelFault.ENEMY_PRESENT if enemies else None)
    return Obstacle(cause, order.place, enemies, sum(counts)) if cause else None


def missing_to_build(unit: Unit, counts: Sequence[int]) -> RebelFault | None:
    """Return which own units are missing at a place to build a unit there, or None."""
    if not any(counts):
        return RebelFault.NO_UNIT
    if sum(counts) < CREW[unit]:
        return RebelFault.TOO_FEW
    return RebelFault.NO_TROOPS if unit is not Unit.TROOPS and not counts[TROOPS] else None


def _obstacle_to_attacking(field: Field, seat: Seat, order: Attack) -> Obstacle | None:
    """Ask for own units; an attack that finds no enemy is idle, but nothing stops it."""
    place = field.board.index.get(order.place)
    if place is None:
        return Obstacle(RebelFault.OFF_BOARD, order.place)
    return None if field.unit_count(seat, place) else Obstacle(RebelFault.NO_UNIT, order.place)

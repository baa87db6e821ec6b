"""Order sets of a plan: steps by slot, their order of execution, and the orders that they become."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from moderator.core.seats import Seat
from moderator.games.rebel_commander.board.effects import cargo_of
from moderator.games.rebel_commander.orders.types import CAPACITY, Attack, Move, RebelOrder
from moderator.games.rebel_commander.pieces import UNITS
from moderator.games.rebel_commander.seat.bots.doctrine import Step
from moderator.games.rebel_commander.seat.bots.sketch import (
    Ground,
    build_order,
    move_order,
)
from moderator.games.rebel_commander.seat.view import Intent

OrderSet: TypeAlias = Sequence[Step | None]
"""One seat's steps by slot."""


def order_sets_of(steps: Sequence[Step], slots: Mapping[Seat, int]) -> Mapping[Seat, OrderSet]:
    """Return a plan as one order set per seat."""
    order_sets: dict[Seat, list[Step | None]] = {seat: [None] * count for seat, count in slots.items()}
    for step in steps:
        order_sets[step.seat][step.slot] = step
    return order_sets


def swapped_with_next(order_set: OrderSet, slot: int) -> OrderSet:
    """Return an order set with the orders of a slot and the next one swapped."""
    pair = [
        None if step is None else step._replace(slot=2 * slot + 1 - step.slot) for step in order_set[slot : slot + 2]
    ]
    return [*order_set[:slot], *reversed(pair), *order_set[slot + 2 :]]


def orders_of(order_set: OrderSet, names: Sequence[str], numbers: Sequence[str]) -> tuple[RebelOrder, ...]:
    """Return an order set as orders under their numbers."""
    return tuple(
        _order(step, names, number) for step, number in zip(order_set, numbers, strict=False) if step is not None
    )


def steps_of(intents: Sequence[Intent], ground: Ground, numbers: Sequence[str]) -> tuple[Step, ...]:
    """Return allies' plans as steps, by number; an order without a number or off the board is left out."""
    steps = {
        (intent.seat, intent.order.number): _step(intent.seat, intent.order, ground, numbers.index(intent.order.number))
        for intent in sorted(intents, key=lambda intent: intent.order.number)
        if intent.order.number in numbers
    }
    return tuple(step for step in steps.values() if step is not None)


def _step(seat: Seat, order: RebelOrder, ground: Ground, slot: int) -> Step | None:
    """Return a move or an attack as a step."""
    if isinstance(order, Move) and {order.origin, order.goal} <= ground.index.keys():
        origin, goal = ground.index[order.origin], ground.index[order.goal]
        return Step(seat, slot, "move", UNITS.index(order.unit), origin, goal, cargo_of(order, CAPACITY))
    if isinstance(order, Attack) and order.place in ground.index:
        return Step(seat, slot, "attack", 0, ground.index[order.place], ground.index[order.place], 0)
    return None


def _order(step: Step, names: Sequence[str], number: str) -> RebelOrder:
    """Return a step as an order."""
    if step.action == "move":
        return move_order(step.kind, names[step.place], names[step.goal], step.troops, number)
    if step.action == "build":
        return build_order(step.kind, names[step.place], number)
    return Attack(place=names[step.place], number=number)

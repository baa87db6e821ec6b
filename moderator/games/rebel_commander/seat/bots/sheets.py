"""Sheets of a plan: steps by slot, as they are changed over, and as orders."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from moderator.core.seats import Seat
from moderator.games.rebel_commander.board.effects import cargo_of
from moderator.games.rebel_commander.orders.types import CAPACITY, Attack, Build, Move, RebelOrder
from moderator.games.rebel_commander.pieces import UNITS
from moderator.games.rebel_commander.seat.bots.doctrine import Step
from moderator.games.rebel_commander.seat.bots.sketch import build_order, move_order

Sheet: TypeAlias = Sequence[Step | None]
"""One seat's steps by slot."""


def sheets_of(steps: Sequence[Step], slots: Mapping[Seat, int]) -> Mapping[Seat, Sheet]:
    """Return a plan as one sheet per seat."""
    sheets: dict[Seat, list[Step | None]] = {seat: [None] * count for seat, count in slots.items()}
    for step in steps:
        sheets[step.seat][step.slot] = step
    return sheets


def exchanged(sheet: Sheet, step: Step) -> Sheet:
    """Return a sheet with another order in its slot."""
    return [*sheet[: step.slot], step, *sheet[step.slot + 1 :]]


def swapped(sheet: Sheet, slot: int) -> Sheet:
    """Return a sheet with the orders of a slot and the next changed over."""
    pair = [None if step is None else step._replace(slot=2 * slot + 1 - step.slot) for step in sheet[slot : slot + 2]]
    return [*sheet[:slot], *reversed(pair), *sheet[slot + 2 :]]


def step_of(order: RebelOrder, seat: Seat, slot: int, index: Mapping[str, int]) -> Step | None:
    """Return an order as a step."""
    if isinstance(order, Attack):
        return Step(seat, slot, "attack", 0, index[order.place], index[order.place], 0)
    if isinstance(order, Move):
        kind = UNITS.index(order.unit)
        return Step(seat, slot, "move", kind, index[order.origin], index[order.goal], cargo_of(order, CAPACITY))
    if isinstance(order, Build):
        return Step(seat, slot, "build", UNITS.index(order.unit), index[order.place], index[order.place], 0)
    return None


def written(sheet: Sheet, names: Sequence[str], numbers: Sequence[str]) -> tuple[RebelOrder, ...]:
    """Return a sheet as orders under their numbers."""
    return tuple(_order(step, names, number) for step, number in zip(sheet, numbers, strict=False) if step is not None)


def _order(step: Step, names: Sequence[str], number: str) -> RebelOrder:
    """Return a step as an order."""
    if step.what == "move":
        return move_order(step.kind, names[step.place], names[step.goal], step.troops, number)
    if step.what == "build":
        return build_order(step.kind, names[step.place], number)
    return Attack(place=names[step.place], number=number)

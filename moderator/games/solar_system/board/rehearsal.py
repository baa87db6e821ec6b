"""The result of trying out an order set: each line as it would go if nobody else did anything, without dice."""

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from msgspec import Struct

from moderator.core.game import Event
from moderator.core.orders import Order
from moderator.games.solar_system.events.movement import Cause
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import Position


class Tried(Struct, frozen=True):
    """One line tried out: why it would fail, or where its units end.

    ``index`` is that of the order on the order set. ``thrown``: what comes of it depends on dice. ``fired``: others
    could fire at them on the way. ``goal`` is set where they go on in later turns. ``short``: fewer go than are named.
    """

    index: int
    cause: Cause | None = None
    units: Units = Units()
    way: tuple[str, ...] = ()
    zone: str = ""
    goal: str = ""
    thrown: bool = False
    fired: bool = False
    short: bool = False


class Rehearsed(Struct, frozen=True):
    """An order set tried out: ``lines`` are those that move something.

    ``position`` returns the board after Movement. ``events`` plays on to Building and returns all that happened: ask
    for it last. ``odds`` tells how a battle in a zone would end: its author alone is left, the enemy, nobody, both.
    Both go by doctrine, the enemy as if it had given none; empty where that is not reckoned.
    """

    lines: Sequence[Tried]
    position: Callable[[], Position]
    events: Callable[[], Sequence[Event]]
    odds: Callable[[int], tuple[float, ...]]


AnyOrder = TypeVar("AnyOrder", bound=Order)

Rehearsal: TypeAlias = Callable[[Sequence[AnyOrder]], Rehearsed]
"""Tries an order set out."""

"""What trying out a sheet tells: each line as it would go if nobody else did anything, without dice."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from msgspec import Struct

from moderator.core.orders import Order
from moderator.games.solar_system.events.movement import Cause
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import Position

Ordered_contra = TypeVar("Ordered_contra", bound=Order, contravariant=True)


class Tried(Struct, frozen=True):
    """One line tried out: why it would fail, or where its units end.

    ``index`` is that of the order on the sheet. ``thrown``: what comes of it depends on dice. ``fired``: others could
    fire at them on the way. ``goal`` is set where they go on in later turns. ``short``: fewer go than are named.
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


class Rehearsal(Protocol[Ordered_contra]):
    """A sheet to be tried out."""

    def play(self, orders: Sequence[Ordered_contra]) -> tuple[Sequence[Tried], Position]:
        """Return what each line that moves something would do, and the board after Movement."""
        ...

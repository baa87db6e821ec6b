"""What can fill the gaps of orders: tables of choosers by gap, and by order where a gap means something else there."""

from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeVar

from moderator.core.orders import Order

V = TypeVar("V")
C = TypeVar("C")

Chooser: TypeAlias = Callable[[V], C]
"""Returns what can fill a gap for who has a view, the likeliest first."""
ByGap: TypeAlias = Mapping[str, Chooser[V, C]]
ByOrder: TypeAlias = Mapping[tuple[type[Order], str], Chooser[V, C]]


def choose(view: V, kind: type[Order], gap: str, by_order: ByOrder[V, C], by_gap: ByGap[V, C]) -> C | None:
    """Return what can fill a gap of a kind of order, or else of any; None for all that the language knows."""
    chooser = by_order.get((kind, gap)) or by_gap.get(gap)
    return chooser(view) if chooser else None

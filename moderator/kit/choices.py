"""What can fill the gaps of orders: tables of choosers by gap, and by order where a gap means something else there."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from moderator.core.orders import Order

V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)
C = TypeVar("C")


class OpenGap(Struct, Generic[V_co], frozen=True):
    """A gap of an order that somebody composes: on which view, of which kind, its name, and what was chosen before it.

    ``chosen`` has values by gap; where several may follow each other in this gap, also those that it has.
    """

    view: V_co
    kind: type[Order]
    name: str
    chosen: Mapping[str, Any]


Chooser: TypeAlias = Callable[[OpenGap[V]], C]
"""Returns what can fill a gap, the likeliest first."""
ByGap: TypeAlias = Mapping[str, Chooser[V, C]]
ByOrder: TypeAlias = Mapping[tuple[type[Order], str], Chooser[V, C]]


def choose(gap: OpenGap[V], by_order: ByOrder[V, C], by_gap: ByGap[V, C]) -> C | None:
    """Return what can fill a gap of a kind of order, or else of any; None for all that the language knows."""
    chooser = by_order.get((gap.kind, gap.name)) or by_gap.get(gap.name)
    return chooser(gap) if chooser else None

"""What can fill the gaps of orders, as a seat sees the board and its hand."""

from collections.abc import Sequence

from moderator.core.orders import Order
from moderator.games.buck_rogers_revised.orders.types import Activate, Bid, Buy, Cover, Disable, Scorch, SeduceLeader
from moderator.games.buck_rogers_revised.seat.view import View
from moderator.games.solar_system.seat import choices as shared
from moderator.kit.choices import ByGap, ByOrder, choose


def choices(view: View, kind: type[Order], gap: str) -> Sequence[str] | None:
    """Return what can fill a gap, the likeliest first; None for all that the language knows."""
    return choose(view, kind, gap, _BY_ORDER, _BY_GAP)


def _hand(view: View) -> Sequence[str]:
    return view.hand


def _colours(view: View) -> Sequence[str]:
    return view.own


_BY_GAP: ByGap[View, Sequence[str]] = {**shared.BY_GAP, "colour": _colours, "card": _hand, "cards": _hand}

_BY_ORDER: ByOrder[View, Sequence[str]] = {
    **shared.BY_ORDER,
    **{(kind, "zones"): shared.own_yards for kind in (Activate, Disable, Bid, Scorch)},
    (Buy, "zone"): shared.own_lands,
    (SeduceLeader, "leader"): shared.leaders_of_others,
    (Cover, "zone"): shared.own_stands,
}

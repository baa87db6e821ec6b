"""What can fill the gaps of orders, as a seat sees the board and its hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from moderator.core.orders import Order
from moderator.games.buck_rogers_revised.orders.types import Activate, Bid, Buy, Cover, Disable, Scorch, SeduceLeader
from moderator.games.buck_rogers_revised.seat.view import View
from moderator.games.solar_system.seat import choices as shared
from moderator.kit.choices import ByGap, ByOrder, OpenGap, choose


def choices(view: View, kind: type[Order], gap: str, chosen: Mapping[str, Any]) -> Sequence[str] | None:
    """Return what can fill a gap, the likeliest first; None for all that the language knows."""
    return choose(OpenGap(view, kind, gap, chosen), _BY_ORDER, _BY_GAP)


def _hand(gap: OpenGap[View]) -> Sequence[str]:
    return gap.view.hand


def _colours(gap: OpenGap[View]) -> Sequence[str]:
    return gap.view.own


_BY_GAP: ByGap[View, Sequence[str]] = {**shared.BY_GAP, "colour": _colours, "card": _hand, "cards": _hand}

_BY_ORDER: ByOrder[View, Sequence[str]] = {
    **shared.BY_ORDER,
    **{(kind, "zones"): shared.own_yards for kind in (Activate, Disable, Bid, Scorch)},
    (Buy, "zone"): shared.own_lands,
    (SeduceLeader, "leader"): shared.leaders_of_others,
    (Cover, "zone"): shared.own_stands,
}

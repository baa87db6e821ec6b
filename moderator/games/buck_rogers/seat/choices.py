"""What can fill the gaps of orders, as a seat sees the board."""

from collections.abc import Mapping, Sequence
from typing import Any

from moderator.core.orders import Order
from moderator.games.buck_rogers.orders.types import Buy, Convert, Dismantle, Pick, SeduceLeader, Subvert
from moderator.games.buck_rogers.seat.view import View
from moderator.games.solar_system.orders.lists import write_units
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import Kind
from moderator.games.solar_system.seat import choices as shared
from moderator.kit.choices import ByOrder, OpenGap, choose

_PICKED = (Kind.TROOPER, Kind.FIGHTER, Kind.TRANSPORT, Kind.GENNIE)
_MOST = 8


def choices(view: View, kind: type[Order], gap: str, chosen: Mapping[str, Any]) -> Sequence[str] | None:
    """Return what can fill a gap, the likeliest first; None for all that the language knows."""
    return choose(OpenGap(view, kind, gap, chosen), _BY_ORDER, shared.BY_GAP)


def _to_pick(_gap: OpenGap[View]) -> Sequence[str]:
    return [write_units(Units(((kind, number),))) for kind in _PICKED for number in range(1, _MOST + 1)]


_BY_ORDER: ByOrder[View, Sequence[str]] = {
    **shared.BY_ORDER,
    (Pick, "units"): _to_pick,
    (Convert, "zone"): shared.own_stands,
    (SeduceLeader, "leader"): shared.leaders_of_others,
    (Dismantle, "zone"): shared.own_yards,
    (Subvert, "leader"): shared.leaders_of_others,
    (Buy, "zone"): shared.own_lands,
}

"""What can happen in every rule set, one module per part of a turn."""

from typing import Any

from moderator.core.game import SeatEvent
from moderator.games.solar_system.events.movement import Cause
from moderator.games.solar_system.orders.phrases import Units


class Failure(SeatEvent, frozen=True, kw_only=True):
    """A line was not carried out; its author alone is told. ``zone`` is the one that the cause is about.

    Not an event itself, since each rule set has orders of its own: this module is none of those whose events are
    gathered.
    """

    failed = True

    order: Any
    cause: Cause
    zone: str = ""


class Shortfall(SeatEvent, frozen=True, kw_only=True):
    """A line was carried out with fewer units than it names; its author alone is told. As ``Failure`` no event."""

    order: Any
    units: Units
    cause: Cause = "gone"

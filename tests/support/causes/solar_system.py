"""What a seat of either Buck Rogers can find of the causes of its failed lines."""

from typing import Any

from moderator.games.solar_system.events.battle import BattleEnded
from moderator.games.solar_system.events.movement import Slung
from tests.support.causes.told import Told, names


def is_true(failed: Any, told: Told, _before: Any) -> bool:  # noqa: ANN401 - of its game
    """Tell whether ships that are said to have crashed did."""
    if getattr(failed, "cause", "") != "crashed":
        return True
    return any(isinstance(event, Slung) and event.seat == failed.seat and event.lost.counts for event in told)


def can_be_found(failed: Any, told: Told, before: Any) -> bool:  # noqa: ANN401 - as above
    """Tell, besides, whether an event names the zone where something changed, or the board showed it before."""
    if not is_true(failed, told, before):
        return False
    zone, cause = getattr(failed, "zone", ""), getattr(failed, "cause", "")
    if cause == "gone" and zone:
        position = before.position
        mine = [stack for stack in position.stacks if stack.zone == zone and stack.colour == _colour(failed, before)]
        return not mine or any(names(event, zone) for event in told)
    if cause == "used":
        return bool(before.used) or any(getattr(event, "seat", "") == failed.seat for event in told)
    if type(failed).__name__ == "RetreatBarred":
        return not any(isinstance(event, BattleEnded) and event.zone == zone for event in told)
    return True


def _colour(failed: Any, before: Any) -> str:  # noqa: ANN401 - as above
    return str(getattr(failed.order, "colour", "") or before.colours[before.seats.index(failed.seat)][0])

"""What makes the cause of a failed order true in both Buck Rogers games, by what its seat was told and stood before."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

import msgspec

from moderator.core.codec import tag_of
from moderator.core.orders import Order, StandingOrder
from moderator.core.seats import Seat
from moderator.games.buck_rogers.events.battle import ColourInert, FactoryRaided, FactorySabotaged
from moderator.games.buck_rogers.events.building import FactoryDismantled
from moderator.games.buck_rogers.events.movement import PassersFired
from moderator.games.buck_rogers.orders.types import Dismantle, Raid, Surrender
from moderator.games.buck_rogers_revised.events.movement import PassersMet
from moderator.games.buck_rogers_revised.orders.types import Bid, Destruct, Trade
from moderator.games.solar_system.events.battle import BattleBegun, FactoryCaptured, FreeShots, ZoneTaken
from moderator.games.solar_system.events.movement import Slung, UnitsMoved
from moderator.games.solar_system.events.thefts import Theft
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.orders.types import Carry, HuerRolls, Move
from moderator.games.solar_system.pieces import SHIPS, Kind
from moderator.games.solar_system.tables import figures
from tests.support.causes.told import Told

Truth: TypeAlias = Callable[[Any, Told, Any], bool]
"""Whether a failure is true, by what its seat was told before it and by the position before."""


def is_true(failed: Any, told: Told, before: Any) -> bool:  # noqa: ANN401 - any failure, any position
    """Tell whether the cause of a failure can be found; of causes that have no rule here it is taken for granted."""
    cause = failed.cause if hasattr(failed, "order") else getattr(failed, "why", "")
    truth = _TRUTHS.get(cause)
    return truth is None or truth(failed, told, before)


def _needed(order: Order) -> Iterator[tuple[Units, str]]:
    """Give what a line of Movement needs, and where."""
    if isinstance(order, Carry):
        yield order.cargo, order.origin
    if isinstance(order, Move):
        zone = order.origin
        yield order.units, zone
        for leg in order.way:
            zone = leg.zone or zone
            if leg.act == "load":
                yield leg.units, zone


def _shot(failed: Any, told: Told, _before: Any) -> bool:  # noqa: ANN401 - as above
    fired = any(isinstance(event, PassersFired) and event.target == failed.seat and event.lost.counts for event in told)
    return fired or any(isinstance(event, PassersMet) and event.seat == failed.seat for event in told)


def _stolen(failed: Any, told: Told, _before: Any) -> bool:  # noqa: ANN401 - as above
    thefts = [event for event in told if isinstance(event, Theft) and event.victim == failed.seat]
    return any(theft.spoils(units, zone) for theft in thefts for units, zone in _needed(failed.order))


def _gone(failed: Any, told: Told, before: Any) -> bool:  # noqa: ANN401 - as above
    """Tell whether something that a line needs was not there, or an event since is about that zone."""
    for units, zone in _needed(failed.order):
        about = any(zone in _strings(msgspec.to_builtins(event)) for event in told)
        if about or not _stood(before, failed.seat, units, zone):
            return True
    return not isinstance(failed.order, Move | Carry)


def _stood(before: Any, seat: Seat, units: Units, zone: str) -> bool:  # noqa: ANN401 - as above
    """Tell whether units of a seat stood in a zone, as far as a line names them."""
    colours = dict(zip(before.seats, before.colours, strict=True))[seat]
    position = before.position
    stacks = [stack for stack in position.stacks if stack.zone == zone and stack.colour in colours]
    works = any(one.zone == zone and one.colour in colours for one in position.factories) and not units.every
    leaders = any(one.zone == zone and one.colour in colours and units.means(one.name) for one in position.leaders)
    there = any(units.among(kind, stack.count(kind)) for stack in stacks for kind in Kind if kind is not Kind.FACTORY)
    return there or leaders or (works and bool(units.wanted(Kind.FACTORY)))


def _strings(data: Any) -> set[str]:  # noqa: ANN401 - any data
    """Return all texts in an event, without what an order says."""
    if isinstance(data, dict):
        return {text for name, one in data.items() if name != "order" for text in _strings(one)}
    if isinstance(data, list | tuple):
        return {text for one in data for text in _strings(one)}
    return {data} if isinstance(data, str) else set()


def _battle(failed: Any, told: Told) -> BattleBegun | None:  # noqa: ANN401 - as above
    zone = failed.order.zone if _is_for_battle(failed) else ""
    return next((event for event in told if isinstance(event, BattleBegun) and event.zone == zone), None)


def _is_for_battle(failed: Any) -> bool:  # noqa: ANN401 - as above
    return isinstance(failed.order, Raid | Surrender | Destruct)


def _sides(failed: Any, told: Told) -> set[Seat]:  # noqa: ANN401 - as above
    battle = _battle(failed, told)
    return {side.seat for side in battle.sides} if battle else set()


def _fell(failed: Any, told: Told, _before: Any) -> bool:  # noqa: ANN401 - as above
    zone = failed.order.zone if _is_for_battle(failed) else ""
    lost = [side.seat for event in told if getattr(event, "zone", "") == zone for side in getattr(event, "lost", ())]
    return failed.seat in _sides(failed, told) and failed.seat in lost


def _no_factory(failed: Any, told: Told, before: Any) -> bool:  # noqa: ANN401 - as above
    """Tell whether no Factory that a line is for stood in its zone, or one was lost there."""
    zone = getattr(failed, "zone", "") or getattr(failed.order, "zone", "")
    kinds = (FactoryRaided, FactorySabotaged, FactoryDismantled, FactoryCaptured)
    lost = any(isinstance(event, kinds) and event.zone == zone for event in told)
    bombed = any(
        isinstance(event, FreeShots) and event.zone == zone and any(shot.target is Kind.FACTORY for shot in event.shots)
        for event in told
    )
    own = dict(zip(before.seats, before.colours, strict=True))[failed.seat]
    order = getattr(failed, "order", None)
    if order is not None and not isinstance(order, Raid | Dismantle):
        return False
    raid = isinstance(order, Raid)
    there = any(one.zone == zone and (one.colour in own) != raid for one in before.position.factories)
    return lost or bombed or not there


def _no_ships(failed: Any, told: Told, _before: Any) -> bool:  # noqa: ANN401 - as above
    moved = [event for event in told if isinstance(event, UnitsMoved) and event.seat == failed.seat]
    alone = [one for one in moved if "Doc Huer" in one.units.leaders and any(map(one.units.wanted, SHIPS))]
    on_foot = [one for one in alone if one.units.wanted(Kind.TROOPER) or one.units.wanted(Kind.GENNIE)]
    return isinstance(failed.order, HuerRolls) and len(on_foot) == len(alone)


def _inert(failed: Any, told: Told, before: Any) -> bool:  # noqa: ANN401 - as above
    own = dict(zip(before.seats, before.colours, strict=True))[failed.seat]
    return any(colour in own for colour, _ in getattr(before, "inert", ())) or any(
        isinstance(event, ColourInert) and event.seat == failed.seat for event in told
    )


def _waits(failed: Any, _told: Told, _before: Any) -> bool:  # noqa: ANN401 - as above
    return any(getattr(failed.order, name, None) for name in ("when", "unless", "occasion"))


def _carries_factory(failed: Any, _told: Told, _before: Any) -> bool:  # noqa: ANN401 - as above
    return any(units.among(Kind.FACTORY, 1) for units, _ in _needed(failed.order))


def _leads(failed: Any, _told: Told, _before: Any) -> bool:  # noqa: ANN401 - as above
    names = [card.name for card in figures().leader]
    return hasattr(failed.order, "leader") or any(
        units.leaders or any(map(units.means, names)) for units, _ in _needed(failed.order)
    )


_TRUTHS: Mapping[str, Truth] = {
    "crashed": lambda failed, told, _: any(
        isinstance(event, Slung) and event.seat == failed.seat and bool(event.lost.counts) for event in told
    ),
    "shot": _shot,
    "stolen": _stolen,
    "gone": _gone,
    "no-battle": lambda failed, told, _: _is_for_battle(failed) and _battle(failed, told) is None,
    "no-foe": lambda failed, told, _: (
        failed.seat in _sides(failed, told) and getattr(failed.order, "seat", "") not in _sides(failed, told)
    ),
    "over": lambda failed, told, _: failed.seat in _sides(failed, told),
    "fell": _fell,
    "no-factory": _no_factory,
    "lost": _no_factory,
    "no-conquest": lambda failed, told, _: (
        isinstance(failed.order, Trade)
        and not any(isinstance(event, ZoneTaken) and event.seat == failed.seat and event.victim for event in told)
    ),
    "no-ships": _no_ships,
    "inert": _inert,
    "condition": _waits,
    "active": _carries_factory,
    "busy": _carries_factory,
    "alone": _leads,
}
"""The truth of a cause, or of why a Factory made nothing."""

_QUIET = frozenset(
    ("pass", "forget", "hold", "cover", "else-move", "else-carry", "place", "give", "mulligan", "wish-leader", "play")
)
"""Orders by which nothing may change: they take back, keep, come second, or say what goes without them."""


def may_be_silent(order: Order) -> bool:
    """Tell whether an order may change nothing."""
    return (
        isinstance(order, StandingOrder) or tag_of(type(order)) in _QUIET or (isinstance(order, Bid) and not order.bid)
    )


LIES = frozenset(_TRUTHS) - {"lost", "no-factory", "gone", "condition", "active", "busy", "alone"}
"""Causes that no failure of another cause can have by chance, as its events show."""

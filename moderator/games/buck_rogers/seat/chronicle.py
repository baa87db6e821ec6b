"""What happened in a turn by the compressed rules, as facts of a report."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.games.buck_rogers.events.battle import (
    FactoryRaided,
    FactorySabotaged,
    RoundFought,
    Surrendered,
    SurrenderRefused,
    UnitsStranded,
)
from moderator.games.buck_rogers.events.building import (
    Bought,
    FactoryDismantled,
    FactoryGiven,
    MarketAwaited,
    WorkBegun,
)
from moderator.games.buck_rogers.events.movement import HuerThrew, PassersFired, RetreatersFired, UnitsConverted
from moderator.games.buck_rogers.orders.language import LANGUAGE
from moderator.games.solar_system.events.battle import LeaderLost, PowerUsed
from moderator.games.solar_system.events.movement import Slung
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import Kind
from moderator.games.solar_system.seat.chronicle import Telling
from moderator.games.solar_system.seat.situation import captives
from moderator.games.solar_system.seat.view import Sight

_LEAD = ("Buck Rogers", "Doc Huer")
"""Leaders whose powers show in nothing but what their units do."""


def _lost(event: Event) -> Iterable[tuple[Seat, Units]]:
    """Return what seats lost by an event."""
    match event:
        case RoundFought():
            for side in event.lost:
                more = ((Kind.MARKER, int(side.marker)), (Kind.FACTORY, side.factories))
                yield side.seat, Units((*side.units.counts, *more), side.units.leaders)
        case PassersFired():
            yield event.target, event.lost
        case UnitsStranded():
            yield event.seat, event.units
        case _:
            pass


TELLING = Telling(
    volleys=RoundFought,
    fights=(
        Surrendered,
        SurrenderRefused,
        FactoryRaided,
        FactorySabotaged,
        UnitsStranded,
        RetreatersFired,
    ),
    feats=(UnitsConverted, Slung, HuerThrew),
    gains=(FactoryDismantled, FactoryGiven, Bought, MarketAwaited),
    built=WorkBegun,
    line=LANGUAGE.line,
    lost=_lost,
    passing=(PassersFired,),
)
"""What is told besides what every rule set has."""


def leaders(view: Sight, events: Sequence[Event]) -> Iterator[Struct]:
    """Give the powers of which nothing else tells, and who is a captive since an earlier turn."""
    yield from (event for event in events if isinstance(event, PowerUsed) and event.leader in _LEAD)
    lost = {event.leader for event in events if isinstance(event, LeaderLost)}
    yield from (one for one in captives(view) if one.leader not in lost)

"""What happened in a turn by the revised rules, as facts of a report."""

from collections.abc import Iterable

from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.events import movement, production, status
from moderator.games.buck_rogers_revised.events.battle import (
    BoardSet,
    FactoryHit,
    FigureSilenced,
    HitIgnored,
    StepFought,
)
from moderator.games.buck_rogers_revised.orders.language import LANGUAGE
from moderator.games.solar_system.events.movement import Slung
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.seat.chronicle import Telling


def _lost(event: Event) -> Iterable[tuple[Seat, Units]]:
    """Return what seats lost by an event."""
    match event:
        case StepFought():
            for box in event.lost:
                yield box.seat, box.units
        case movement.RayFired(hit=True):
            yield event.victim, Units(((event.kind, 1),))
        case _:
            pass


TELLING = Telling(
    volleys=StepFought,
    boards=(BoardSet,),
    fights=(movement.PassersMet, movement.RayFired, BoardSet, FactoryHit, FigureSilenced, HitIgnored),
    feats=(Slung, movement.HuerThrew, movement.GenniesLanded),
    gains=(status.UnitsScuttled,),
    built=production.HalfBuilt,
    line=LANGUAGE.line,
    lost=_lost,
)
"""What is told besides what every rule set has."""

"""What is worth remembering of a match by the revised rules."""

from collections.abc import Sequence

from moderator.core.game import Chapter, Memories
from moderator.games.buck_rogers_revised.events.battle import FactoryHit, StepFought
from moderator.games.buck_rogers_revised.events.movement import CardPlayed, LineFailed
from moderator.games.buck_rogers_revised.events.production import Corruption
from moderator.games.buck_rogers_revised.seat.view import View
from moderator.games.solar_system.seat.recap import remember as shared
from moderator.games.solar_system.seat.recap.deeds import Counted, shots_of

_COUNTED: Counted = {
    StepFought: shots_of,
    FactoryHit: lambda e: [(e.seat, "saboteur", not e.left)],
    Corruption: lambda e: [(e.seat, "smuggler", e.bought)],
    CardPlayed: lambda e: [(e.seat, "gambler", 1)],
    LineFailed: lambda e: [(e.seat, "dreamer", 1)],
}


def remember(chapters: Sequence[Chapter[View]]) -> Memories:
    """Gather what a recap tells."""
    return shared.remember(chapters, StepFought, _COUNTED, {"saboteur": 1, "smuggler": 2, "gambler": 2})

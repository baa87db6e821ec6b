"""What is worth remembering of a match by the compressed rules."""

from collections.abc import Sequence

from moderator.core.game import Chapter, Memories
from moderator.games.buck_rogers.events.battle import FactoryRaided, FactorySabotaged, RoundFought
from moderator.games.buck_rogers.events.movement import LineFailed, PassersFired, RetreatersFired
from moderator.games.buck_rogers.seat.view import View
from moderator.games.solar_system.seat.recap import remember as shared
from moderator.games.solar_system.seat.recap.deeds import Counted, shots_of, total

_COUNTED: Counted = {
    RoundFought: shots_of,
    **dict.fromkeys(
        (PassersFired, RetreatersFired),
        lambda e: [(e.seat, "hammer", total(e.lost)), (e.target, "glorious", total(e.lost))],
    ),
    FactoryRaided: lambda e: [(e.seat, "saboteur", e.destroyed)],
    FactorySabotaged: lambda e: [(e.seat, "saboteur", e.destroyed)],
    LineFailed: lambda e: [(e.seat, "dreamer", 1)],
}


def remember(chapters: Sequence[Chapter[View]]) -> Memories:
    """Gather what a recap tells."""
    return shared.remember(chapters, RoundFought, _COUNTED, {"saboteur": 1})

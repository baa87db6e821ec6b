"""Whether the occasion for a retreat or a surrender has come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from moderator.core.seats import Seat
from moderator.games.solar_system.board.firing import strength
from moderator.games.solar_system.orders.phrases import Occasion
from moderator.games.solar_system.rules import retreating

if TYPE_CHECKING:
    from moderator.games.buck_rogers.rules.combat.battle import Battle


def has_come(battle: Battle, seat: Seat, occasion: Occasion) -> bool:
    """Tell whether a seat in a battle is that weak, has lost that much, or has fought that long."""
    mine, enemies = battle.forces[seat], battle.enemies(seat)
    theirs = sum(strength(force, (mine,)) for force in enemies)
    return retreating.has_come(occasion, battle.round, battle.lost[seat], (strength(mine, enemies), theirs))

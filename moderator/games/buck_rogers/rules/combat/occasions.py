"""Whether the occasion for a retreat or a surrender has come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from moderator.core.seats import Seat
from moderator.games.solar_system.board.firing import strength
from moderator.games.solar_system.orders.phrases import Occasion

if TYPE_CHECKING:
    from moderator.games.buck_rogers.rules.combat.battle import Battle


def has_come(battle: Battle, seat: Seat, occasion: Occasion) -> bool:
    """Tell whether a seat in a battle is that weak, has lost that much, or has fought that long."""
    if occasion.what == "round":
        return battle.round >= occasion.number
    if occasion.what == "losses":
        return battle.lost[seat] >= occasion.number
    mine, enemies = battle.forces[seat], battle.enemies(seat)
    theirs = sum(strength(force, (mine,)) for force in enemies)
    return theirs > 0 and theirs >= occasion.number * strength(mine, enemies)

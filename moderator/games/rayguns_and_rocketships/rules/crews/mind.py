"""Mind Control: a captain makes an enemy throw again (captains.toml: reroll of enemies; BY-MAIL 6)."""

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.events.reveal import AbilityUsed
from moderator.games.rayguns_and_rocketships.orders.phrases import Success
from moderator.games.rayguns_and_rocketships.rules.crews.captains import afford, wanted
from moderator.games.rayguns_and_rocketships.rules.table import Table


def again(table: Table, thrower: Seat, enemy: Seat, success: Success) -> bool:
    """Tell whether a seat makes an enemy throw a success again, and note that it did: the first of the Turn."""
    for ability in table.abilities(enemy).values():
        if ability.kind != "reroll" or ability.whose != "enemy" or ability.die not in ("any", success):
            continue
        key = (ability.name, enemy, thrower if ability.per == "opponent" else "")
        if key not in table.used and wanted(table, enemy, ability, success) and afford(table, enemy, ability):
            table.used.add(key)
            table.say(AbilityUsed(seat=enemy, ability=ability.name, on=thrower, paid=ability.cost))
            return True
    return False

"""Mind Control: a captain makes an enemy throw again (captains.toml: reroll of enemies; BY-MAIL 6)."""

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.orders.phrases import Success
from moderator.games.rayguns_and_rocketships.rules.crews.captains import throws_anew
from moderator.games.rayguns_and_rocketships.rules.table import Table


def again(table: Table, thrower: Seat, enemy: Seat, success: Success) -> bool:
    """Tell whether a seat makes an enemy throw a success again, and note that it did: the first of the Turn."""
    found = (one for one in table.abilities(enemy).values() if one.kind == "reroll" and one.whose == "enemy")
    return any(throws_anew(table, enemy, ability, thrower, success) for ability in found)

"""What a figure attacks before it goes where its line sends it (Rules: Crew Movement, Crew Combat; in any order)."""

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.orders.types import Board, Collect, Task
from moderator.games.rayguns_and_rocketships.rules.crews.boarding import could_enter
from moderator.games.rayguns_and_rocketships.rules.crews.combat import strike
from moderator.games.rayguns_and_rocketships.rules.crews.preys import best
from moderator.games.rayguns_and_rocketships.rules.crews.specials import find_free_token
from moderator.games.rayguns_and_rocketships.rules.crews.walking import Mover
from moderator.games.rayguns_and_rocketships.rules.table import Table


def strike_first(table: Table, mover: Mover, line: Task) -> bool:
    """Let a figure attack what is in reach before it goes, unless it needs the attack to enter a ship this Turn.

    False if a riposte struck it down. A boarder aboard the ship that he is for is left to ``board``, which weighs
    what is in reach and what is not.
    """
    if isinstance(line, Board) and mover.figure.ship == line.seat:
        return True
    found = best(table, mover.who)
    if found and mover.attacks and not could_enter(table, mover, line, _goal(table, mover, line)):
        mover.attacks -= 1
        strike(table, mover.who, *found)
    return mover.able


def _goal(table: Table, mover: Mover, line: Task) -> Seat:
    """Return the ship that a line leads to; empty for none."""
    if isinstance(line, Board):
        return line.seat
    if not isinstance(line, Collect):
        return line.spot.seat
    token = None if table.carried(mover.who) else find_free_token(table, mover.figure, line)
    return token.ship if token else ""

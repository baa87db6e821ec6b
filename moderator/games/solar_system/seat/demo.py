"""What the demos of both rule sets show."""

from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.games.solar_system.events.battle import BattleBegun


def who_meets(event: Event) -> tuple[Seat, ...]:
    """Return the seats that a battle is between, none for another event."""
    return tuple(side.seat for side in event.sides) if isinstance(event, BattleBegun) else ()

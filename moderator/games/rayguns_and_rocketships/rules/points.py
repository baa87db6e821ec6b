"""Victory points as they are won (Rules: Victory Points; BY-MAIL 8)."""

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.events.ending import Merit, Scored
from moderator.games.rayguns_and_rocketships.rules.table import Table


def score(table: Table, seat: Seat, points: int, merit: Merit, victim: Seat = "") -> None:
    """Give a seat points; void, rock and what a seat does to itself give nobody any."""
    if not seat or seat == victim or not points:
        return
    total = table.sides[seat].points + points
    table.set_side(seat, points=total)
    table.say(Scored(seat=seat, points=points, merit=merit, total=total, victim=victim))

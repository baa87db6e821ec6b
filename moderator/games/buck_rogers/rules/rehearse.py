"""Trying out an order set: what is converted and stolen, then Movement, then Building."""

from moderator.core.seats import Seat
from moderator.games.buck_rogers.rules import beginning, building
from moderator.games.buck_rogers.rules.suppose import suppose
from moderator.games.buck_rogers.rules.turn import Turn
from moderator.games.solar_system.rules.rehearse import rehearsing


def _before(turn: Turn, seat: Seat) -> None:
    beginning.convert(turn)
    beginning.steal(turn, seat)


def _after(turn: Turn, seat: Seat) -> None:
    building.dismantle(turn)
    building.build(turn, (seat,))


TRIAL = rehearsing(suppose, Turn, _before, _after)
"""How a seat's order set is tried out."""

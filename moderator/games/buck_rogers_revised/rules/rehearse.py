"""Trying out a sheet by the revised rules: what its author's Factories build, then Movement."""

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.rules import producing, ready
from moderator.games.buck_rogers_revised.rules.suppose import suppose
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.rules.rehearse import rehearsing


def _before(turn: Turn, seat: Seat) -> None:
    if turn.phase in ("turn", "production"):
        ready.ready(turn)
        turn.barred += [colour for colour in turn.order if turn.seat_of[colour] != seat]
        producing.produce(turn)


TRIAL = rehearsing(suppose, Turn, _before)
"""How a seat's sheet is tried out."""

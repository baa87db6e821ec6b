"""A position to work on, by the revised rules."""

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.rulebook import Rulebook
from moderator.games.buck_rogers_revised.pieces import NEUTRAL
from moderator.games.solar_system.board import forces as shared


class Forces(shared.Forces):
    """A position in work."""

    rules: Rulebook

    @property
    def rivals(self) -> tuple[Seat, ...]:
        """The seats that play for the victory: all but the neutral one."""
        return tuple(seat for seat in self.seats if seat != NEUTRAL or not self.rules.options.neutral)

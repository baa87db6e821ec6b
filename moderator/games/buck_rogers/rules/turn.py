"""A turn by the compressed rules, with what others and Leaders do to those who move."""

from moderator.games.buck_rogers.rules import passing, powers
from moderator.games.buck_rogers.rules.table import Table
from moderator.games.solar_system.rules.turn import Group


class Turn(Table):
    """A turn in work, or the part of it that a step plays."""

    def leaving(self, group: Group) -> None:
        """Let others fire at a group that is about to leave a zone."""
        passing.as_they_leave(self, group)

    def speed_up(self, group: Group) -> None:
        """Let Doc Huer's ships go farther."""
        powers.speed_up(self, group)

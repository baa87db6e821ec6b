"""A position to work on, by the revised rules."""

from moderator.games.buck_rogers_revised.board.rulebook import Rulebook
from moderator.games.solar_system.board import forces as shared


class Forces(shared.Forces):
    """A position in work."""

    rules: Rulebook

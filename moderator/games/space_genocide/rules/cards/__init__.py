"""What the 42 cards do, by key: see ``rules.moments`` for when they are asked."""

from collections.abc import Mapping

from moderator.games.space_genocide.rules.moments import Effect

EFFECTS: Mapping[str, Effect] = {}
"""The effect of every card; a card that is not among them cannot be played."""

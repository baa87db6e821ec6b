"""The effects of the 42 cards, by key: see ``rules.moments`` for when they are asked."""

from collections.abc import Mapping

from moderator.games.space_genocide.rules.cards import (
    aftermath,
    answers,
    boosting,
    hands,
    looking,
    moving,
    phases,
    shipyard,
)
from moderator.games.space_genocide.rules.cards.finding import Effect

EFFECTS: Mapping[str, Effect] = {
    **looking.EFFECTS,
    **hands.EFFECTS,
    **boosting.EFFECTS,
    **moving.EFFECTS,
    **answers.EFFECTS,
    **phases.EFFECTS,
    **aftermath.EFFECTS,
    **shipyard.EFFECTS,
}
"""The effect of every card; a card that is not among them cannot be played."""

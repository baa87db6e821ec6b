"""The bot that plays by the book: broadsides at the nearest ship, a Star card a Round, a boarder when alongside."""

from collections.abc import Sequence

from moderator.core.dice import Stream
from moderator.core.game import Imagine, Prompt
from moderator.games.rayguns_and_rocketships.orders.types import Pass, RayOrder
from moderator.games.rayguns_and_rocketships.seat.bots.plans import Plan, sheet
from moderator.games.rayguns_and_rocketships.seat.view import View

BOOK = Plan()
"""What a cadet has learnt."""


class Cadet:
    """A player made of rules of thumb."""

    def order(self, view: View, prompt: Prompt, chance: Stream, imagine: Imagine[View, RayOrder]) -> Sequence[RayOrder]:
        """Return a letter; at the set-up the moderator's proposal stands."""
        del chance, imagine
        return (Pass(),) if prompt.phase == "setup" else sheet(view, BOOK)

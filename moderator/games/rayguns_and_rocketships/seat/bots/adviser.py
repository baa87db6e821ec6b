"""Whose plans letters show as examples: a cadet who also says at the set-up what the moderator proposes."""

from collections.abc import Sequence

from moderator.core.dice import Stream
from moderator.core.game import Imagine, Prompt
from moderator.games.rayguns_and_rocketships.orders.types import ChooseSide, RayOrder, Take
from moderator.games.rayguns_and_rocketships.seat.bots.cadet import Cadet
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import captain_of, commands


class Adviser:
    """A cadet whose set-up can be read."""

    def order(self, view: View, prompt: Prompt, chance: Stream, imagine: Imagine[View, RayOrder]) -> Sequence[RayOrder]:
        """Return a letter; at the set-up the usual side of the captain card, where it is chosen, and the usual card."""
        if prompt.phase != "setup":
            return Cadet().order(view, prompt, chance, imagine)
        side = [ChooseSide(side=captain_of(view.who).usual)] if view.options.sides == "chosen" else []
        return (*side, Take(card=commands().deck[view.who].first))

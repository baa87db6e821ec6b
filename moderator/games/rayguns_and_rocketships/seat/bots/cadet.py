"""The bot that plays by the book: broadsides at the nearest ship, a Star card a Round, boarders by Star cards alone."""

from collections.abc import Sequence

from msgspec.structs import replace

from moderator.core.dice import Stream
from moderator.core.game import Imagine, Prompt
from moderator.games.rayguns_and_rocketships.orders.types import Pass, RayOrder
from moderator.games.rayguns_and_rocketships.seat.bots.plans import Plan, order_set
from moderator.games.rayguns_and_rocketships.seat.view import View

BOOK = Plan()
"""What a cadet has learnt."""


def book(view: View) -> Plan:
    """Return what a cadet does: nobody is sent out to board but in To the Last Man, where figures are what counts."""
    return replace(BOOK, boarders=2) if view.options.last_man else BOOK


class Cadet:
    """A player made of rules of thumb."""

    def order(self, view: View, prompt: Prompt, chance: Stream, imagine: Imagine[View, RayOrder]) -> Sequence[RayOrder]:
        """Return a letter; at the set-up the moderator's proposal stands."""
        del chance, imagine
        return (Pass(),) if prompt.phase == "setup" else order_set(view, book(view))

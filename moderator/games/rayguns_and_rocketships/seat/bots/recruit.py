"""The bot that does anything that is allowed: three cards of its hand as they come, and lines drawn by chance."""

from collections.abc import Callable, Sequence

from moderator.core.dice import Stream, Why
from moderator.core.errors import Problem
from moderator.core.game import Imagine, Prompt
from moderator.games.rayguns_and_rocketships.board.helm import CARDS
from moderator.games.rayguns_and_rocketships.orders.language import SLOTS
from moderator.games.rayguns_and_rocketships.orders.types import ORDERS, Program, RayOrder
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import basics_of
from moderator.kit.random_bot import RandomBot
from moderator.language.grammar.language import Language

_LINES: Language[RayOrder] = Language([kind for kind in ORDERS if not issubclass(kind, Program)], SLOTS)
"""All but PROGRAM: three cards drawn from those of all factions would hardly ever be a hand's."""


class Recruit:
    """A player who has not read the rules."""

    def __init__(self, check: Callable[[View, Prompt, Sequence[RayOrder]], Sequence[Problem]]) -> None:
        """Keep to what ``check`` allows."""
        self._lines: RandomBot[View, RayOrder] = RandomBot(_LINES, SLOTS, check)

    def order(self, view: View, prompt: Prompt, chance: Stream, imagine: Imagine[View, RayOrder]) -> Sequence[RayOrder]:
        """Return any cards, and any lines."""
        lines = self._lines.order(view, prompt, chance, imagine)
        return (self._program(view, chance), *lines) if prompt.phase == "round" else lines

    @staticmethod
    def _program(view: View, chance: Stream) -> Program:
        """Draw a programme with no more Star cards than there may be."""
        stars = chance.shuffled(view.own.hand, Why("stars"))[: view.options.max_star_per_round]
        drawn = chance.shuffled((*stars, *basics_of(view.who)), Why("cards"))[:CARDS]
        return Program(cards=tuple(drawn))

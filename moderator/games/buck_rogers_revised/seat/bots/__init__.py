"""Players made of rules, who see what a seat sees."""

from collections.abc import Callable, Mapping, Sequence

from moderator.core.errors import Problem
from moderator.core.game import Bot, Prompt
from moderator.games.buck_rogers_revised.orders.language import SLOTS
from moderator.games.buck_rogers_revised.orders.types import ORDERS, RevisedOrder
from moderator.games.buck_rogers_revised.seat.bots.captain import Captain
from moderator.games.buck_rogers_revised.seat.bots.warlord import Warlord
from moderator.games.buck_rogers_revised.seat.view import View
from moderator.kit.random_bot import RandomBot
from moderator.language.grammar.language import Language

_HARMLESS: Language[RevisedOrder] = Language([kind for kind in ORDERS if not kind.rash], SLOTS)
"""Orders of a player who does not give up by chance."""


def bots(
    check: Callable[[View, Prompt, Sequence[RevisedOrder]], Sequence[Problem]],
) -> Mapping[str, Bot[View, RevisedOrder]]:
    """Return the bots by name, from the weakest to the best; ``check`` keeps the random one to what is allowed."""
    return {"random": RandomBot(_HARMLESS, SLOTS, check), "captain": Captain(), "warlord": Warlord()}

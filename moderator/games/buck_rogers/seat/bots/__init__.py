"""Players made of rules, who see what a seat sees."""

from collections.abc import Callable, Mapping, Sequence

from moderator.core.errors import Problem
from moderator.core.game import Bot, Prompt
from moderator.games.buck_rogers.orders.language import LANGUAGE, SLOTS
from moderator.games.buck_rogers.orders.types import BuckOrder
from moderator.games.buck_rogers.seat.bots.captain import Captain
from moderator.games.buck_rogers.seat.bots.warlord import Warlord
from moderator.games.buck_rogers.seat.view import View
from moderator.kit.random_bot import RandomBot


def bots(check: Callable[[View, Prompt, Sequence[BuckOrder]], Sequence[Problem]]) -> Mapping[str, Bot[View, BuckOrder]]:
    """Return the bots by name, from the weakest to the best; ``check`` keeps the random one to what is allowed."""
    return {"random": RandomBot(LANGUAGE, SLOTS, check), "captain": Captain(), "warlord": Warlord()}

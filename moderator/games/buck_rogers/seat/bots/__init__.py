"""Players made of rules, who see what a seat sees."""

from collections.abc import Callable, Mapping, Sequence

from moderator.core.errors import Problem
from moderator.core.game import Bot, Prompt
from moderator.games.buck_rogers.orders.language import SLOTS
from moderator.games.buck_rogers.orders.types import ORDERS, BuckOrder
from moderator.games.buck_rogers.seat.bots.captain import Captain
from moderator.games.buck_rogers.seat.view import View
from moderator.games.solar_system.seat.bots.captain import Temper
from moderator.games.solar_system.seat.bots.warlord import Warlord
from moderator.kit.random_bot import RandomBot
from moderator.language.grammar.language import Language

_HARMLESS: Language[BuckOrder] = Language([kind for kind in ORDERS if not kind.rash], SLOTS)
"""Orders of a player who does not give up by chance."""

_PLANS = tuple(
    Captain(Temper(odds, thrift, guard, invests=invests))
    for odds, thrift, guard, invests in (
        (1.5, 0.35, 1, True),
        (1.1, 0.2, 1, True),
        (2.2, 0.5, 2, True),
        (1.0, 0.1, 0, False),
    )
)


def bots(check: Callable[[View, Prompt, Sequence[BuckOrder]], Sequence[Problem]]) -> Mapping[str, Bot[View, BuckOrder]]:
    """Return the bots by name, from the weakest to the best; ``check`` keeps the random one to what is allowed."""
    return {
        "random": RandomBot(_HARMLESS, SLOTS, check),
        "captain": Captain(),
        "warlord": Warlord(_PLANS, Captain(), ("turn", "move")),
    }

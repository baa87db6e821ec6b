"""Players made of rules, who see what a seat sees (BY-MAIL 13)."""

from collections.abc import Callable, Mapping, Sequence

from moderator.core.errors import Problem
from moderator.core.game import Bot, Prompt
from moderator.games.rayguns_and_rocketships.orders.types import RayOrder
from moderator.games.rayguns_and_rocketships.seat.bots.ace import Ace
from moderator.games.rayguns_and_rocketships.seat.bots.cadet import Cadet
from moderator.games.rayguns_and_rocketships.seat.bots.recruit import Recruit
from moderator.games.rayguns_and_rocketships.seat.view import View


def bots(check: Callable[[View, Prompt, Sequence[RayOrder]], Sequence[Problem]]) -> Mapping[str, Bot[View, RayOrder]]:
    """Return the bots by name, from the weakest to the best; ``check`` keeps the random one to what is allowed."""
    return {"random": Recruit(check), "cadet": Cadet(), "ace": Ace()}

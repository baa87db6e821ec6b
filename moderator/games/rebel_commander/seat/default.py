"""What silence means: nothing moves."""

from collections.abc import Sequence

from moderator.core.game import Prompt
from moderator.games.rebel_commander.orders.types import Pass, RebelOrder
from moderator.games.rebel_commander.seat.view import View


def default(view: View, prompt: Prompt, standing: Sequence[RebelOrder]) -> tuple[RebelOrder, ...]:
    """Pass under every number; no order of this game lasts, so nothing can stand."""
    del view, standing
    return tuple(Pass(number=label) for label in prompt.numbers)

"""The orders of a silent seat: a card handed on, the proposed set-up, courses that go on, doctrine that stands."""

from collections.abc import Sequence

from moderator.core.codec import tag_of
from moderator.core.game import Prompt
from moderator.games.buck_rogers_revised.board.cards import to_give
from moderator.games.buck_rogers_revised.orders.types import Give, Mulligan, RevisedOrder
from moderator.games.buck_rogers_revised.seat.view import View
from moderator.games.solar_system.seat.default import proposed


def default(view: View, prompt: Prompt, standing: Sequence[RevisedOrder]) -> tuple[RevisedOrder, ...]:
    """Return what would be done unasked."""
    del standing
    if prompt.phase == "cards":
        lines: list[RevisedOrder] = [Give(card=to_give(view.hand))] if view.options.pass_card else []
        return (*lines, *([Mulligan(redraw="scattered")] if view.options.mulligan else []))
    if prompt.phase == "placement":
        return tuple(proposed(view, ()))
    return tuple(order for order in view.known_orders() if tag_of(type(order)) in prompt.verbs)

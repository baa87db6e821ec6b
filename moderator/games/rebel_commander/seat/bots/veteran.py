"""A player that plans for its whole side and carries out its own part."""

from collections.abc import Mapping

from moderator.core.dice import Stream, Why
from moderator.core.game import Imagine, Prompt
from moderator.games.rebel_commander.orders.types import RebelOrder
from moderator.games.rebel_commander.pieces import EMPIRE
from moderator.games.rebel_commander.seat.bots.doctrine import Side, situation
from moderator.games.rebel_commander.seat.bots.order_sets import (
    OrderSet,
    order_sets_of,
    orders_of,
    steps_of,
    swapped_with_next,
)
from moderator.games.rebel_commander.seat.bots.sketch import ground_of
from moderator.games.rebel_commander.seat.bots.staff import common_whim, plan
from moderator.games.rebel_commander.seat.check import check
from moderator.games.rebel_commander.seat.view import View


class VeteranBot:
    """Plans for all seats of its side as each of them does: so factions strike together."""

    def __init__(self, doctrines: Mapping[str, Side]) -> None:
        """Follow the doctrines of each edition."""
        self._doctrines = doctrines

    def order(
        self, view: View, prompt: Prompt, chance: Stream, imagine: Imagine[View, RebelOrder]
    ) -> tuple[RebelOrder, ...]:
        """Return the own part of the side's plan."""
        del imagine
        if view.who == EMPIRE:
            slots, whim = {EMPIRE: len(prompt.numbers)}, chance.d(1 << 30, Why("temper", "whim"))
        else:
            slots = {seat: len(prompt.numbers) for seat in view.in_play if seat != EMPIRE}
            whim = common_whim(view)
        if view.who not in slots:
            return ()
        ground = ground_of(view.options.edition)
        known = situation(view, slots, whim, steps_of(view.intents, ground, prompt.numbers))
        side = self._doctrines[view.options.edition]
        order_set = order_sets_of(plan(known, side.empire if view.who == EMPIRE else side.rebels), slots)[view.who]
        if view.who != EMPIRE:
            order_set = _shuffled(view, prompt, order_set, chance)
        return orders_of(order_set, ground.names, prompt.numbers)


def _shuffled(view: View, prompt: Prompt, order_set: OrderSet, chance: Stream) -> OrderSet:
    """Swap orders with the next ones by chance: allies count on what is done, and on when attacks are."""
    names = ground_of(view.options.edition).names
    for n, slot in enumerate((*range(len(order_set) - 1), 0)):
        pair = order_set[slot : slot + 2]
        swap = chance.d(2, Why("mood", n=n)) == 1
        if swap and all(step is not None and step.action != "attack" for step in pair):
            changed = swapped_with_next(order_set, slot)
            if not check(view, prompt, orders_of(changed, names, prompt.numbers)):
                order_set = changed
    return order_set

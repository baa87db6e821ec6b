"""Captains made of rules."""

from collections.abc import Iterator

from hex_duel.board import HARBOURS, SALVO, SONAR
from hex_duel.orders import LANGUAGE, SLOTS, AnyOrder, Fire, Play, Sail
from hex_duel.seat.check import check
from hex_duel.seat.view import View
from moderator.core.dice import Stream, Why
from moderator.core.game import Bot, Imagine, Prompt
from moderator.kit.random_bot import RandomBot


class HunterBot:
    """Looks for the enemy, closes in on it and shoots."""

    def order(
        self, view: View, prompt: Prompt, chance: Stream, imagine: Imagine[View, AnyOrder]
    ) -> tuple[AnyOrder, ...]:
        """Return what the hunt asks for, but for what is not allowed."""
        del imagine
        order_set: tuple[AnyOrder, ...] = ()
        for order in self._wishes(view, chance):
            order_set = order_set if check(view, prompt, (*order_set, order)) else (*order_set, order)
        return order_set

    def _wishes(self, view: View, chance: Stream) -> Iterator[AnyOrder]:
        """Give what a hunter would do, the most wanted first."""
        if view.enemy is None:
            yield Play(card=SONAR)
            yield Sail(place=chance.pick([at for coast in HARBOURS.values() for at in coast], Why("search")))
            return
        yield from (Play(card=SALVO), Fire(place=view.enemy), Sail(place=view.enemy))


BOTS: dict[str, Bot[View, AnyOrder]] = {"random": RandomBot(LANGUAGE, SLOTS, check), "hunter": HunterBot()}

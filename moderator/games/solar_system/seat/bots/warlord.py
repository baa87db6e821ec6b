"""The bot that looks ahead: it plays plans of several tempers out against what others may do, and takes the best."""

from collections.abc import Collection, Sequence
from typing import Generic, TypeVar

from msgspec.structs import replace

from moderator.core.dice import Stream
from moderator.core.game import Bot, Imagine, Prompt
from moderator.core.orders import Order
from moderator.core.seats import Seat
from moderator.games.solar_system.seat.view import Sight

_GUESSES = 3
"""Futures that each plan is tried in."""

_ZONE, _FACTORY, _WORTH, _RIVAL, _WON = 10.0, 8.0, 0.6, 0.5, 1000.0


V = TypeVar("V", bound=Sight)
Said = TypeVar("Said", bound=Order)


class Warlord(Generic[V, Said]):
    """A player that imagines the ruling."""

    def __init__(self, plans: Sequence[Bot[V, Said]], plain: Bot[V, Said], phases: Collection[str]) -> None:
        """Take whose plans are compared, what the others are thought to be, and in which phases it is worth while."""
        self._plans, self._plain, self._phases = plans, plain, phases

    def order(self, view: V, prompt: Prompt, chance: Stream, imagine: Imagine[V, Said]) -> Sequence[Said]:
        """Return the sheet that comes out best on the average."""
        plans = tuple(dict.fromkeys(tuple(plan.order(view, prompt, chance, imagine)) for plan in self._plans))
        if prompt.phase not in self._phases or len(plans) == 1:
            return plans[0]
        others = [seat for seat in view.seats if seat not in (view.who, *view.out)]
        sheets = {seat: self._plain.order(self.guess(view, seat), prompt, chance, imagine) for seat in others}

        def mean(plan: Sequence[Said]) -> float:
            futures = (imagine(view, {**sheets, view.who: plan}, f"warlord {guess}") for guess in range(_GUESSES))
            return sum(_appraise(future, view.who) for future in futures)

        return max(plans, key=mean)

    def guess(self, view: V, seat: Seat) -> V:
        """Return what another seat may see: the same board."""
        return replace(view, who=seat, doctrine=(), courses=())


def _appraise(view: Sight, seat: Seat) -> float:
    """Return what a position is worth to a seat: its own standing, less a part of the best rival's."""
    marks = {one.seat: one.zones * _ZONE + one.factories * _FACTORY + one.worth * _WORTH for one in view.score}
    rival = max(mark for other, mark in marks.items() if other != seat)
    won = 0.0
    if view.outcome is not None:
        won = _WON if seat in view.outcome.winners else -_WON
    return marks[seat] - _RIVAL * rival + won

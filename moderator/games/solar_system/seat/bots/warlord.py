"""The bot that looks ahead: it foresees where others go, plays plans of several tempers out, and takes the best."""

from collections.abc import Collection, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec.structs import replace

from moderator.core.dice import Stream
from moderator.core.game import Bot, Imagine, Prompt
from moderator.core.orders import Order
from moderator.core.seats import Seat
from moderator.games.solar_system.seat.bots.foresight import foresee
from moderator.games.solar_system.seat.view import Sight

_TRIED = (6, 2)
"""So many plans are tried in a first future, and so many of the best of them in a second."""

_ZONE, _FACTORY, _WORTH, _HALF, _LEADER, _WON = 10.0, 8.0, 0.6, 3.0, 5.0, 1000.0


V = TypeVar("V", bound=Sight)
AnyOrder = TypeVar("AnyOrder", bound=Order)


class Warlord(Generic[V, AnyOrder]):
    """A player that imagines the step."""

    def __init__(self, plans: Sequence[Bot[V, AnyOrder]], plain: Bot[V, AnyOrder], phases: Collection[str]) -> None:
        """Take whose plans are compared, what the others are thought to be, and in which phases it is worth while."""
        self._plans, self._plain, self._phases = plans, plain, phases

    def order(self, view: V, prompt: Prompt, chance: Stream, imagine: Imagine[V, AnyOrder]) -> Sequence[AnyOrder]:
        """Return the order set that comes out best: a plain one, or one made for where the others are thought to go."""
        plain = tuple(self._plain.order(view, prompt, chance, imagine))
        if prompt.phase not in self._phases:
            return plain
        others = [seat for seat in view.seats if seat not in (view.who, *view.out)]
        order_sets = {seat: self._plain.order(self.guess(view, seat), prompt, chance, imagine) for seat in others}
        seen = foresee(view, order_sets)
        plans = (tuple(plan.order(seen, prompt, chance, imagine)) for plan in self._plans)
        marks = dict.fromkeys((plain, *plans), 0.0)
        for number, most in enumerate(_TRIED):
            best = sorted(marks, key=marks.__getitem__, reverse=True)[:most]
            marks = {plan: marks[plan] + self._try(view, order_sets, plan, number, imagine) for plan in best}
        return max(marks, key=marks.__getitem__)

    def _try(
        self,
        view: V,
        order_sets: Mapping[Seat, Sequence[AnyOrder]],
        plan: Sequence[AnyOrder],
        number: int,
        imagine: Imagine[V, AnyOrder],
    ) -> float:
        """Return what a plan comes to in one of the possible futures."""
        return _appraise(imagine(view, {**order_sets, view.who: plan}, f"warlord {number}"), view.who)

    def guess(self, view: V, seat: Seat) -> V:
        """Return what another seat may see: the same board."""
        return replace(view, who=seat, doctrine=(), courses=())


def _appraise(view: Sight, seat: Seat) -> float:
    """Return what a position is worth to a seat: its own standing, less the best rival's."""
    board = view.position
    marks = {one.seat: one.zones * _ZONE + one.factories * _FACTORY + one.worth * _WORTH for one in view.score}
    halves = [*(one.colour for one in board.halves), *(one.colour for one in board.factories if one.work)]
    leaders = [one.colour for one in board.leaders if one.zone]
    for own in marks:
        colours = view.played(own)
        marks[own] += _HALF * sum(one in colours for one in halves) + _LEADER * sum(one in colours for one in leaders)
    rival = max(mark for other, mark in marks.items() if other != seat)
    won = 0.0
    if view.outcome is not None:
        won = _WON if seat in view.outcome.winners else -_WON
    return marks[seat] - rival + won

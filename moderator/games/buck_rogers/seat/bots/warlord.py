"""The bot that looks ahead: it plays plans of several tempers out against what others may do, and takes the best."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from moderator.core.dice import Stream
from moderator.core.game import Imagine, Prompt
from moderator.core.seats import Seat
from moderator.games.buck_rogers.orders.types import BuckOrder
from moderator.games.buck_rogers.seat.bots.captain import Captain, Temper
from moderator.games.buck_rogers.seat.view import View

_PLANS = tuple(
    Captain(Temper(odds, thrift, guard, invests=invests))
    for odds, thrift, guard, invests in (
        (1.5, 0.35, 1, True),
        (1.1, 0.2, 1, True),
        (2.2, 0.5, 2, True),
        (1.3, 0.2, 0, False),
        (1.8, 0.35, 3, True),
    )
)
_GUESSES = 3
"""Futures that each plan is tried in."""

_ZONE, _FACTORY, _WORTH, _RIVAL, _WON = 10.0, 8.0, 0.6, 0.5, 1000.0


class Warlord:
    """A player that imagines the ruling."""

    def order(
        self, view: View, prompt: Prompt, chance: Stream, imagine: Imagine[View, BuckOrder]
    ) -> Sequence[BuckOrder]:
        """Return the sheet that comes out best on the average."""
        plans = tuple(dict.fromkeys(tuple(plan.order(view, prompt, chance, imagine)) for plan in _PLANS))
        if prompt.phase not in ("turn", "move") or len(plans) == 1:
            return plans[0]
        others = _guess(view, prompt, chance, imagine)

        def mean(plan: Sequence[BuckOrder]) -> float:
            futures = (imagine(view, {**others, view.who: plan}, f"warlord {guess}") for guess in range(_GUESSES))
            return sum(_appraise(future, view.who) for future in futures)

        return max(plans, key=mean)


def _guess(
    view: View, prompt: Prompt, chance: Stream, imagine: Imagine[View, BuckOrder]
) -> Mapping[Seat, Sequence[BuckOrder]]:
    """Return what the others may order: what a captain would, who sees the same board."""
    others = [seat for seat in view.seats if seat not in (view.who, *view.out)]
    plain = Captain()
    return {
        seat: plain.order(replace(view, who=seat, doctrine=(), courses=()), prompt, chance, imagine) for seat in others
    }


def _appraise(view: View, seat: Seat) -> float:
    """Return what a position is worth to a seat: its own standing, less a part of the best rival's."""
    marks = {one.seat: one.zones * _ZONE + one.factories * _FACTORY + one.worth * _WORTH for one in view.score}
    rival = max(mark for other, mark in marks.items() if other != seat)
    won = 0.0
    if view.outcome is not None:
        won = _WON if seat in view.outcome.winners else -_WON
    return marks[seat] - _RIVAL * rival + won

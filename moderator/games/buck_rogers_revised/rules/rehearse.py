"""Trying out a sheet: the author's own Production, then Movement; what would be thrown for is left as it is."""

from collections.abc import Sequence

from moderator.core.dice import Dice
from moderator.core.seats import Seat
from moderator.core.sequence import play
from moderator.core.trial import branch, trial
from moderator.games.buck_rogers_revised.orders.types import RevisedOrder
from moderator.games.buck_rogers_revised.rules import hand
from moderator.games.buck_rogers_revised.rules.play import PRODUCTION
from moderator.games.buck_rogers_revised.rules.state import State
from moderator.games.buck_rogers_revised.rules.suppose import suppose
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.board.rehearsal import Rehearsal, Tried
from moderator.games.solar_system.pieces import Position
from moderator.games.solar_system.rules.rehearse import rehearse


class _Rehearsal:
    """A seat's sheet on a supposed position: nobody else bids, builds or plays a card."""

    def __init__(self, state: State, seat: Seat, dice: Dice) -> None:
        self._state, self._seat, self._dice = state, seat, dice

    def play(self, orders: Sequence[RevisedOrder]) -> tuple[Sequence[Tried], Position]:
        turn = Turn(self._state, {self._seat: orders}, self._dice)

        def before() -> None:
            for step in PRODUCTION if self._state.phase in ("turn", "production") else ():
                with branch():
                    play((step,), turn)
            hand.play(turn, before=True)

        return rehearse(turn, self._seat, orders, before)


def _begin(state: State, seat: Seat, dice: Dice) -> Rehearsal[RevisedOrder]:
    return _Rehearsal(state, seat, dice)


TRIAL = trial(suppose, _begin)
"""How a seat's sheet is tried out."""

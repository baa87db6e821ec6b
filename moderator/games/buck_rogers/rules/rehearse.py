"""Trying out a sheet: what is converted and stolen, then Movement."""

from collections.abc import Sequence

from moderator.core.dice import Dice
from moderator.core.seats import Seat
from moderator.core.trial import trial
from moderator.games.buck_rogers.orders.types import BuckOrder
from moderator.games.buck_rogers.rules import beginning
from moderator.games.buck_rogers.rules.state import State
from moderator.games.buck_rogers.rules.suppose import suppose
from moderator.games.buck_rogers.rules.turn import Turn
from moderator.games.solar_system.board.rehearsal import Rehearsal, Tried
from moderator.games.solar_system.pieces import Position
from moderator.games.solar_system.rules.rehearse import rehearse


class _Rehearsal:
    """A seat's sheet on a supposed position."""

    def __init__(self, state: State, seat: Seat, dice: Dice) -> None:
        self._state, self._seat, self._dice = state, seat, dice

    def play(self, orders: Sequence[BuckOrder]) -> tuple[Sequence[Tried], Position]:
        turn = Turn(self._state, {self._seat: orders}, self._dice)

        def before() -> None:
            beginning.convert(turn)
            beginning.steal(turn, self._seat)

        return rehearse(turn, self._seat, orders, before)


def _begin(state: State, seat: Seat, dice: Dice) -> Rehearsal[BuckOrder]:
    return _Rehearsal(state, seat, dice)


TRIAL = trial(suppose, _begin)
"""How a seat's sheet is tried out."""

"""Trying out a sheet by the revised rules: Production of its author alone, then Movement."""

from collections.abc import Sequence

from moderator.core.dice import Dice
from moderator.core.seats import Seat
from moderator.core.trial import trial
from moderator.games.buck_rogers_revised.orders.types import RevisedOrder
from moderator.games.buck_rogers_revised.rules.state import State
from moderator.games.buck_rogers_revised.rules.suppose import suppose
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.board.rehearsal import Rehearsal, Tried
from moderator.games.solar_system.pieces import Position
from moderator.games.solar_system.rules.rehearse import rehearse


class _Rehearsal:
    """A seat's sheet on a supposed position."""

    def __init__(self, state: State, seat: Seat, dice: Dice) -> None:
        self._state, self._seat, self._dice = state, seat, dice

    def play(self, orders: Sequence[RevisedOrder]) -> tuple[Sequence[Tried], Position]:
        turn = Turn(self._state, {self._seat: orders}, self._dice)
        return rehearse(turn, self._seat, orders, lambda: None)


def _begin(state: State, seat: Seat, dice: Dice) -> Rehearsal[RevisedOrder]:
    return _Rehearsal(state, seat, dice)


TRIAL = trial(suppose, _begin)
"""How a seat's sheet is tried out."""

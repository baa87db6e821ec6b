"""Trying out a sheet by the revised rules: what its author's Factories build, then Movement."""

from collections.abc import Sequence

from moderator.core.dice import Dice
from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.core.trial import trial
from moderator.games.buck_rogers_revised.orders.types import RevisedOrder
from moderator.games.buck_rogers_revised.rules import producing, ready
from moderator.games.buck_rogers_revised.rules.state import State
from moderator.games.buck_rogers_revised.rules.suppose import suppose
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.buck_rogers_revised.seat.preview import Foresight
from moderator.games.solar_system.board.rehearsal import Tried
from moderator.games.solar_system.pieces import Position
from moderator.games.solar_system.rules.rehearse import rehearse


class _Rehearsal:
    """A seat's sheet on a supposed position; ``told`` is what happened when it was played."""

    def __init__(self, state: State, seat: Seat, dice: Dice) -> None:
        self._state, self._seat, self._dice = state, seat, dice
        self.told: Sequence[Event] = ()

    def play(self, orders: Sequence[RevisedOrder]) -> tuple[Sequence[Tried], Position]:
        turn = Turn(self._state, {self._seat: orders}, self._dice)

        def before() -> None:
            if self._state.phase in ("turn", "production"):
                ready.ready(turn)
                turn.barred += [colour for colour in turn.order if turn.seat_of[colour] != self._seat]
                producing.produce(turn)

        played = rehearse(turn, self._seat, orders, before)
        self.told = turn.events
        return played


def _begin(state: State, seat: Seat, dice: Dice) -> Foresight:
    return _Rehearsal(state, seat, dice)


TRIAL = trial(suppose, _begin)
"""How a seat's sheet is tried out."""

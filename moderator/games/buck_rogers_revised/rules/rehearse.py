"""Trying out a sheet by the revised rules: what its author's Factories build, Movement, how battles may end."""

from collections.abc import Sequence

from moderator.core.dice import Dice
from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.core.trial import trial
from moderator.games.buck_rogers_revised.orders.doctrine import Standing
from moderator.games.buck_rogers_revised.orders.types import RevisedOrder
from moderator.games.buck_rogers_revised.rules import producing, ready
from moderator.games.buck_rogers_revised.rules.combat import chances
from moderator.games.buck_rogers_revised.rules.state import State
from moderator.games.buck_rogers_revised.rules.suppose import suppose
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.buck_rogers_revised.seat.preview import Foresight
from moderator.games.solar_system.board.rehearsal import Tried
from moderator.games.solar_system.pieces import Position
from moderator.games.solar_system.rules.rehearse import rehearse


class Rehearsal:
    """A seat's sheet on a supposed position; ``told`` is what happened when it was played, with which odds go on."""

    def __init__(self, state: State, seat: Seat, dice: Dice) -> None:
        """Take the position, and whose sheet it is."""
        self._state, self._seat, self._dice = state, seat, dice
        self._turn: Turn | None = None
        self.told: Sequence[Event] = ()

    def play(self, orders: Sequence[RevisedOrder]) -> tuple[Sequence[Tried], Position]:
        """Return what each line that moves something would do, and the board after Movement."""
        turn = Turn(self._state, {self._seat: orders}, self._dice)

        def before() -> None:
            if self._state.phase in ("turn", "production"):
                ready.ready(turn)
                turn.barred += [colour for colour in turn.order if turn.seat_of[colour] != self._seat]
                producing.produce(turn)

        played = rehearse(turn, self._seat, orders, before)
        self.told = tuple(turn.events)
        turn.kept = {seat: kept if seat == self._seat else () for seat, kept in turn.kept.items()}
        turn.doctrine = {seat: Standing(kept) for seat, kept in turn.kept.items()}
        self._turn = turn
        return played

    def odds(self, at: int) -> tuple[float, ...]:
        """Return how a battle in a zone would end after that, the enemy without doctrine; empty if not reckoned."""
        return (self._turn and chances.odds(self._turn, at, self._seat)) or ()


def _begin(state: State, seat: Seat, dice: Dice) -> Foresight:
    return Rehearsal(state, seat, dice)


TRIAL = trial(suppose, _begin)
"""How a seat's sheet is tried out."""

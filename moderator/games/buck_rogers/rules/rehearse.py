"""Trying out a sheet: Movement by the real rules, on a position in which nobody else moves or fires."""

from collections.abc import Sequence

from msgspec.structs import replace

from moderator.core.dice import Dice
from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.core.trial import ThrownError, branch, trial
from moderator.games.buck_rogers.orders.doctrine import Standing
from moderator.games.buck_rogers.orders.types import BuckOrder
from moderator.games.buck_rogers.rules import beginning
from moderator.games.buck_rogers.rules.state import State
from moderator.games.buck_rogers.rules.suppose import suppose
from moderator.games.buck_rogers.rules.turn import Turn
from moderator.games.solar_system.board.rehearsal import Rehearsal, Tried
from moderator.games.solar_system.board.zones import INDEX, ZONES
from moderator.games.solar_system.events.movement import CourseKept, UnitsMoved
from moderator.games.solar_system.orders.phrases import ALL
from moderator.games.solar_system.orders.types import Carry, Move, Passers
from moderator.games.solar_system.pieces import SHIPS, Position
from moderator.games.solar_system.rules.movement import lines
from moderator.games.solar_system.rules.turn import Line


class _Rehearsal:
    """A seat's sheet on a supposed position."""

    def __init__(self, state: State, seat: Seat, dice: Dice) -> None:
        self._state, self._seat, self._dice = state, seat, dice

    def play(self, orders: Sequence[BuckOrder]) -> tuple[Sequence[Tried], Position]:
        turn = Turn(self._state, {self._seat: orders}, self._dice)
        peace = Standing((Passers(fire=False),))
        others = (seat for seat in turn.seats if seat != self._seat)
        turn.doctrine = {**turn.doctrine, **dict.fromkeys(others, peace)}
        if self._seat not in turn.seats:
            return (), turn.position
        with branch():
            beginning.convert(turn)
            beginning.steal(turn, self._seat)
        lines.hold(turn, self._seat)
        colours = [colour for colour in turn.played[self._seat] if not turn.is_inert(colour)]
        out, above = [], None
        for index, order in enumerate(orders):
            if isinstance(order, Move | Carry):
                above, tried = self._line(turn, Line(order), above, colours)
                out.append(replace(tried, index=index))
        with branch():
            lines.take_up(turn, self._seat, colours)
        return tuple(out), turn.position

    def _line(self, turn: Turn, line: Line, above: Line | None, colours: Sequence[str]) -> tuple[Line | None, Tried]:
        before = len(turn.events)
        thrown = False
        try:
            above = lines.advance(turn, self._seat, line, above, colours)
        except ThrownError:
            thrown, line.carried, above = True, True, line
        if above is not line:
            return above, Tried(0, cause="condition")
        return above, _told(turn, line, turn.events[before:], thrown=thrown)


def _told(turn: Turn, line: Line, events: Sequence[Event], *, thrown: bool) -> Tried:
    """Return what became of a line."""
    moved = [event for event in events if isinstance(event, UnitsMoved)]
    later = [event for event in events if isinstance(event, CourseKept)]
    way = moved[-1].way if moved else ()
    seat = turn.seat_of[moved[-1].colour] if moved else ""
    fired = turn.rules.pass_through and any(_guarded(turn, seat, INDEX[name]) for name in way[:-1])
    return Tried(
        0,
        cause=None if line.carried else line.cause or "gone",
        units=moved[-1].units if moved else later[-1].units if later else line.left,
        way=way,
        zone=way[-1] if way else later[-1].zone if later else "",
        goal=later[-1].goal if later else "",
        thrown=thrown,
        fired=fired,
        short=any(0 < count < ALL for _, count in line.left.counts),
    )


def _guarded(turn: Turn, seat: Seat, at: int) -> bool:
    """Tell whether others could fire at who passes a zone."""
    return not ZONES[at].is_territory and any(turn.units_of(other, at, SHIPS) for other in turn.others(seat, at))


def _begin(state: State, seat: Seat, dice: Dice) -> Rehearsal[BuckOrder]:
    return _Rehearsal(state, seat, dice)


TRIAL = trial(suppose, _begin)
"""How a seat's sheet is tried out."""

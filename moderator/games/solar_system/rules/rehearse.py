"""Trying out an order set: Movement by the real rules, on a position in which nobody else moves or fires."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from msgspec.structs import replace

from moderator.core.dice import Dice
from moderator.core.game import Event
from moderator.core.orders import Order
from moderator.core.seats import Seat
from moderator.core.trial import ThrownError, Trial, branch, trial
from moderator.games.solar_system.board.rehearsal import Rehearsal, Rehearsed, Tried
from moderator.games.solar_system.board.zones import NUMBER
from moderator.games.solar_system.events.movement import CourseKept, UnitsMoved
from moderator.games.solar_system.orders.phrases import ALL
from moderator.games.solar_system.orders.types import Carry, Move, Passers
from moderator.games.solar_system.pieces import SHIPS
from moderator.games.solar_system.rules.movement import lines
from moderator.games.solar_system.rules.turn import Line, Turn
from moderator.games.solar_system.seat.view import Sight

T = TypeVar("T", bound=Turn)
V = TypeVar("V", bound=Sight)
S = TypeVar("S")
AnyOrder = TypeVar("AnyOrder", bound=Order)


def rehearsing(
    suppose: Callable[[V], S],
    lay_out: Callable[[S, Mapping[Seat, Sequence[AnyOrder]], Dice], T],
    before: Callable[[T, Seat], None],
    after: Callable[[T, Seat], None] = lambda turn, seat: None,  # noqa: ARG005 - nothing is done
    odds: Callable[[T, Seat, int], tuple[float, ...]] = lambda turn, seat, at: (),  # noqa: ARG005 - none are reckoned
) -> Trial[V, Rehearsal[AnyOrder]]:
    """Return how a seat's orders is tried out: what a rule set does before Movement, then that, and what comes after.

    Where what is done before or after would throw dice it is left as it is then. ``odds`` are those of a battle in a
    zone.
    """

    def begin(state: S, seat: Seat, dice: Dice) -> Rehearsal[AnyOrder]:
        def play(orders: Sequence[AnyOrder]) -> Rehearsed:
            turn = lay_out(state, {seat: orders}, dice)
            tried = _rehearse(turn, seat, orders, before) if seat in turn.seats else ()
            return Rehearsed(
                tried, lambda: turn.position, partial(_play_on, turn, seat, after), partial(odds, turn, seat)
            )

        return play

    return trial(suppose, begin)


def _play_on(turn: T, seat: Seat, after: Callable[[T, Seat], None]) -> Sequence[Event]:
    """Do what comes after Movement, as far as nothing is thrown, and return all that happened."""
    with branch():
        after(turn, seat)
    return turn.events


def _rehearse(turn: T, seat: Seat, orders: Sequence[Order], before: Callable[[T, Seat], None]) -> tuple[Tried, ...]:
    """Return what each line of a seat would do that moves something."""
    peace = type(turn.doctrine[seat])((Passers(fire=False),))
    turn.doctrine = {other: own if other == seat else peace for other, own in turn.doctrine.items()}
    with branch():
        before(turn, seat)
    lines.hold(turn, seat)
    colours = [colour for colour in turn.played[seat] if not turn.is_inert(colour)]
    out, above = [], None
    for index, order in enumerate(orders):
        if isinstance(order, Move | Carry):
            above, tried = _try_line(turn, seat, Line(order), above, colours)
            out.append(replace(tried, index=index))
    with branch():
        lines.take_up(turn, seat, colours)
    return tuple(out)


def _try_line(
    turn: Turn, seat: Seat, line: Line, above: Line | None, colours: Sequence[str]
) -> tuple[Line | None, Tried]:
    before = len(turn.events)
    thrown = False
    try:
        above = lines.advance(turn, seat, line, above, colours)
    except ThrownError:
        thrown, line.carried, above = True, True, line
    if above is not line:
        return above, Tried(0, cause="condition")
    return above, _outcome_of(turn, line, turn.events[before:], thrown=thrown)


def _outcome_of(turn: Turn, line: Line, events: Sequence[Event], *, thrown: bool) -> Tried:
    """Return what became of a line."""
    moved = [event for event in events if isinstance(event, UnitsMoved)]
    later = [event for event in events if isinstance(event, CourseKept)]
    way = moved[-1].way if moved else ()
    seat = turn.seat_of[moved[-1].colour] if moved else ""
    fired = any(turn.walker(seat, NUMBER[name], SHIPS).fire(NUMBER[name]) for name in way[:-1])
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

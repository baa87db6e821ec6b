"""What the scenarios of both rule sets share: what stands on the board before a turn, and after it."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from moderator.core.dice import Dice
from moderator.core.game import Resolution
from moderator.core.orders import Order
from moderator.core.seats import Seat
from moderator.games.solar_system.orders.types import Move
from moderator.games.solar_system.seat.view import Course
from moderator.testing.scenarios import Case, look_at_end, read
from tests.games.solar_system.tables import dice_of, text_of


class BoardCase(Case, msgspec.Struct, frozen=True, kw_only=True):
    """One case.

    ``units``, ``held``, ``leaders`` and ``dice`` are written as ``tables`` says, ``going`` are courses, ``order`` is
    the turn order. ``after`` is who stands in a zone, ``owners`` who controls a territory, ``where`` the zones of
    Leaders (``""``: off the board), ``courses`` what goes on next turn, all after the turn, or so many ``turns``.
    """

    seats: tuple[Seat, ...] = ("Blue", "Red", "Purple", "Green")
    turn: int = 2
    moves: int = 1
    units: dict[str, str] = {}
    held: dict[str, str] = {}
    leaders: dict[str, str] = {}
    order: tuple[str, ...] = ()
    standing: dict[Seat, list[str]] = {}
    going: dict[Seat, list[str]] = {}
    dice: dict[str, list[int]] = {}
    turns: int = 1
    after: dict[str, str] = {}
    owners: dict[str, str] = {}
    where: dict[str, str] = {}
    courses: dict[Seat, list[str]] = {}

    def under_way(self, game: Any, seat: Seat) -> tuple[Course, ...]:  # noqa: ANN401 - either rule set, as below
        """Return the courses of a seat."""
        lines = read(game, self.going.get(seat, ()))
        return tuple(Course(seat, order) for order in lines if isinstance(order, Move))


def played(game: Any, case: BoardCase, state: Any, orders: Mapping[Seat, Sequence[Order]]) -> Resolution[Any]:  # noqa: ANN401
    """Play as many turns as a case has; in those after the first nobody orders anything."""
    resolution = game.resolve(state, orders, dice_of(case.dice))
    events = list(resolution.events)
    for turn in range(1, case.turns):
        resolution = game.resolve(resolution.state, {}, Dice.throwaway(f"turn {turn}"))
        events += resolution.events
    return Resolution(resolution.state, tuple(events))


def look_at_position(game: Any, case: BoardCase, state: Any) -> None:  # noqa: ANN401
    """Compare the position after it, and how it goes on."""
    assert {zone: text_of(state.position, zone) for zone in case.after} == case.after
    owners = dict(state.position.held)
    assert {zone: owners.get(zone, "") for zone in case.owners} == case.owners
    leaders = {one.name: one.zone for one in state.position.leaders}
    assert {name: leaders[name] for name in case.where} == case.where
    going = {seat: [game.language.format(one.order) for one in state.side(seat).courses] for seat in case.courses}
    assert going == case.courses
    look_at_end(game, case, state)

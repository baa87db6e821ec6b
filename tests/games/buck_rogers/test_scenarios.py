"""Every rule and decision of Buck Rogers as a case: a position, orders as text, dice, and what must come of it."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from moderator.core.dice import Dice
from moderator.core.game import Resolution
from moderator.core.seats import Seat
from moderator.games.buck_rogers import GAME
from moderator.games.buck_rogers.orders.types import BuckOrder, standing
from moderator.games.buck_rogers.rules.state import SeatState, State
from moderator.games.solar_system.orders.types import Move
from moderator.games.solar_system.seat.view import Course
from tests.games.buck_rogers.tables import dice_of, state_of, text_of
from tests.support.scenarios import Case, amended, cases_of, look_at_end, look_at_events, look_at_problems, read


class Scenario(Case, msgspec.Struct, frozen=True, kw_only=True):
    """One case.

    ``units`` reads ``Bach = "Red 3T 2G F X5 XY Y:battler, Blue B"``: kinds by letter, ``X5`` a Transport with five
    Troopers, ``XY`` one with a Factory, ``Y:battler`` a Factory with half a Battler. ``held`` is who controls what
    besides the places of Factories, ``going`` are courses, ``leaders`` reads ``"Killer Kane" = "Bach Red"``. ``order``
    is the turn order. ``dice`` go by kind, zone and seats, in the order of throwing. ``after`` is who stands in a zone,
    ``owners`` who controls a territory, ``where`` the zones of Leaders (``""``: off the board), ``courses`` what goes
    on next turn, all after the turn.
    """

    seats: tuple[Seat, ...] = ("Blue", "Red", "Purple", "Green")
    turn: int = 2
    phase: str = ""
    moves: int = 1
    units: dict[str, str] = {}
    held: dict[str, str] = {}
    leaders: dict[str, str] = {}
    order: list[str] = []
    inert: dict[str, int] = {}
    claimed: list[str] = []
    standing: dict[Seat, list[str]] = {}
    going: dict[Seat, list[str]] = {}
    dice: dict[str, list[int]] = {}
    turns: int = 1
    after: dict[str, str] = {}
    owners: dict[str, str] = {}
    where: dict[str, str] = {}
    courses: dict[Seat, list[str]] | None = None


def position_of(scenario: Scenario) -> State:
    """Set up the position of a case."""
    fields: dict[str, Any] = {"turn": scenario.turn, "moves": scenario.moves}
    if scenario.phase:
        fields["phase"] = scenario.phase
    if scenario.order:
        fields["order"] = tuple(scenario.order)
    doctrine = {seat: standing((), read(GAME, lines)) for seat, lines in scenario.standing.items()}
    going = {
        seat: tuple(Course(seat, order) for order in read(GAME, lines) if isinstance(order, Move))
        for seat, lines in scenario.going.items()
    }
    return state_of(
        scenario.seats,
        scenario.options,
        scenario.units,
        held=scenario.held,
        leaders=scenario.leaders,
        sides=tuple(SeatState(doctrine.get(seat, ()), going.get(seat, ())) for seat in scenario.seats),
        inert=tuple(sorted(scenario.inert.items())),
        claimed=tuple(scenario.claimed),
        **fields,
    )


@pytest.mark.parametrize("scenario", cases_of(__file__, Scenario))
def test_the_rules_give_what_the_scenario_says(scenario: Scenario) -> None:
    """Each case comes out as it is written."""
    state = position_of(scenario)
    orders = {seat: read(GAME, lines) for seat, lines in scenario.orders.items()}
    look_at_problems(GAME, scenario, state, orders)
    resolution = amended(GAME, scenario, state) or played(scenario, state, orders)
    look_at_events(scenario, resolution.events)
    look_at_position(scenario, resolution.state)


def played(scenario: Scenario, state: State, orders: Mapping[Seat, Sequence[BuckOrder]]) -> Resolution[State]:
    """Play as many turns as a case has; in those after the first nobody orders anything."""
    resolution = GAME.resolve(state, orders, dice_of(scenario.dice))
    events = list(resolution.events)
    for turn in range(1, scenario.turns):
        resolution = GAME.resolve(resolution.state, {}, Dice.throwaway(f"turn {turn}"))
        events += resolution.events
    return Resolution(resolution.state, tuple(events))


def look_at_position(scenario: Scenario, state: State) -> None:
    """Compare the position after it."""
    told = {zone: text_of(state.position, zone) for zone in scenario.after}
    assert told == scenario.after
    owners = dict(state.position.held)
    assert {zone: owners.get(zone, "") for zone in scenario.owners} == scenario.owners
    leaders = {one.name: one.zone for one in state.position.leaders}
    assert {name: leaders[name] for name in scenario.where} == scenario.where
    for seat, lines in (scenario.courses or {}).items():
        assert [GAME.language.format(course.order) for course in state.side(seat).courses] == lines
    look_at_end(GAME, scenario, state)

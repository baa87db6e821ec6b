"""Every rule and decision of the revised rules as a case: a position, orders as text, dice, what must come of it."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from moderator.core.dice import Dice
from moderator.core.game import Resolution
from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised import GAME
from moderator.games.buck_rogers_revised.orders.types import RevisedOrder, standing
from moderator.games.buck_rogers_revised.rules.state import SeatState, State
from moderator.games.buck_rogers_revised.seat.view import Phase
from moderator.games.solar_system.events.battle import BattleBegun
from moderator.games.solar_system.orders.types import Move
from moderator.games.solar_system.seat.view import Course
from tests.games.buck_rogers.tables import dice_of
from tests.games.buck_rogers_revised.tables import state_of, text_of
from tests.support.scenarios import Case, amended, cases_of, look_at_end, look_at_events, look_at_problems, read


class Scenario(Case, msgspec.Struct, frozen=True, kw_only=True):
    """One case. Unless a ``phase`` is named, Production is over.

    ``units`` reads ``Bach = "Red 3T 2G F X5 XY Y, Blue B K"``: kinds by letter, ``X5`` a Transport with five Troopers,
    ``X3+2`` one with Gennies, too, ``XY`` one with a Factory, ``Y-`` a disabled Factory, ``H:battler`` half a Battler.
    ``held`` is who controls what besides the places of Factories, ``leaders`` reads ``"Killer Kane" = "Bach Red"``,
    ``going`` are courses, ``tokens`` seats with Zerea Takan's bonus, ``order`` the turn order, ``state`` further fields
    of the position. ``dice`` go by kind, zone and seats, in the order of throwing. ``fought`` are the zones of all
    battles in their order. ``after`` is who stands in a zone, ``owners`` who controls a territory, ``where`` the zones
    of Leaders (``""``: off the board), ``hand`` the cards of seats.
    """

    seats: tuple[Seat, ...] = ("Blue", "Red", "Purple", "Green")
    turn: int = 2
    phase: Phase = "moves"
    moves: int = 1
    units: dict[str, str] = {}
    held: dict[str, str] = {}
    leaders: dict[str, str] = {}
    order: tuple[str, ...] = ()
    tokens: tuple[Seat, ...] = ()
    hands: dict[Seat, tuple[str, ...]] = {}
    discards: tuple[str, ...] = ()
    standing: dict[Seat, list[str]] = {}
    going: dict[Seat, list[str]] = {}
    state: dict[str, Any] = {}
    dice: dict[str, list[int]] = {}
    turns: int = 1
    fought: list[str] = []
    after: dict[str, str] = {}
    owners: dict[str, str] = {}
    where: dict[str, str] = {}
    hand: dict[Seat, list[str]] = {}


def orders_of(lines: Sequence[str]) -> tuple[RevisedOrder, ...]:
    """Read orders."""
    return read(GAME, lines)


def position_of(scenario: Scenario) -> State:
    """Set up the position of a case."""
    fields: dict[str, Any] = {
        "turn": scenario.turn,
        "moves": scenario.moves,
        "phase": scenario.phase,
        **scenario.state,
    }
    fields |= {"order": scenario.order} if scenario.order else {}
    doctrine = {seat: standing((), orders_of(lines)) for seat, lines in scenario.standing.items()}
    going = {
        seat: tuple(Course(seat, order) for order in orders_of(lines) if isinstance(order, Move))
        for seat, lines in scenario.going.items()
    }
    return state_of(
        scenario.seats,
        scenario.options,
        scenario.units,
        held=scenario.held,
        leaders=scenario.leaders,
        hands=scenario.hands,
        discards=scenario.discards,
        sides={
            seat: SeatState(doctrine.get(seat, ()), going.get(seat, ()), token=seat in scenario.tokens)
            for seat in scenario.seats
        },
        **fields,
    )


@pytest.mark.parametrize("scenario", cases_of(__file__, Scenario))
def test_the_rules_give_what_the_scenario_says(scenario: Scenario) -> None:
    """Each case comes out as it is written."""
    state = position_of(scenario)
    orders = {seat: orders_of(lines) for seat, lines in scenario.orders.items()}
    look_at_problems(GAME, scenario, state, orders)
    resolution = amended(GAME, scenario, state) or played(scenario, state, orders)
    look_at_events(scenario, resolution.events)
    fought = [event.zone for event in resolution.events if isinstance(event, BattleBegun)]
    assert not scenario.fought or fought == scenario.fought
    look_at_position(scenario, resolution.state)


def played(scenario: Scenario, state: State, orders: Mapping[Seat, Sequence[RevisedOrder]]) -> Resolution[State]:
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
    assert {seat: list(state.side(seat).hand) for seat in scenario.hand} == scenario.hand
    look_at_end(GAME, scenario, state)

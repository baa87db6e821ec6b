"""Every rule and decision of the revised rules as a case: a position, orders as text, dice, what must come of it."""

from collections.abc import Sequence
from typing import Any

import msgspec

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised import GAME
from moderator.games.buck_rogers_revised.orders.types import RevisedOrder, standing
from moderator.games.buck_rogers_revised.rules.state import SeatState, State
from moderator.games.buck_rogers_revised.seat.view import Phase
from moderator.games.solar_system.events.battle import BattleBegun
from moderator.testing.scenarios import amended, cases_of, look_at_events, look_at_problems, read
from tests.games.buck_rogers_revised.tables import state_of
from tests.games.solar_system.cases import BoardCase, look_at_position, played
from tests.support.cases import every_case


class Scenario(BoardCase, msgspec.Struct, frozen=True, kw_only=True):
    """One case. Unless a ``phase`` is named, Production is over.

    ``tokens`` are seats with Zerea Takan's bonus, ``state`` further fields of the position. ``fought`` are the zones of
    all battles in their order, ``hand`` the cards of seats after the turn.
    """

    phase: Phase = "moves"
    tokens: tuple[Seat, ...] = ()
    hands: dict[Seat, tuple[str, ...]] = {}
    discards: tuple[str, ...] = ()
    state: dict[str, Any] = {}
    fought: list[str] = []
    hand: dict[Seat, list[str]] = {}


def orders_of(lines: Sequence[str]) -> tuple[RevisedOrder, ...]:
    """Read orders."""
    return read(GAME, lines)


def position_of(scenario: Scenario) -> State:
    """Set up the position of a case."""
    return state_of(
        scenario.seats,
        scenario.options,
        scenario.units,
        held=scenario.held,
        leaders=scenario.leaders,
        hands=scenario.hands,
        discards=scenario.discards,
        sides={
            seat: SeatState(
                standing((), orders_of(scenario.standing.get(seat, ()))),
                scenario.under_way(GAME, seat),
                token=seat in scenario.tokens,
            )
            for seat in scenario.seats
        },
        turn=scenario.turn,
        moves=scenario.moves,
        phase=scenario.phase,
        **scenario.state,
        **({"order": scenario.order} if scenario.order else {}),
    )


CASES = cases_of(__file__, Scenario)


@every_case("scenario", CASES.values())
def test_the_rules_give_what_the_scenario_says(scenario: Scenario) -> None:
    """Each case comes out as it is written."""
    state = position_of(scenario)
    orders = {seat: orders_of(lines) for seat, lines in scenario.orders.items()}
    look_at_problems(GAME, scenario, state, orders)
    resolution = amended(GAME, scenario, state) or played(GAME, scenario, state, orders)
    look_at_events(scenario, resolution.events)
    fought = [event.zone for event in resolution.events if isinstance(event, BattleBegun)]
    assert not scenario.fought or fought == scenario.fought
    assert {seat: list(resolution.state.side(seat).hand) for seat in scenario.hand} == scenario.hand
    look_at_position(GAME, scenario, resolution.state)

"""Every rule and decision of Buck Rogers as a case: a position, orders as text, dice, and what must come of it."""

from typing import Any

import msgspec

from moderator.games.buck_rogers import GAME
from moderator.games.buck_rogers.orders.types import standing
from moderator.games.buck_rogers.rules.state import SeatState, State
from moderator.testing.scenarios import amended, cases_of, look_at_events, look_at_problems, read
from tests.games.buck_rogers.tables import state_of
from tests.games.solar_system.cases import BoardCase, look_at_position, played
from tests.support.cases import every_case


class Scenario(BoardCase, msgspec.Struct, frozen=True, kw_only=True):
    """One case."""

    phase: str = ""
    inert: dict[str, int] = {}
    claimed: tuple[str, ...] = ()


def position_of(scenario: Scenario) -> State:
    """Set up the position of a case."""
    fields: dict[str, Any] = {"phase": scenario.phase, "order": scenario.order}
    return state_of(
        scenario.seats,
        scenario.options,
        scenario.units,
        held=scenario.held,
        leaders=scenario.leaders,
        sides=tuple(
            SeatState(standing((), read(GAME, scenario.standing.get(seat, ()))), scenario.under_way(GAME, seat))
            for seat in scenario.seats
        ),
        turn=scenario.turn,
        moves=scenario.moves,
        inert=tuple(sorted(scenario.inert.items())),
        claimed=scenario.claimed,
        **{name: value for name, value in fields.items() if value},
    )


CASES = cases_of(__file__, Scenario)


@every_case("scenario", CASES.values())
def test_the_rules_give_what_the_scenario_says(scenario: Scenario) -> None:
    """Each case comes out as it is written."""
    state = position_of(scenario)
    orders = {seat: read(GAME, lines) for seat, lines in scenario.orders.items()}
    look_at_problems(GAME, scenario, state, orders)
    resolution = amended(GAME, scenario, state) or played(GAME, scenario, state, orders)
    look_at_events(scenario, resolution.events)
    look_at_position(GAME, scenario, resolution.state)

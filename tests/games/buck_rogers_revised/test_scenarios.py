"""Every rule and decision of the revised rules as a case: a position, orders as text, dice, what must come of it."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from moderator.core.dice import Dice
from moderator.core.errors import Problem
from moderator.core.game import Resolution
from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.orders.language import LANGUAGE
from moderator.games.buck_rogers_revised.orders.types import RevisedOrder, standing
from moderator.games.buck_rogers_revised.rules import play
from moderator.games.buck_rogers_revised.rules.state import SeatState, State
from moderator.games.buck_rogers_revised.seat.view import Phase
from moderator.games.solar_system.orders.types import Move
from moderator.games.solar_system.seat.view import Course
from tests.games.buck_rogers.tables import dice_of
from tests.games.buck_rogers_revised.tables import state_of, text_of
from tests.support.facts import fits, plain

FOLDER = Path(__file__).parent / "scenarios"


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One case; what it leaves out is not looked at. Unless a ``phase`` is named, Production is over.

    ``units`` reads ``Bach = "Red 3T 2G F X5 XY Y, Blue B K"``: kinds by letter, ``X5`` a Transport with five Troopers,
    ``X3+2`` one with Gennies, too, ``XY`` one with a Factory, ``Y-`` a disabled Factory, ``H:battler`` half a Battler.
    ``held`` is who controls what besides the places of Factories, ``leaders`` reads ``"Killer Kane" = "Bach Red"``,
    ``going`` are courses, ``tokens`` seats with Zerea Takan's bonus, ``order`` the turn order, ``state`` further fields
    of the position. ``dice`` go by kind, zone and seats, in the order of throwing. ``has`` are some of the events, each
    with the fields that matter, ``lacks`` kinds that there must not be,
    ``fought`` the zones of all battles in their order. ``after`` is who stands in a zone, ``owners``
    who controls a territory, ``where`` the zones of Leaders (``""``: off the board), ``hand`` the cards of seats,
    ``asked`` who is asked next, ``outcome`` ``"Red: census"``.
    """

    name: str
    paragraph: str
    seats: tuple[Seat, ...] = ("Blue", "Red", "Purple", "Green")
    options: dict[str, Any] = {}
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
    orders: dict[Seat, list[str]] = {}
    dice: dict[str, list[int]] = {}
    turns: int = 1
    has: list[dict[str, Any]] = []
    fought: list[str] = []
    lacks: list[str] = []
    after: dict[str, str] = {}
    owners: dict[str, str] = {}
    where: dict[str, str] = {}
    hand: dict[Seat, list[str]] = {}
    asked: list[Seat] | None = None
    outcome: str | None = None


def scenarios() -> list[Any]:
    """Read all cases, each named by its sentence."""
    found = []
    for path in sorted(FOLDER.glob("*.toml")):
        cases = tomllib.loads(path.read_text(encoding="utf-8"))["scenario"]
        found += [pytest.param(msgspec.convert(case, Scenario), id=f"{path.stem}: {case['name']}") for case in cases]
    return found


def orders_of(lines: Sequence[str]) -> tuple[RevisedOrder, ...]:
    """Read orders."""
    found = []
    for line in lines:
        order = LANGUAGE.parse(line)
        assert not isinstance(order, Problem), order
        found.append(order)
    return tuple(found)


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


@pytest.mark.parametrize("scenario", scenarios())
def test_the_rules_give_what_the_scenario_says(scenario: Scenario) -> None:
    """Each case comes out as it is written."""
    orders = {seat: orders_of(lines) for seat, lines in scenario.orders.items()}
    resolution = played(scenario, position_of(scenario), orders)
    look_at_events(scenario, resolution)
    look_at_position(scenario, resolution.state)


def played(scenario: Scenario, state: State, orders: Mapping[Seat, Sequence[RevisedOrder]]) -> Resolution[State]:
    """Play as many turns as a case has; in those after the first nobody orders anything."""
    resolution = play.resolve(state, orders, dice_of(scenario.dice))
    events = list(resolution.events)
    for turn in range(1, scenario.turns):
        resolution = play.resolve(resolution.state, {}, Dice.throwaway(f"turn {turn}"))
        events += resolution.events
    return Resolution(resolution.state, tuple(events))


def look_at_events(scenario: Scenario, resolution: Resolution[State]) -> None:
    """Compare what happened."""
    events = [plain(event) for event in resolution.events]
    for wanted in scenario.has:
        assert any(fits(wanted, event) for event in events), "\n".join(map(str, events))
    if scenario.fought:
        assert [event["zone"] for event in events if event["type"] == "battle-begun"] == scenario.fought
    assert not {event["type"] for event in events} & set(scenario.lacks), "\n".join(map(str, events))


def look_at_position(scenario: Scenario, state: State) -> None:
    """Compare the position after it."""
    told = {zone: text_of(state.position, zone) for zone in scenario.after}
    assert told == scenario.after
    owners = dict(state.position.held)
    assert {zone: owners.get(zone, "") for zone in scenario.owners} == scenario.owners
    leaders = {one.name: one.zone for one in state.position.leaders}
    assert {name: leaders[name] for name in scenario.where} == scenario.where
    assert {seat: list(state.side(seat).hand) for seat in scenario.hand} == scenario.hand
    if scenario.asked is not None:
        assert list(play.pending(state)) == scenario.asked
    if scenario.outcome is not None:
        ended = state.outcome
        assert (f"{', '.join(ended.winners)}: {ended.reason}" if ended else "") == scenario.outcome

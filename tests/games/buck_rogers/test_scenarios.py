"""Every rule and decision of Buck Rogers as a case: a position, orders as text, dice, and what must come of it."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from moderator.core.dice import Dice
from moderator.core.errors import Problem
from moderator.core.game import IllegalAmendment, Resolution
from moderator.core.orders import Order
from moderator.core.seats import Seat
from moderator.games.buck_rogers import GAME
from moderator.games.buck_rogers.orders.types import BuckOrder, standing
from moderator.games.buck_rogers.rules.state import SeatState, State
from moderator.games.solar_system.orders.types import Move
from moderator.games.solar_system.seat.view import Course
from tests.games.buck_rogers.tables import dice_of, state_of, text_of
from tests.support.facts import fits, plain

FOLDER = Path(__file__).parent / "scenarios"


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One case; what it leaves out is not looked at.

    ``units`` reads ``Bach = "Red 3T 2G F X5 XY Y:battler, Blue B"``: kinds by letter, ``X5`` a Transport with five
    Troopers, ``XY`` one with a Factory, ``Y:battler`` a Factory with half a Battler. ``held`` is who controls what
    besides the places of Factories, ``going`` are courses, ``leaders`` reads ``"Killer Kane" = "Bach Red"``. ``order``
    is the turn order. ``dice`` go by kind, zone and seats, in the order of throwing. ``has`` are some of the events,
    each with the fields that matter, ``lacks`` kinds that there must not be. ``problems`` reads ``"1 illegal no-way"``
    by seat. ``after`` is who stands in a zone, ``owners`` who controls a territory, ``where`` the zones of Leaders
    (``""``: off the board), ``courses`` what goes on next turn, all after the turn.
    """

    name: str
    paragraph: str
    seats: tuple[Seat, ...] = ("Blue", "Red", "Purple", "Green")
    options: dict[str, Any] = {}
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
    orders: dict[Seat, list[str]] = {}
    dice: dict[str, list[int]] = {}
    turns: int = 1
    amendments: list[str] = []
    refused: str | None = None
    problems: dict[Seat, list[str]] | None = None
    has: list[dict[str, Any]] = []
    lacks: list[str] = []
    after: dict[str, str] = {}
    owners: dict[str, str] = {}
    where: dict[str, str] = {}
    courses: dict[Seat, list[str]] | None = None
    asked: list[Seat] | None = None
    outcome: str | None = None


def scenarios() -> list[Any]:
    """Read all cases, each named by its sentence."""
    found = []
    for path in sorted(FOLDER.glob("*.toml")):
        cases = tomllib.loads(path.read_text(encoding="utf-8"))["scenario"]
        found += [pytest.param(msgspec.convert(case, Scenario), id=f"{path.stem}: {case['name']}") for case in cases]
    return found


def orders_of(lines: Sequence[str]) -> tuple[BuckOrder, ...]:
    """Read orders."""
    found = []
    for line in lines:
        order = GAME.language.parse(line)
        assert not isinstance(order, Problem), order
        found.append(order)
    return tuple(found)


def position_of(scenario: Scenario) -> State:
    """Set up the position of a case."""
    fields: dict[str, Any] = {"turn": scenario.turn, "moves": scenario.moves}
    if scenario.phase:
        fields["phase"] = scenario.phase
    if scenario.order:
        fields["order"] = tuple(scenario.order)
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
        sides=tuple(SeatState(doctrine.get(seat, ()), going.get(seat, ())) for seat in scenario.seats),
        inert=tuple(sorted(scenario.inert.items())),
        claimed=tuple(scenario.claimed),
        **fields,
    )


@pytest.mark.parametrize("scenario", scenarios())
def test_the_rules_give_what_the_scenario_says(scenario: Scenario) -> None:
    """Each case comes out as it is written."""
    state = position_of(scenario)
    orders = {seat: orders_of(lines) for seat, lines in scenario.orders.items()}
    look_at_problems(scenario, state, orders)
    resolution = amended(scenario, state) or played(scenario, state, orders)
    look_at_events(scenario, resolution)
    look_at_position(scenario, resolution.state)


def played(scenario: Scenario, state: State, orders: Mapping[Seat, Sequence[BuckOrder]]) -> Resolution[State]:
    """Play as many turns as a case has; in those after the first nobody orders anything."""
    resolution = GAME.resolve(state, orders, dice_of(scenario.dice))
    events = list(resolution.events)
    for turn in range(1, scenario.turns):
        resolution = GAME.resolve(resolution.state, {}, Dice.throwaway(f"turn {turn}"))
        events += resolution.events
    return Resolution(resolution.state, tuple(events))


def amended(scenario: Scenario, state: State) -> Resolution[State] | None:
    """Carry out a GM's lines if a case has some, or be refused and change nothing."""
    lines = [GAME.gm.parse(line) for line in scenario.amendments]
    assert not any(isinstance(line, Problem) for line in lines), lines
    orders: list[Any] = [line for line in lines if isinstance(line, Order)]
    if scenario.refused is None:
        return GAME.amend(state, orders, Dice.throwaway("amend")) if orders else None
    with pytest.raises(IllegalAmendment) as refusal:
        GAME.amend(state, orders, Dice.throwaway("amend"))
    assert scenario.refused in GAME.faults
    assert refusal.value.problem.code == scenario.refused
    return Resolution(state, ())


def look_at_problems(scenario: Scenario, state: State, orders: Mapping[Seat, Sequence[BuckOrder]]) -> None:
    """Compare the complaints about the sheets; a sheet of which nothing is said must stand."""
    prompts = GAME.pending(state)
    for seat, sheet in orders.items():
        if seat not in prompts:
            continue
        problems = GAME.check(GAME.view(state, seat), prompts[seat], sheet)
        told = [f"{(problem.order or 0) + 1} {problem.stage} {problem.code}" for problem in problems]
        if scenario.problems is not None:
            assert told == scenario.problems.get(seat, [])
        else:
            assert not any(problem.falls for problem in problems), told


def look_at_events(scenario: Scenario, resolution: Resolution[State]) -> None:
    """Compare what happened."""
    events = [plain(event) for event in resolution.events]
    for wanted in scenario.has:
        assert any(fits(wanted, event) for event in events), "\n".join(map(str, events))
    assert not {event["type"] for event in events} & set(scenario.lacks), "\n".join(map(str, events))


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
    if scenario.asked is not None:
        assert list(GAME.pending(state)) == scenario.asked
    if scenario.outcome is not None:
        ended = state.outcome
        assert (f"{', '.join(ended.winners)}: {ended.reason}" if ended else "") == scenario.outcome

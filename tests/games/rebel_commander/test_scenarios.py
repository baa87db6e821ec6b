"""Every rule and decision of Rebel Commander as a case: a position, orders as text, dice, and what must come of it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from moderator.core.dice import Dice, LoadedDice, Why
from moderator.core.errors import Problem
from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.games.rebel_commander import GAME
from moderator.games.rebel_commander.orders.types import RebelOrder
from moderator.games.rebel_commander.pieces import EMPIRE, Stack
from moderator.games.rebel_commander.rules.attack import throw_number
from moderator.games.rebel_commander.rules.sequence_draw import candidates
from moderator.games.rebel_commander.rules.state import State
from moderator.games.rebel_commander.rules.turn import Turn
from moderator.games.rebel_commander.tables import board_of
from moderator.testing.scenarios import (
    Case,
    amended,
    cases_of,
    fits,
    look_at_end,
    look_at_events,
    look_at_problems,
    plain,
)
from tests.support.cases import every_case

QUIET = ("sequence-drawn", "passed", "books-opened")
"""Kinds of events that a case lists under other keys, or need not list."""


class Scenario(Case, msgspec.Struct, frozen=True, kw_only=True):
    """One case.

    Positions are ``C3 = "Red 4T 1S 1X, Blue 1T"``. ``sequence`` gives the seats in their order for each number,
    ``dice`` the two dice of a battle by place and label (``"C4 1b"``), attack first. ``events`` are all events but the
    quiet kinds, each with the fields that matter. ``hints`` are all those of a seat's problems. ``knows`` are
    the kinds of events that a seat is told, quiet ones left out; ``sees`` the enemy's places in a seat's view after
    the turn.
    """

    seats: tuple[Seat, ...] = ("Red", "Empire")
    turn: int = 1
    position: dict[str, str]
    enthusiasm: dict[Seat, int] = {}
    sequence: list[list[Seat]] = []
    dice: dict[str, tuple[int, int]] = {}
    numbers: dict[Seat, list[str]] | None = None
    hints: dict[Seat, list[str]] | None = None
    events: list[dict[str, Any]] | None = None
    after: dict[str, str] | None = None
    weights: dict[Seat, int] | None = None
    knows: dict[Seat, list[str]] | None = None
    sees: dict[Seat, list[str]] | None = None


def stacks_of(position: Mapping[str, str]) -> tuple[Stack, ...]:
    """Read a position."""
    found = []
    for place, text in position.items():
        for part in text.split(","):
            seat, *units = part.split()
            counts = {unit[-1]: int(unit[:-1]) for unit in units}
            found.append(Stack(place, seat, counts.get("T", 0), counts.get("S", 0), counts.get("X", 0)))
    return tuple(found)


def state_of(scenario: Scenario) -> State:
    """Set up the position of a case."""
    first = GAME.setup(scenario.seats, scenario.options, Dice.throwaway("setup")).state
    board, seats = board_of(first.options), first.seats
    stacks = sorted(stacks_of(scenario.position), key=lambda stack: (board.index[stack.place], seats.index(stack.seat)))
    weights = tuple(scenario.enthusiasm.get(seat, 100) for seat in seats)
    return State(first.options, seats, scenario.turn, tuple(stacks), weights)


def order_of(text: str) -> RebelOrder:
    """Read one order, with its label if it has one."""
    label, line = re.fullmatch(r"(?:(\d[a-l]?)\. )?(.*)", text).groups()  # type: ignore[union-attr]
    order = GAME.language.parse(line)
    assert not isinstance(order, Problem), order
    return msgspec.structs.replace(order, number=label or "")


def dice_of(scenario: Scenario, state: State) -> LoadedDice:
    """Load the dice so that the sequences and the battles of a case fall as told."""
    loads: dict[Why, int] = {}
    turn = Turn(state, {}, Dice.throwaway("none"))
    for number, order in enumerate(scenario.sequence, 1):
        left = candidates(turn)
        for pick, seat in enumerate(order, 1):
            at = left.index(seat)
            before = sum(turn.weights[other] for other in left[:at])
            # The middle of the seat's share, so that a battle's ±15 does not push it off.
            loads[Why("sequence", n=number * 100 + pick)] = before + turn.weights[seat] // 2
            left.pop(at)
    for key, (attack, defence) in scenario.dice.items():
        place, label = key.split()
        address = throw_number(int(label.rstrip("abcdefghijkl")), label)
        for seats in _sides(scenario.seats):
            loads[Why("attack", place, seats, address)] = attack
            loads[Why("defence", place, seats, address)] = defence
    return LoadedDice(loads)


def _sides(seats: tuple[Seat, ...]) -> list[tuple[Seat, ...]]:
    """Return every set of seats that can stand on one side of a battle."""
    rebels = [seat for seat in seats if seat != EMPIRE]
    found: list[tuple[Seat, ...]] = [()]
    for seat in rebels:
        found += [(*side, seat) for side in found]
    return [side for side in found if side] + [(EMPIRE,)]


CASES = cases_of(__file__, Scenario)


@every_case("scenario", CASES.values())
def test_the_rules_give_what_the_scenario_says(scenario: Scenario) -> None:
    """Each case comes out as it is written."""
    state = state_of(scenario)
    orders = {seat: tuple(order_of(line) for line in lines) for seat, lines in scenario.orders.items()}
    look_at_prompts(scenario, state, orders)
    look_at_problems(GAME, scenario, state, orders)
    resolution = amended(GAME, scenario, state) or GAME.resolve(state, orders, dice_of(scenario, state))
    look_at_events(scenario, resolution.events)
    look_at_sequence(scenario, resolution.events)
    look_at_position(scenario, resolution.state)


def look_at_prompts(scenario: Scenario, state: State, orders: Mapping[Seat, tuple[RebelOrder, ...]]) -> None:
    """Compare who is asked for which numbers, and the hints of complaints about the order sets."""
    prompts = GAME.pending(state)
    if scenario.numbers is not None:
        assert {seat: list(prompt.numbers) for seat, prompt in prompts.items()} == scenario.numbers
    for seat, wanted in (scenario.hints or {}).items():
        problems = GAME.check(GAME.view(state, seat), prompts[seat], orders[seat])
        assert [hint for problem in problems for hint in problem.hints] == wanted


def look_at_sequence(scenario: Scenario, events: Sequence[Event]) -> None:
    """Compare in which sequence it happened, and who was told."""
    told = [plain(event) for event in events]
    drawn = [event["places"] for event in told if event["type"] == "sequence-drawn"]
    assert drawn[: len(scenario.sequence)] == scenario.sequence[: len(drawn)]
    if scenario.events is not None:
        loud = [event for event in told if event["type"] not in QUIET]
        assert fits(scenario.events, loud), loud
    for seat, kinds in (scenario.knows or {}).items():
        known = [plain(event)["type"] for event in events if event.known_to(seat)]
        assert [kind for kind in known if kind not in QUIET] == kinds


def look_at_position(scenario: Scenario, state: State) -> None:
    """Compare the position after it."""
    if scenario.after is not None:
        assert set(state.stacks) == set(stacks_of(scenario.after))
    if scenario.weights is not None:
        weights = dict(zip(state.seats, state.enthusiasm, strict=True))
        assert {seat: weights[seat] for seat in scenario.weights} == scenario.weights
    for seat, places in (scenario.sees or {}).items():
        view = GAME.view(state, seat)
        assert [stack.place for stack in view.stacks if not view.is_friend(stack.seat)] == places
    look_at_end(GAME, scenario, state)

"""Every rule and decision of Rayguns and Rocketships as a case: position, letters, dice, what comes of it."""

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from moderator.core.dice import Dice
from moderator.core.game import IllegalAmendment, Resolution
from moderator.core.orders import Order
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.faults import RayFault
from moderator.games.rayguns_and_rocketships.orders.language import LANGUAGE
from moderator.games.rayguns_and_rocketships.rules import play
from moderator.games.rayguns_and_rocketships.rules.amend import GM, amend
from moderator.games.rayguns_and_rocketships.rules.state import State
from tests.games.rayguns_and_rocketships.cases import Case, dice_of, orders_of, ships_of, state_of, where_is
from tests.support.facts import fits, plain

FOLDER = Path(__file__).parent / "scenarios"


def cases() -> list[Any]:
    """Read all cases, each named by its sentence."""
    found = []
    for path in sorted(FOLDER.glob("*.toml")):
        listed = tomllib.loads(path.read_text(encoding="utf-8"))["scenario"]
        found += [pytest.param(msgspec.convert(one, Case), id=f"{path.stem}: {one['name']}") for one in listed]
    return found


@pytest.mark.parametrize("case", cases())
def test_the_rules_give_what_the_scenario_says(case: Case) -> None:
    """Each case comes out as it is written."""
    state = state_of(case)
    orders = {seat: orders_of(lines) for seat, lines in case.orders.items()}
    resolution = amended(case, state) or play.resolve(state, orders, dice_of(case))
    look_at_events(case, resolution)
    look_at_ships(case, resolution.state)
    look_at_seats(case, resolution.state)


def amended(case: Case, state: State) -> Resolution[State] | None:
    """Carry out a GM's lines if a case has some, or be refused."""
    orders: list[Any] = [GM.parse(line) for line in case.amendments]
    assert all(isinstance(order, Order) for order in orders), orders
    if case.refused is None:
        return amend(state, orders, Dice.throwaway("amend")) if orders else None
    with pytest.raises(IllegalAmendment) as refusal:
        amend(state, orders, Dice.throwaway("amend"))
    assert refusal.value.problem.code == case.refused
    assert case.refused in (*RayFault, "no-such-option", "bad-option")
    return Resolution(state, ())


def look_at_events(case: Case, resolution: Resolution[State]) -> None:
    """Compare what happened."""
    events = [plain(event) for event in resolution.events]
    for wanted in case.has:
        assert any(fits(wanted, event) for event in events), f"{wanted}\n" + "\n".join(map(str, events))
    assert not {event["type"] for event in events} & set(case.lacks), "\n".join(map(str, events))


def look_at_ships(case: Case, state: State) -> None:
    """Compare ships and what is aboard."""
    ships = {ship.seat: ship for ship in state.position.ships}
    places = ships_of(state)
    assert {seat: places.get(seat, "") for seat in case.ships_after} == case.ships_after
    assert {seat: " ".join(ships[seat].guns) for seat in case.guns_after} == case.guns_after
    for seat, blasts in case.blasts_after.items():
        assert sorted(deck(seat).name(square) for square in ships[seat].blasts) == sorted(blasts)
    figures = {figure.who: where_is(figure) for figure in state.position.figures}
    for seat, crew in case.crew_after.items():
        assert {name: figures.get((seat, name), "") for name in crew} == crew
    tokens = {token.key: where_is(token) for token in state.position.tokens}
    assert {key: tokens.get(key, "") for key in case.tokens_after} == case.tokens_after
    assert case.spares_after in (None, state.position.spares)


def look_at_seats(case: Case, state: State) -> None:
    """Compare what seats have, and how it goes on."""
    sides = dict(zip(state.seats, state.position.sides, strict=True))
    assert {seat: sides[seat].actions for seat in case.actions_after} == case.actions_after
    assert {seat: sides[seat].points for seat in case.points_after} == case.points_after
    assert {seat: list(sides[seat].hurt) for seat in case.hurt_after} == case.hurt_after
    assert {seat: sorted(state.secrets[seat].hand) for seat in case.hands_after} == {
        seat: sorted(hand) for seat, hand in case.hands_after.items()
    }
    tasks = {seat: [LANGUAGE.format(task) for task in state.secrets[seat].tasks] for seat in case.tasks_after}
    assert tasks == case.tasks_after
    if case.asked is not None:
        assert list(play.pending(state)) == case.asked
    if case.outcome is not None:
        ended = state.outcome
        assert (f"{', '.join(ended.winners)}: {ended.reason}" if ended else "") == case.outcome

"""Bots: legal without a doubt, better than the one below, and at a loss nowhere."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from moderator.core.dice import Dice
from moderator.core.seats import Seat
from moderator.games.buck_rogers import GAME
from moderator.games.simulate import Lineup, imagining, play
from moderator.games.solar_system.orders.types import Build, Move
from tests.games.buck_rogers.tables import state_of
from tests.support.legal_bots import fallen

SEATS: tuple[Seat, ...] = ("Blue", "Red", "Purple", "Green")
TABLES: tuple[tuple[int, Mapping[str, Any]], ...] = (
    (2, {"ruleset": "basic", "year": 3}),
    (3, {"tempo": "phases", "year": 3}),
    (4, {"leaderless": True, "majority_control": True, "year": 4}),
)
"""Numbers of seats and options under which the captain must know what is allowed."""


def sheet(units: Mapping[str, str], held: Mapping[str, str], bot: str = "captain") -> Sequence[Any]:
    """Return what a bot orders as Blue."""
    state = state_of(SEATS, {}, units, held=held)
    view, prompt = GAME.view(state, "Blue"), GAME.pending(state)["Blue"]
    return GAME.bots[bot].order(view, prompt, Dice.throwaway("x").secret, imagining(GAME, "Blue"))


@pytest.mark.parametrize(("count", "options"), TABLES)
def test_a_captain_orders_nothing_that_falls(count: int, options: Mapping[str, Any]) -> None:
    """Every line of every turn of a match stands."""
    lineup = Lineup(game=GAME, bots=dict.fromkeys(SEATS[:count], "captain"), options=dict(options))
    match = play(lineup, f"captains/{count}", most=60)
    assert fallen(GAME, match) == []
    assert match.outcome is not None


def test_a_captain_takes_land_that_nobody_holds() -> None:
    """What lies beside its Troopers and is nobody's is worth a walk."""
    orders = sheet({"Bach": "Blue 3T"}, {"Bach": "Blue"})
    goals = {order.way[-1].zone for order in orders if isinstance(order, Move)}
    assert goals & {"The Warrens", "Tolstoi", "Sobkou Plains"}


def test_a_captain_does_not_attack_what_is_stronger() -> None:
    """One Trooper does not walk into five."""
    orders = sheet({"Tycho": "Blue T", "Farside": "Red 5T", "Tranquility": "Red 5T"}, {"Tycho": "Blue"})
    assert not any(isinstance(order, Move) for order in orders)


def test_a_captain_finishes_what_a_factory_has_in_hand() -> None:
    """Half a Battler becomes a Battler."""
    orders = sheet({"Bach": "Blue 3T Y:battler"}, {"Bach": "Blue"})
    assert [order.product for order in orders if isinstance(order, Build)] == ["battler"]


@pytest.mark.proof
@pytest.mark.parametrize(
    ("better", "worse", "matches", "least"), [("captain", "random", 30, 28), ("warlord", "captain", 40, 24)]
)
def test_each_bot_beats_the_one_below_it(better: str, worse: str, matches: int, least: int) -> None:
    """Alone against one, on either side in turn, it wins more often than chance would have it."""
    won = 0
    for number in range(matches):
        ours = ("Blue", "Red")[number % 2]
        bots = {seat: better if seat == ours else worse for seat in ("Blue", "Red")}
        match = play(Lineup(game=GAME, bots=bots, options={}), f"ladder/{better}/{number}", most=60)
        won += match.outcome is not None and ours in match.outcome.winners
    assert won >= least

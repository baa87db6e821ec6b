"""Bots: at a loss nowhere."""

from collections.abc import Mapping, Sequence
from typing import Any

from moderator.core.dice import Dice
from moderator.core.seats import Seat
from moderator.games.buck_rogers import GAME
from moderator.games.simulate import imagining
from moderator.games.solar_system.orders.types import Build, Move
from tests.games.buck_rogers.tables import state_of

SEATS: tuple[Seat, ...] = ("Blue", "Red", "Purple", "Green")


def order_set(units: Mapping[str, str], held: Mapping[str, str], bot: str = "captain") -> Sequence[Any]:
    """Return what a bot orders as Blue."""
    state = state_of(SEATS, {}, units, held=held)
    view, prompt = GAME.view(state, "Blue"), GAME.pending(state)["Blue"]
    return GAME.bots[bot].order(view, prompt, Dice.throwaway("x").secret, imagining(GAME, "Blue"))


def test_a_captain_takes_land_that_nobody_holds() -> None:
    """What lies beside its Troopers and is nobody's is worth a walk."""
    orders = order_set({"Bach": "Blue 3T"}, {"Bach": "Blue"})
    goals = {order.way[-1].zone for order in orders if isinstance(order, Move)}
    assert goals & {"The Warrens", "Tolstoi", "Sobkou Plains"}


def test_a_captain_does_not_attack_what_is_stronger() -> None:
    """One Trooper does not walk into five."""
    orders = order_set({"Tycho": "Blue T", "Farside": "Red 5T", "Tranquility": "Red 5T"}, {"Tycho": "Blue"})
    assert not any(isinstance(order, Move) for order in orders)


def test_a_captain_finishes_what_a_factory_has_in_hand() -> None:
    """Half a Battler becomes a Battler."""
    orders = order_set({"Bach": "Blue 3T Y:battler"}, {"Bach": "Blue"})
    assert [order.product for order in orders if isinstance(order, Build)] == ["battler"]

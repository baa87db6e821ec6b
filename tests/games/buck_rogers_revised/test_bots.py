"""Bots: at a loss nowhere."""

from collections.abc import Mapping, Sequence
from typing import Any

from moderator.core.dice import Dice
from moderator.games.buck_rogers_revised import GAME
from moderator.games.buck_rogers_revised.orders.types import Bid, Play, Trade, Wish
from moderator.games.simulate import imagining
from moderator.games.solar_system.orders.types import Build
from moderator.games.solar_system.pieces import PAINTS
from tests.games.buck_rogers_revised.tables import state_of


def order_set(units: Mapping[str, str], **fields: Any) -> Sequence[Any]:  # noqa: ANN401 - as tables have them
    """Return what a captain orders as Blue."""
    state = state_of(PAINTS[:4], {}, units, phase="turn", **fields)
    view, prompt = GAME.view(state, "Blue"), GAME.pending(state)["Blue"]
    return GAME.bots["captain"].order(view, prompt, Dice.throwaway("x").secret, imagining(GAME, "Blue"))


def test_a_captain_finishes_the_half_that_is_beside_a_factory() -> None:
    """Half a Battler in the orbit becomes a Battler, whatever else lies there."""
    orders = order_set({"Bach": "Blue 3T Y", "Near Mercury": "Blue H:battler", "Tolstoi": "Blue H:kilsat"})
    assert [(order.zone, order.product) for order in orders if isinstance(order, Build)] == [("Bach", "battler")]


def test_a_captain_bids_for_the_last_card_when_the_match_is_near_its_end() -> None:
    """Nobody answers who moves last; before that it keeps its Factories at work."""
    units = {"Bach": "Blue 3T Y"}
    assert not any(isinstance(order, Bid | Wish) for order in order_set(units, turn=3))
    last = order_set(units, turn=9)
    assert [order.bid for order in last if isinstance(order, Bid)] == [1]
    assert [order.wished for order in last if isinstance(order, Wish)] == [(4, 3, 2, 1)]


def test_a_captain_plays_cards_where_it_stands_and_trades_the_others() -> None:
    """A card of a zone without own units brings nothing."""
    orders = order_set(
        {"Bach": "Blue 3T"}, held={"Bach": "Blue"}, hands={"Blue": ("Bach", "Tycho", "Arcadia", "Elysium")}
    )
    assert [order.card for order in orders if isinstance(order, Play)] == ["Bach"]
    assert [order.cards for order in orders if isinstance(order, Trade)] == [("Tycho", "Arcadia")]

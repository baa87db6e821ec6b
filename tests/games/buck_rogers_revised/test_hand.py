"""Hands of cards: what is drawn, traded and put away at the end of a turn, and what others see of it."""

from moderator.core.dice import Dice
from moderator.games.buck_rogers_revised.events.status import (
    CardGained,
    CardsDiscarded,
    CardsDrawn,
    CardsTraded,
    DeckRenewed,
)
from moderator.games.buck_rogers_revised.rules import hand
from moderator.games.buck_rogers_revised.rules.play import after
from moderator.games.buck_rogers_revised.rules.state import State, reshuffled
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.board.zones import TERRITORIES
from tests.games.buck_rogers_revised.tables import state_of
from tests.games.buck_rogers_revised.test_scenarios import orders_of

SEATS = ("Blue", "Red")


def turn_of(state: State, *lines: str) -> Turn:
    """Lay out a position with Blue's lines."""
    return Turn(state, {"Blue": orders_of(lines)}, Dice.throwaway("hand"))


def test_a_card_is_drawn_in_secret_and_counted_openly() -> None:
    """The top card comes into the hand; others hear how many were drawn."""
    turn = turn_of(state_of(SEATS, {}, {}))
    hand.draw(turn, "Blue", 2)
    assert [(type(event), event.seen_by) for event in turn.events] == [
        (CardGained, ("Blue",)),
        (CardGained, ("Blue",)),
        (CardsDrawn, None),
    ]
    assert after(turn).side("Blue").hand == TERRITORIES[:2]
    assert after(turn).deck == TERRITORIES[2:]


def test_a_deck_that_is_used_up_is_made_of_the_discarded_cards() -> None:
    """Nobody knows its order, and with nothing discarded nothing is drawn."""
    rest = TERRITORIES[2:]
    turn = turn_of(state_of(SEATS, {}, {}, discards=rest))
    hand.draw(turn, "Blue", 3)
    state = after(turn)
    assert [event.count for event in turn.events if isinstance(event, DeckRenewed)] == [40]
    assert (len(state.deck), state.discards, state.side("Blue").hand[:2]) == (39, (), TERRITORIES[:2])
    assert state.deck != tuple(card for card in rest if card in state.deck)
    empty = turn_of(state_of(SEATS, {}, {}, hands={"Blue": TERRITORIES}))
    hand.draw(empty, "Red")
    assert empty.events == []


def test_two_cards_are_given_for_one_again_and_again() -> None:
    """All see what is given; a pair of which a card is missing stays."""
    own = ("Bach", "Vesta", "Ceres", "Juno", "Pallas")
    turn = turn_of(
        state_of(SEATS, {}, {}, hands={"Blue": own}), "TRADE BACH, VESTA", "TRADE CERES, TYCHO, JUNO, PALLAS"
    )
    hand.trade(turn, "Blue")
    given = [event.given for event in turn.events if isinstance(event, CardsTraded)]
    assert given == [("Bach", "Vesta"), ("Juno", "Pallas")]
    assert after(turn).discards == ("Bach", "Vesta", "Juno", "Pallas")
    assert len(after(turn).side("Blue").hand) == 3


def test_a_hand_keeps_five_those_first_where_units_are() -> None:
    """Doctrine names what goes first, then cards of zones without own units go."""
    own = ("Bach", "Tolstoi", "Elysium", "Pavonis", "Tycho", "L-4 Colony", "Deimos")
    state = state_of(SEATS, {}, {"Bach": "Blue T", "Tycho": "Blue F"}, hands={"Blue": own})
    turn = turn_of(state, "DISCARD BACH")
    hand.limit(turn, "Blue")
    away = [event.cards for event in turn.events if isinstance(event, CardsDiscarded)]
    assert away == [("Bach", "Tolstoi")]
    hand.limit(turn, "Blue")
    assert len(turn.events) == 1


def test_a_rollback_shuffles_the_deck() -> None:
    """The same cards lie there in another order."""
    state = state_of(SEATS, {}, {})
    again = reshuffled(state, Dice.throwaway("again"))
    assert (sorted(again.deck), again.deck != state.deck) == (sorted(state.deck), True)

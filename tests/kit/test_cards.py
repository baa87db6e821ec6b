"""Cards while a turn is played."""

from moderator.core.dice import Dice, Why
from moderator.kit.cards import Cards


def test_cards_go_from_the_deck_through_hands_to_a_new_deck() -> None:
    """The top card is drawn; what was discarded is shuffled into a new deck when it is wanted; none is lost."""
    cards = Cards(["a", "b"], [], {"Red": []})
    assert [cards.draw("Red"), cards.draw("Red"), cards.draw("Red")] == ["a", "b", None]
    cards.discard("Red", "b")
    cards.renew(Dice.throwaway("cards").secret, Why("shuffle"))
    assert (cards.deck, cards.discards, cards.hands) == (["b"], [], {"Red": ["a"]})


def test_a_deck_that_is_shuffled_anew_tells_nothing_of_its_old_order() -> None:
    """The same cards in whatever order come out alike, and none is lost."""
    one, other = Cards(["a", "b", "c", "d"], [], {}), Cards(["d", "b", "a", "c"], [], {})
    for cards in (one, other):
        cards.reshuffle(Dice.throwaway("cards").secret, Why("shuffle"))
    assert one.deck == other.deck
    assert sorted(one.deck) == ["a", "b", "c", "d"]

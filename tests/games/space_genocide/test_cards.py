"""The cards as a whole: each does something, and each has its cases."""

from moderator.games.space_genocide import GAME
from moderator.games.space_genocide.orders.types import Play, PlayWhen
from moderator.games.space_genocide.rules.cards import EFFECTS
from moderator.games.space_genocide.tables import CARD
from tests.games.space_genocide.test_scenarios import CASES, Scenario, dice_of, orders_of, state_of
from tests.support.cases import every_case


def concerned(case: Scenario, card: str) -> bool:
    """Tell whether a case files a card."""
    order_sets = (*case.orders.values(), *case.standing.values())
    filed = [order for order_set in order_sets for order in orders_of(order_set) if isinstance(order, Play | PlayWhen)]
    return any(order.card == card for order in filed)


def is_played(case: Scenario, card: str) -> bool:
    """Tell whether a card is played in a case."""
    state = state_of(case)
    orders = {seat: orders_of(lines) for seat, lines in case.orders.items()}
    events = GAME.resolve(state, orders, dice_of(case, state)).events
    return any(getattr(event, "card", "") == card and type(event).__name__ == "CardPlayed" for event in events)


def test_every_card_has_an_effect() -> None:
    """The table of cards and that of effects name the same cards."""
    assert sorted(EFFECTS) == sorted(CARD)


@every_case("card", CARD)
def test_every_card_has_a_case_in_which_it_is_played_and_one_in_which_it_is_not(card: str) -> None:
    """What a card does, and when it stays in the hand, are both written down."""
    found = {is_played(case, card) for case in CASES.values() if concerned(case, card)}
    assert found == {True, False}

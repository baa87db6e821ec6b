"""What Combat leaves for Status: who may draw, and what Zerea Takan gains."""

from moderator.core.dice import Dice
from moderator.games.buck_rogers_revised.events.status import BonusGained, CardsDrawn
from moderator.games.buck_rogers_revised.rules import status
from moderator.games.buck_rogers_revised.rules.turn import Turn
from tests.games.buck_rogers_revised.tables import state_of

SEATS = ("Blue", "Red")


def turn_of(*won: tuple[str, str]) -> Turn:
    """Lay out a position with Zerea Takan at Bach, and with battles that were won."""
    state = state_of(
        SEATS, {"optional_leaders": True}, {"Bach": "Blue T"}, leaders={"Zerea Takan": "Bach Blue"}, phase="status"
    )
    turn = Turn(state, {}, Dice.throwaway("spoils"))
    turn.battles_won += won
    return turn


def test_conquerors_are_noted_and_draw_later() -> None:
    """With seats that move one after another Status is a step of its own."""
    turn = turn_of()
    turn.conquered = {"Red": {"Red", "Yellow"}}
    status.spoils(turn)
    assert turn.events == []
    status.draw(turn)
    assert [(event.seat, event.count) for event in turn.events if isinstance(event, CardsDrawn)] == [("Red", 2)]


def test_zerea_draws_for_each_battle_and_has_one_bonus_at_most() -> None:
    """Battles that are won elsewhere, or by others, bring her nothing."""
    turn = turn_of(("Bach", "Blue"), ("Bach", "Blue"), ("Tycho", "Blue"), ("Bach", "Red"))
    status.spoils(turn)
    assert [type(event) for event in turn.events if not event.seen_by] == [CardsDrawn, BonusGained, CardsDrawn]
    assert turn.tokens == {"Blue"}

"""Cards about cards: more of them for one's own hand, fewer for another's, and the one that answers a card."""

from collections.abc import Mapping

from moderator.core.seats import Seat
from moderator.games.space_genocide.rules import deck
from moderator.games.space_genocide.rules.cards.finding import Effect, on_own_turn, played_on
from moderator.games.space_genocide.rules.cards.looking import has_deck, holds_cards
from moderator.games.space_genocide.rules.moments import Moment, Playing
from moderator.games.space_genocide.rules.turn import Turn
from moderator.kit.boards.hex import NOWHERE

_DRAWN, _LOST = 2, 2


def _draw(turn: Turn, playing: Playing, _: Moment) -> None:
    """Draw cards."""
    deck.draw(turn, playing.seat, _DRAWN)


def _sabotage(turn: Turn, playing: Playing, _: Moment, owner: Seat) -> None:
    """Let a seat discard cards that are drawn unseen from its hand."""
    left = sorted(turn.hands[owner])
    lost: list[str] = []
    while left and len(lost) < _LOST:
        lost.append(left.pop(turn.draw(playing.card, NOWHERE, (playing.seat, owner), len(left)) - 1))
    deck.discard(turn, owner, tuple(lost), by=playing.card)


def _is_answered(_turn: Turn, playing: Playing, moment: Moment) -> bool:
    """Tell whether a card was played by an opponent who is meant."""
    return moment.kind == "card" and moment.seat != playing.seat and playing.order.target.seat in ("", moment.seat)


def _answer(_turn: Turn, playing: Playing, moment: Moment) -> None:
    """Let a card come to nothing; ``CardPlayed`` of that card tells it."""
    moment.negated, moment.negated_by = True, playing.seat


EFFECTS: Mapping[str, Effect] = {
    "opportunity": on_own_turn(Effect(has_deck, _draw)),
    "sabotage": on_own_turn(played_on(holds_cards, _sabotage)),
    "intelligence": Effect(_is_answered, _answer),
}

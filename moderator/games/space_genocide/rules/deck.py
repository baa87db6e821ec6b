"""The deck: who is told of drawing, discarding and shuffling, and who remembers what."""

from msgspec.structs import replace

from moderator.core.dice import Dice, Why
from moderator.core.seats import Seat
from moderator.games.space_genocide.events.cards import CardsDiscarded, CardsDrawn, CardsGained, DeckShuffled
from moderator.games.space_genocide.rules.state import State
from moderator.games.space_genocide.rules.turn import Turn
from moderator.games.space_genocide.seat.view import DeckSeen
from moderator.kit.cards import Cards


def _cards(turn: Turn) -> Cards:
    """Return the cards of a turn."""
    return Cards(turn.deck, turn.discards, turn.hands)


def draw(turn: Turn, seat: Seat, count: int) -> tuple[str, ...]:
    """Let a seat draw cards, as many as there are; all see how many, it alone which."""
    drawn: list[str] = []
    while len(drawn) < count and refill(turn) and (card := _cards(turn).draw(seat)):
        drawn.append(card)
        for memory in turn.memory.values():
            if memory.deck is not None:
                left = memory.deck.cards[1:]
                memory.deck = DeckSeen(left, memory.deck.seen) if left else None
    if drawn:
        turn.say(CardsDrawn(seat=seat, count=len(drawn)))
        turn.say(CardsGained(seat=seat, cards=tuple(drawn), seen_by=(seat,)))
    return tuple(drawn)


def discard(turn: Turn, seat: Seat, cards: tuple[str, ...], by: str = "") -> None:
    """Put cards of a hand on the open discard pile; ``by`` is the card that makes it."""
    for card in cards:
        spend(turn, seat, card)
    if cards:
        turn.say(CardsDiscarded(seat=seat, cards=cards, card=by))


def spend(turn: Turn, seat: Seat, card: str) -> None:
    """Put a card on the open discard pile; that it was played, ``CardPlayed`` tells."""
    _cards(turn).discard(seat, card)
    _forget(turn, seat, card)


def _forget(turn: Turn, seat: Seat, card: str) -> None:
    """Take a card that all saw leave a hand out of what seats remember of that hand."""
    for memory in turn.memory.values():
        known = memory.hands.get(seat)
        if known is not None and card in known.cards:
            memory.hands[seat] = type(known)(seat, tuple(one for one in known.cards if one != card), known.seen)


def is_out(turn: Turn) -> bool:
    """Tell whether there is no card left to be drawn, nor any that could be shuffled."""
    return not turn.deck and (turn.options.deck_empty == "out" or not turn.discards)


def refill(turn: Turn) -> bool:
    """Make a new deck of the discarded cards where it is used up and the options have it so; tell if there is one."""
    if turn.deck or is_out(turn):
        return bool(turn.deck)
    reason = Why("shuffle", n=100 * turn.flags.get("shuffles", 0))
    turn.flags["shuffles"] = turn.flags.get("shuffles", 0) + 1
    _cards(turn).renew(turn.dice.secret, reason)
    turn.say(DeckShuffled(count=len(turn.deck)))
    return True


def reshuffled(state: State, dice: Dice) -> State:
    """Return the position with its deck shuffled anew; what seats knew of its order they know no more."""
    cards = Cards(list(state.deck), [], {})
    cards.reshuffle(dice.secret, Why("shuffle"))
    memory = {seat: replace(known, deck=None) for seat, known in state.memory.items()}
    return replace(state, deck=tuple(cards.deck), memory=memory)

"""Territory cards during a match: drawn, played, put away. Hands and the deck are secret, what leaves a hand is not."""

from collections.abc import Iterable, Iterator

from moderator.core.dice import Why
from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.cards import gained, may_gain
from moderator.games.buck_rogers_revised.events.movement import CardKept, CardPlayed, LineFailed
from moderator.games.buck_rogers_revised.events.status import (
    CardGained,
    CardsDiscarded,
    CardsDrawn,
    CardsTraded,
    DeckRenewed,
)
from moderator.games.buck_rogers_revised.orders.types import Play, Trade
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.board.threat import is_threatened
from moderator.games.solar_system.board.zones import NUMBER
from moderator.games.solar_system.events.movement import Cause
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.rules.movement.conditions import all_hold

_MOST = 100
"""Addresses that a shuffle of the deck takes at most."""


def draw(turn: Turn, seat: Seat, count: int = 1) -> None:
    """Let a seat draw cards; a deck that is used up is made anew of the discarded ones ("Draw Cards")."""
    drawn = 0
    for _ in range(count):
        if turn.cards.discards and not turn.cards.deck:
            renew(turn)
        card = turn.cards.draw(seat)
        if card is not None:
            turn.tell(CardGained(seat=seat, card=card))
            drawn += 1
    if drawn:
        turn.say(CardsDrawn(seat=seat, count=drawn))


def renew(turn: Turn) -> None:
    """Make a new deck of the discarded cards, in secret."""
    times = sum(isinstance(event, DeckRenewed) for event in turn.events)
    turn.cards.renew(turn.dice.secret, Why("renew", n=_MOST * times))
    turn.say(DeckRenewed(count=len(turn.cards.deck)))


def discard(turn: Turn, seat: Seat, cards: Iterable[str]) -> None:
    """Put cards of a hand away, for all to see."""
    away = tuple(card for card in cards if card in turn.cards.hands[seat])
    for card in away:
        turn.cards.discard(seat, card)
    if away:
        turn.say(CardsDiscarded(seat=seat, cards=away))


def trade(turn: Turn, seat: Seat) -> None:
    """Give two cards for one, as often as an order set says and the hand has them ("Draw Cards")."""
    cards = [(card, line) for line in turn.order_set(seat, Trade) for card in line.cards]
    for (one, line), (other, _) in zip(cards[::2], cards[1::2], strict=False):
        missing = [card for card in (one, other) if card not in turn.cards.hands[seat]]
        if missing:
            turn.tell(LineFailed(seat=seat, order=line, cause="no-card", zone=missing[0]))
            continue
        for card in (one, other):
            turn.cards.discard(seat, card)
        turn.say(CardsTraded(seat=seat, given=(one, other)))
        draw(turn, seat)


def refuse(turn: Turn, seat: Seat) -> None:
    """Tell a seat that it may not give two cards for one, since it has conquered nothing."""
    for line in turn.order_set(seat, Trade):
        turn.tell(LineFailed(seat=seat, order=line, cause="no-conquest"))


def limit(turn: Turn, seat: Seat) -> None:
    """Put away what a hand has too many of: first as doctrine says, then where the seat has no units."""
    own = turn.cards.hands[seat]
    named = [card for card in turn.doctrine[seat].discards if card in own]
    rest = sorted(set(own) - set(named), key=lambda card: (may_gain(turn, seat, NUMBER[card]), NUMBER[card]))
    discard(turn, seat, (*named, *rest)[: max(0, len(own) - turn.options.hand_limit)])


def play(turn: Turn, *, before: bool) -> None:
    """Play the cards that order sets name, in turn order, before Movement or after it ("Play Cards").

    A seat that says nothing plays, after it, those that are usual.
    """
    by_seats = turn.options.tempo == "seats" and turn.mover
    for seat in (turn.seat_of[turn.mover],) if by_seats else turn.in_turn_order():
        lines = [line for line in turn.order_set(seat, Play) if line.card or not line.consent]
        for line in lines or (() if before else _usual(turn, seat)):
            if line.card and line.before is before:
                _play(turn, seat, line)


def _usual(turn: Turn, seat: Seat) -> Iterator[Play]:
    """Give the cards that are played unasked: where an enemy is or could come, or any that can be of a full hand."""
    own = turn.cards.hands[seat]
    full = len(own) >= turn.options.hand_limit
    for card in tuple(own):
        at = NUMBER[card]
        wanted = full or turn.is_foreign(seat, at) or is_threatened(turn, seat, at)
        if wanted and may_gain(turn, seat, at):
            yield Play(card=card)


def _play(turn: Turn, seat: Seat, line: Play) -> None:
    at = NUMBER[line.card]
    cause: Cause | None = None
    if line.card not in turn.cards.hands[seat]:
        cause = "not-yours"
    elif not all_hold(turn, seat, line.when, line.unless, line.card):
        cause = "condition"
    elif not may_gain(turn, seat, at):
        cause = "gone"
    if cause:
        turn.tell(CardKept(seat=seat, card=line.card, cause=cause))
        return
    kind, number = gained(at)
    colour = turn.main_colour(seat, at)
    turn.put(at, colour, kind, number)
    turn.cards.discard(seat, line.card)
    turn.say(CardPlayed(seat=seat, colour=colour, card=line.card, units=Units(((kind, number),))))

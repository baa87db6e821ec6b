"""The end of a turn: fighters that cannot land are lost, hands that are too full are cut down."""

from moderator.core.seats import Seat
from moderator.games.space_genocide.board import figures
from moderator.games.space_genocide.orders.types import Discard, PlayWhen
from moderator.games.space_genocide.rules import deck
from moderator.games.space_genocide.rules.turn import Turn


def run(turn: Turn) -> None:
    """End the turn of every seat that acted in it."""
    for seat in turn.order:
        if seat in turn.fallen:
            continue
        for at in sorted({squadron.at for squadron in turn.own(seat)}):
            if not turn.is_home(seat, at):
                _strand(turn, seat, at)
        excess = len(turn.hands[seat]) - turn.options.hand_limit
        if turn.options.cards and excess > 0:
            deck.discard(turn, seat, _least_wanted(turn, seat)[:excess])


def _strand(turn: Turn, seat: Seat, at: int) -> None:
    """Lose the fighters of a seat at a hex that none of its ships there has a bay for, the least worthy first."""
    own = [squadron for squadron in turn.own(seat) if squadron.at == at]
    race = turn.race(seat)
    room = sum(figures.bays(craft.kind, race) for squadron in own for craft in squadron.crafts)
    fighters = [(craft, squadron) for squadron in own for craft in squadron.crafts if craft.kind.fighter]
    fighters.sort(key=lambda one: (-one[0].worth(turn.options), one[1].number, one[0].kind.key))
    for craft, squadron in fighters[room:]:
        turn.wreck(craft, squadron, "stranded")
    turn.clear(own)


def _least_wanted(turn: Turn, seat: Seat) -> tuple[str, ...]:
    """Return a hand in the order in which it is discarded: as ordered, then what waits for nothing, oldest first."""
    doctrine = turn.doctrine.get(seat, ())
    named = [card for order in doctrine if isinstance(order, Discard) for card in order.hand]
    filed = {order.card for order in doctrine if isinstance(order, PlayWhen)}
    hand = turn.hands[seat]
    first = [card for card in dict.fromkeys(named) if card in hand]
    idle = [card for card in hand if card not in first and card not in filed]
    return (*first, *idle, *(card for card in hand if card not in first and card not in idle))

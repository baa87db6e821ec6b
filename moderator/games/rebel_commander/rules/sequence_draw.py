"""The sequence of an order number: drawn anew by enthusiasm, or fixed in the skirmish."""

from moderator.core.dice import Why
from moderator.core.seats import Seat
from moderator.games.rebel_commander.board.order_set import alternating_sequence, imperial_places
from moderator.games.rebel_commander.events import SequenceDrawn
from moderator.games.rebel_commander.pieces import EMPIRE
from moderator.games.rebel_commander.rules.turn import Turn


def draw_sequence(turn: Turn) -> None:
    """Find and report the sequence of the present number; the Empire's places play its letters in their order."""
    drawn = turn.edition.sequence == "drawn"
    imperial = imperial_places(turn.options, turn.in_play)
    order = _draw_by_weight(turn) if drawn else alternating_sequence(_rebels(turn), EMPIRE, imperial)
    turn.say(SequenceDrawn(number=turn.number, places=order, drawn=drawn))
    letter = 96
    turn.places.clear()
    for seat in order:
        label = str(turn.number)
        if seat == EMPIRE and imperial > 1:
            letter += 1
            label += chr(letter)
        turn.places.append((seat, label))
    turn.joint_attacks.clear()


def candidates(turn: Turn) -> list[Seat]:
    """Return all places of a number before the draw: each Rebel faction in play once, then the Empire's."""
    return _rebels(turn) + [EMPIRE] * imperial_places(turn.options, turn.in_play)


def _rebels(turn: Turn) -> list[Seat]:
    """Return the Rebel factions in play."""
    return [seat for seat in turn.in_play if seat != EMPIRE]


def _draw_by_weight(turn: Turn) -> tuple[Seat, ...]:
    """Draw places by weight without replacement, from the secret stream: the weights are hidden."""
    turn.draws.append(tuple(turn.weights[seat] for seat in turn.seats))
    places = candidates(turn)
    return turn.dice.secret.ordered(
        places, [turn.weights[seat] for seat in places], Why("sequence", n=turn.number * 100)
    )

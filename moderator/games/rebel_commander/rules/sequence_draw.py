"""The sequence of an order number: drawn anew by enthusiasm, or fixed in the skirmish."""

from moderator.core.dice import Why
from moderator.core.seats import Seat
from moderator.games.rebel_commander.board.sheet import imperial_places
from moderator.games.rebel_commander.events import SequenceDrawn
from moderator.games.rebel_commander.pieces import EMPIRE
from moderator.games.rebel_commander.rules.turn import Turn


def draw(turn: Turn) -> None:
    """Find the sequence of the present number and say it; the Empire's places play its letters in their order."""
    drawn = turn.edition.sequence == "drawn"
    order = _drawn(turn) if drawn else _fixed(turn)
    turn.say(SequenceDrawn(number=turn.number, places=order, drawn=drawn))
    many = imperial_places(turn.options, turn.in_play) > 1
    letter = 96
    turn.places.clear()
    for seat in order:
        label = str(turn.number)
        if seat == EMPIRE and many:
            letter += 1
            label += chr(letter)
        turn.places.append((seat, label))
    turn.fought.clear()


def candidates(turn: Turn) -> list[Seat]:
    """Return all places of a number before the draw: each Rebel faction in play once, then the Empire's."""
    rebels = [seat for seat in turn.in_play if seat != EMPIRE]
    return rebels + [EMPIRE] * imperial_places(turn.options, turn.in_play)


def _drawn(turn: Turn) -> tuple[Seat, ...]:
    """Draw places by weight without replacement, from the secret stream: the weights are hidden."""
    turn.draws.append(tuple(turn.weights[seat] for seat in turn.seats))
    places = candidates(turn)
    return turn.dice.secret.ordered(
        places, [turn.weights[seat] for seat in places], Why("sequence", n=turn.number * 100)
    )


def _fixed(turn: Turn) -> tuple[Seat, ...]:
    """Let the Empire answer each Rebel in turn; places that one side has more of come last."""
    places = candidates(turn)
    rebels = [seat for seat in places if seat != EMPIRE]
    imperial = len(places) - len(rebels)
    order: list[Seat] = []
    for turn_of in range(max(len(rebels), imperial)):
        order += rebels[turn_of : turn_of + 1]
        order += [EMPIRE] * (turn_of < imperial)
    return tuple(order)

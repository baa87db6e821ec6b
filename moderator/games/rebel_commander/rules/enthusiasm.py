"""Enthusiasm: victories in battle raise a seat's weight in the draw, defeats lower it, and time levels it."""

from collections.abc import Iterable

from moderator.core.seats import Seat
from moderator.games.rebel_commander.options import NEUTRAL, Options
from moderator.games.rebel_commander.rules.turn import Turn


def battle_over(turn: Turn, victors: Iterable[Seat], defeated: Iterable[Seat]) -> None:
    """Move the weight of every seat that fought, within the floor and the ceiling.

    By turn, a weight is the one that the turn began with and one step by the balance of the seat's battles in it.
    """
    options = turn.options
    by_turn = options.enthusiasm_by == "turn"
    for seats, result in ((victors, 1), (defeated, -1)):
        for seat in seats:
            turn.balance[seat] += result
            weight = turn.began[seat] if by_turn else turn.weights[seat]
            turn.weights[seat] = bounded(options, weight + _step(options, turn.balance[seat] if by_turn else result))


def _step(options: Options, balance: int) -> int:
    """Return how a weight moves by battles won less battles lost."""
    return options.enthusiasm_gain * (balance > 0) - options.enthusiasm_loss * (balance < 0)


def bounded(options: Options, weight: int) -> int:
    """Return a weight kept within the floor and the ceiling."""
    return min(options.enthusiasm_ceiling, max(options.enthusiasm_floor, weight))


def faded(options: Options, weight: int) -> int:
    """Return a weight after a turn: of its distance to neutral one part in ``enthusiasm_fade`` is lost, rounded up."""
    distance = weight - NEUTRAL
    lost = -(-abs(distance) // options.enthusiasm_fade)
    return weight - lost if distance > 0 else weight + lost


def fade(turn: Turn) -> None:
    """Let every weight return towards neutral."""
    for seat in turn.seats:
        turn.weights[seat] = faded(turn.options, turn.weights[seat])

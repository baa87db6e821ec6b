"""Enthusiasm: victories in battle raise a seat's weight in the draw, defeats lower it, and time levels it."""

from collections.abc import Iterable

from moderator.core.seats import Seat
from moderator.games.rebel_commander.options import NEUTRAL, Options
from moderator.games.rebel_commander.rules.turn import Turn


def move_weights(turn: Turn, victors: Iterable[Seat], defeated: Iterable[Seat]) -> None:
    """Move the weight of every seat that fought, within the floor and the ceiling.

    By turn, a weight is what it was when the turn began, moved by one step for the balance of the seat's battles in it.
    """
    options = turn.options
    by_turn = options.enthusiasm_by == "turn"
    for seats, result in ((victors, 1), (defeated, -1)):
        for seat in seats:
            turn.battle_balance[seat] += result
            weight = turn.initial_weights[seat] if by_turn else turn.weights[seat]
            turn.weights[seat] = within_bounds(
                options, weight + _step(options, turn.battle_balance[seat] if by_turn else result)
            )


def _step(options: Options, balance: int) -> int:
    """Return how a weight moves by battles won less battles lost."""
    return options.enthusiasm_gain * (balance > 0) - options.enthusiasm_loss * (balance < 0)


def within_bounds(options: Options, weight: int) -> int:
    """Return a weight raised to the floor or lowered to the ceiling."""
    return min(options.enthusiasm_ceiling, max(options.enthusiasm_floor, weight))


def faded_weight(options: Options, weight: int) -> int:
    """Return a weight after a turn: of its distance to neutral one part in ``enthusiasm_fade`` is lost, rounded up."""
    distance = weight - NEUTRAL
    lost = -(-abs(distance) // options.enthusiasm_fade)
    return weight - lost if distance > 0 else weight + lost


def fade_weights(turn: Turn) -> None:
    """Let every weight return towards neutral."""
    for seat in turn.seats:
        turn.weights[seat] = faded_weight(turn.options, turn.weights[seat])

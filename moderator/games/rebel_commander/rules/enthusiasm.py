"""Enthusiasm: victories in battle raise a seat's weight in the draw, defeats lower it, and time levels it."""

from collections.abc import Iterable

from moderator.core.seats import Seat
from moderator.games.rebel_commander.options import NEUTRAL, Options
from moderator.games.rebel_commander.rules.turn import Turn


def battle_over(turn: Turn, victors: Iterable[Seat], defeated: Iterable[Seat]) -> None:
    """Move the weight of every seat that fought, within the floor and the ceiling."""
    options = turn.options
    for seats, change in ((victors, options.enthusiasm_gain), (defeated, -options.enthusiasm_loss)):
        for seat in seats:
            turn.weights[seat] = bounded(options, turn.weights[seat] + change)


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

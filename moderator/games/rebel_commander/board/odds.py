"""What units add to a die, and the exact odds of an attack, counted over all throws of two dice."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from moderator.games.rebel_commander.pieces import UNITS, Stack, Unit
from moderator.games.rebel_commander.tables import Bonus

THROWS = 36
"""How many ways two dice can fall."""

WINNING_THROWS = tuple(sum(one + lead > other for one in range(1, 7) for other in range(1, 7)) for lead in range(-6, 7))
"""How many throws an attack wins by its lead in bonuses, from -6 to +6: a tie goes to the defender."""


def winning_throws(lead: int) -> int:
    """Return how many of all throws an attack wins whose bonus exceeds the defender's by ``lead``."""
    return WINNING_THROWS[max(-6, min(6, lead)) + 6]


class Modifier(Struct, frozen=True):
    """What the units of one kind add to a die: ``count`` of them, ``bonus`` in all."""

    unit: Unit
    count: int
    bonus: int


def modifiers(table: Mapping[Unit, Bonus], stacks: Sequence[Stack]) -> tuple[Modifier, ...]:
    """Return what pooled stacks add to a die; "beyond the first" is counted once over the pool."""
    pooled = [sum(counts) for counts in zip(*(stack.counts for stack in stacks), strict=True)]
    return tuple(
        Modifier(unit, count, table[unit].of(count))
        for unit, count in zip(UNITS, pooled, strict=True)
        if count and unit in table
    )


def total_bonus(modifiers: Sequence[Modifier]) -> int:
    """Return what modifiers add in all."""
    return sum(modifier.bonus for modifier in modifiers)

"""The exact odds of an attack, counted over all throws of two dice."""

THROWS = 36
"""How many ways two dice can fall."""

WINS = tuple(sum(one + lead > other for one in range(1, 7) for other in range(1, 7)) for lead in range(-6, 7))
"""How many throws an attack wins by its lead in bonuses, from -6 to +6: a tie goes to the defender."""


def wins(lead: int) -> int:
    """Return how many of all throws an attack wins whose bonus exceeds the defender's by ``lead``."""
    return WINS[max(-6, min(6, lead)) + 6]

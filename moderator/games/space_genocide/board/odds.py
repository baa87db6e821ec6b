"""The exact odds of dice against dice: an attack destroys if its total is higher."""

from fractions import Fraction
from functools import cache

_FACES = range(1, 7)


@cache
def _ways_by_total(dice: int) -> tuple[int, ...]:
    """Return in how many ways some dice come to each total, from 0 on."""
    ways = [1]
    for _ in range(dice):
        before, totals = ways, range(len(ways) + 6)
        ways = [sum(before[total - face] for face in _FACES if 0 <= total - face < len(before)) for total in totals]
    return tuple(ways)


@cache
def chance(attack: int, defence: int) -> Fraction:
    """Return the chance that ``attack`` dice destroy a ship that has ``defence`` dice."""
    wins = below = 0
    against = _ways_by_total(defence)
    for total, ways in enumerate(_ways_by_total(attack)):
        wins += ways * below
        below += against[total] if total < len(against) else 0
    return Fraction(wins, 6 ** (attack + defence))


def chances(*, attack: int = 0, defence: int = 0, most: int) -> tuple[float, ...]:
    """Return the chances by the dice of the side that is left out, from 1 to ``most``."""
    return tuple(float(chance(attack or other, defence or other)) for other in range(1, most + 1))


def chance_to_destroy(busters: int, face: int) -> Fraction:
    """Return the chance that at least one of ``busters`` Planet Busters destroys a planet: throws ``face`` or less."""
    return 1 - Fraction(len(_FACES) - face, len(_FACES)) ** busters

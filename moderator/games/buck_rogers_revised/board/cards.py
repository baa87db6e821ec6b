"""Territory cards: what a hand is worth at set-up, and what a card brings in play."""

from collections import Counter
from collections.abc import Collection, Sequence

from moderator.games.solar_system.board.forces import Forces
from moderator.games.solar_system.board.zones import PLACES, borders, zone_of
from moderator.games.solar_system.pieces import Kind

_MOST_OF_EARTH = 3
_ASTEROIDS, _EARTH = "asteroids", "earth"


def to_give(hand: Sequence[str]) -> str:
    """Return the card to hand on if nothing is said: the one with fewest neighbours in the hand."""
    return min(hand, key=lambda card: _neighbours(card, hand))


def may_redraw(hand: Sequence[str]) -> bool:
    """Tell whether a mulligan is allowed: three cards of Earth's display at most, one of each other ("Mulligan")."""
    systems = Counter(zone_of(card).system for card in hand)
    return all(
        number <= (_MOST_OF_EARTH if system == _EARTH else 1)
        for system, number in systems.items()
        if system != _ASTEROIDS
    )


def is_scattered(hand: Sequence[str]) -> bool:
    """Tell whether no two cards of a hand are neighbours."""
    return not any(_neighbours(card, hand) for card in hand)


def _neighbours(card: str, hand: Collection[str]) -> int:
    return sum(other in hand for other in borders(card))


def gained(at: int) -> tuple[Kind, int]:
    """Return what the card of a territory brings: two Troopers on a planet, a Fighter at a space object."""
    return (Kind.TROOPER, 2) if PLACES[at].surface else (Kind.FIGHTER, 1)


def may_gain(forces: Forces, seat: str, at: int) -> bool:
    """Tell whether a seat has units in a territory to play its card: Leaders and Factories count, Markers do not."""
    return bool(forces.units_of(seat, at) or forces.leaders_at(at, seat) or forces.works_at(at, seat))

"""Who is beside whom: aboard, and on the Star Map, where figures on one node are, too (BY-MAIL 4)."""

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.compass import distance
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.pieces import Figure


def is_beside_place(figure: Figure, ship: Seat, at: str) -> bool:
    """Tell whether a figure is beside or on a square of a ship, or a node (no ship)."""
    if figure.ship != ship:
        return False
    return figure.at == at or (at in deck(ship).near[figure.at] if ship else distance(figure.at, at) == 1)


def are_beside(one: Figure, other: Figure) -> bool:
    """Tell whether two figures are beside each other."""
    return one.who != other.who and is_beside_place(one, other.ship, other.at)

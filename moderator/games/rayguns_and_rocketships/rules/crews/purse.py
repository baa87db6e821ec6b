"""What Action tokens are for: SPEND and KEEP (Rules: Action Tokens; BY-MAIL 3 and 5)."""

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.orders.phrases import Use
from moderator.games.rayguns_and_rocketships.orders.types import Keep, Spend
from moderator.games.rayguns_and_rocketships.rules.table import Table

USUAL: tuple[Use, ...] = ("cool", "stand", "ability", "attack", "extinguish", "heal", "search")
"""What tokens are spent on unless a letter says otherwise."""

_LAST_TURN = 3
_DODGES, _LAST_DODGES = 1, 3
_SHAKY = 5
"""Blasts from which tokens are kept to leave the ship."""


def spending_order(table: Table, seat: Seat) -> tuple[Use, ...]:
    """Return what a seat spends tokens on, the first first."""
    return next((line.uses for line in table.orders(seat, Spend)), USUAL)


def spends_on(table: Table, seat: Seat, use: Use) -> bool:
    """Tell whether a seat spends tokens on something at all."""
    return use in spending_order(table, seat)


def tokens_to_keep(table: Table, seat: Seat) -> int:
    """Return how many tokens a seat keeps: as KEEP says, else for dodges and for leaving a ship that may fall."""
    for line in table.orders(seat, Keep):
        return line.reserve
    aboard = sum(figure.ship == seat for figure in table.figures_of(seat))
    ship = table.ships.get(seat)
    leaving = aboard if ship and len(ship.blasts) >= _SHAKY else 0
    return max(leaving, _for_dodges(table, seat))


def _for_dodges(table: Table, seat: Seat) -> int:
    if not table.boarders(seat) and all(figure.ship == seat for figure in table.figures_of(seat)):
        return 0
    if table.turn < _LAST_TURN:
        return _DODGES
    return 0 if table.clockwise()[-1:] in ((), (seat,)) else _LAST_DODGES


def tokens_to_spend(table: Table, seat: Seat) -> int:
    """Return how many tokens a seat has above what it keeps."""
    return max(0, table.sides[seat].actions - tokens_to_keep(table, seat))

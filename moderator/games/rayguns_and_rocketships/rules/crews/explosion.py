"""Red cores explode at the end of a Turn (Rules: Atomic core; setting 37; BY-MAIL 8)."""

from msgspec.structs import replace

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.compass import distance
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.events.tokens import CoreExploded
from moderator.games.rayguns_and_rocketships.pieces import Token
from moderator.games.rayguns_and_rocketships.rules import damage
from moderator.games.rayguns_and_rocketships.rules.crews.cores import place_of, redden
from moderator.games.rayguns_and_rocketships.rules.crews.harm import hurt
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.tables import star_map


def explode(table: Table) -> None:
    """Explode the cores that are red: 1 damage for figures, 1 Blast on every square around, whatever is there.

    Who turned a core red scores. A core beside it turns red, and explodes a Turn later unless it is cooled.
    """
    for core in [token for token in table.tokens.values() if token.red]:
        if core.key not in table.tokens:
            continue
        lying = _put_down(table, table.tokens.pop(core.key))
        table.say(CoreExploded(token=lying.key, ship=lying.ship, where=place_of(lying)))
        for figure in list(table.figures_of(*table.seats)):
            if figure.ship == lying.ship and _near(lying, figure.at) and figure.who in table.figures:
                hurt(table, figure.who, "core", lying.by)
        for other in list(table.tokens.values()):
            if other.ship == lying.ship and other.at and _near(lying, other.at):
                redden(table, other.key, lying.by)
        _blast(table, lying)


def _put_down(table: Table, core: Token) -> Token:
    """Return a core where it explodes: one that was red when it was collected where its bearer is."""
    if core.bearer is None:
        return core
    bearer = table.figures[core.bearer]
    return replace(core, at=bearer.at, ship=bearer.ship, bearer=None)


def _near(core: Token, at: str) -> bool:
    return distance(core.at, at) <= star_map().token["core"].radius


def _blast(table: Table, core: Token) -> None:
    """Put Blasts on all squares of the ship that are near, or one on every ship near the node."""
    for _ in range(star_map().token["core"].blast):
        for square in deck(core.ship).squares if core.ship else ():
            if _near(core, square) and core.ship in table.ships:
                damage.blast_on(table, core.ship, square, core.by, "core")
        near: list[Seat] = [seat for seat, ship in table.ships.items() if not core.ship and _near(core, ship.at)]
        for seat in near:
            damage.blast(table, seat, core.by, "core")

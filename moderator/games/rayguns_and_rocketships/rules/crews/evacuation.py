"""Figures leave a ship that is destroyed, for an Action token each (Rules: Evacuating the Rocketship; setting 28)."""

from msgspec.structs import replace

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.events.gunnery import Evacuated
from moderator.games.rayguns_and_rocketships.events.tokens import Dropped
from moderator.games.rayguns_and_rocketships.orders.types import Evacuate
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN, Figure, Node
from moderator.games.rayguns_and_rocketships.rules.crews.harm import defeat
from moderator.games.rayguns_and_rocketships.rules.table import Table


def evacuate(table: Table, ship: Seat, at: Node, by: Seat) -> None:
    """Bring the figures aboard that are paid for onto nodes around, clockwise from north; the others fall to ``by``.

    Special tokens aboard lie on the ship's node then. Boarders are paid for by their owners.
    """
    nodes = table.around(at)
    left = 0
    first = table.seats.index(ship)
    for seat in (*table.seats[first:], *table.seats[:first]):
        for figure in _in_order(table, seat, ship):
            if nodes and table.pay(seat, 1):
                node = nodes[left % len(nodes)]
                left += 1
                table.set_figure(figure.who, ship="", at=node)
                table.say(Evacuated(seat=seat, figure=figure.name, ship=ship, node=node, paid=1))
            else:
                defeat(table, figure.who, "lost", by)
    for token in list(table.tokens.values()):
        if token.ship == ship:
            table.tokens[token.key] = replace(token, at=at, ship="", installed=False)
            table.say(Dropped(token=token.key, where=at))


def _in_order(table: Table, seat: Seat, ship: Seat) -> list[Figure]:
    """Return a seat's figures aboard by EVACUATE, else the captain, who carries a token, crew by number."""
    names = [name for line in table.orders(seat, Evacuate) for name in line.who]

    def rank(figure: Figure) -> tuple[int, bool, bool]:
        listed = names.index(figure.name) if figure.name in names else len(names)
        return listed, figure.name != CAPTAIN, table.carried(figure.who) is None

    return sorted((figure for figure in table.figures_of(seat) if figure.ship == ship), key=rank)

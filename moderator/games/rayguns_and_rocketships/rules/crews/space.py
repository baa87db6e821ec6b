"""Figures on the Star Map make way for ships (Rules: Ramming Ships, Crew Members; BY-MAIL 4)."""

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.compass import distance
from moderator.games.rayguns_and_rocketships.events.flight import FigureBumped
from moderator.games.rayguns_and_rocketships.rules.crews.agenda import node_bound_for
from moderator.games.rayguns_and_rocketships.rules.table import Table


def make_way(table: Table, seat: Seat) -> None:
    """Move the figures where a seat's ship came to rest to the node beside it that is nearest to their goal."""
    if seat not in table.ships:
        return
    origin = table.ships[seat].at
    nodes = table.around(origin)
    for figure in table.afloat():
        if figure.at == origin and nodes:
            goal = node_bound_for(table, figure.who)
            node = min(nodes, key=lambda one, goal=goal: distance(one, goal) if goal else 0)  # type: ignore[misc]
            table.set_figure(figure.who, at=node)
            table.say(FigureBumped(seat=figure.seat, figure=figure.name, origin=origin, node=node))

"""What silence means: doctrine stands, fleets go on where they were sent, and the set-up is what was proposed.

The position keeps all of this by itself, so that an empty order set does the same: it is named for the reader's sake.
"""

from collections.abc import Iterator, Sequence

from moderator.core.game import Prompt
from moderator.games.space_genocide.board.units import counted
from moderator.games.space_genocide.orders.phrases import Fleets
from moderator.games.space_genocide.orders.types import FormFleet, GenocideOrder, Move, TypePlanet
from moderator.games.space_genocide.seat.check import lines_that_fall
from moderator.games.space_genocide.seat.plan import Trial
from moderator.games.space_genocide.seat.view import View


def default(view: View, prompt: Prompt, standing: Sequence[GenocideOrder], trial: Trial) -> tuple[GenocideOrder, ...]:
    """Return what the moderator proposes, or the moves that are under way, and the doctrine that can be followed."""
    del standing
    orders = (*(_proposed_set_up(view) if prompt.phase == "setup" else _under_way(view)), *view.doctrine)
    gone = lines_that_fall(view, prompt, orders, trial)
    return tuple(order for index, order in enumerate(orders) if index not in gone)


def _proposed_set_up(view: View) -> Iterator[GenocideOrder]:
    """Give the set-up as it stands."""
    for planet in view.own_planets:
        if planet.world is not None:
            yield TypePlanet(place=planet.place, world=planet.world)
    for fleet in view.own:
        yield FormFleet(fleet=fleet.number, place=fleet.place, ships=counted(fleet.ships or ()))


def _under_way(view: View) -> Iterator[GenocideOrder]:
    """Give the moves that have not come to their end."""
    for fleet in view.own:
        if fleet.course:
            yield Move(fleets=Fleets((fleet.number,)), way=fleet.course)

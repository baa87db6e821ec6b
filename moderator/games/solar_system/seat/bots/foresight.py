"""The board after the moves of others, as far as one can guess them."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from moderator.core.orders import Order
from moderator.core.seats import Seat
from moderator.games.solar_system.board.forces import Forces
from moderator.games.solar_system.board.zones import NUMBER
from moderator.games.solar_system.orders.types import Move
from moderator.games.solar_system.pieces import GROUND
from moderator.games.solar_system.seat.bots.targets import Reach
from moderator.games.solar_system.seat.view import Sight

V = TypeVar("V", bound=Sight)


def foresee(view: V, order_sets: Mapping[Seat, Iterable[Order]]) -> V:
    """Return a view in which the units that others send out are where they are sent, and nobody has fought yet."""
    forces = view.forces
    for seat, order_set in order_sets.items():
        reach = Reach(view.forces, seat)
        for line in order_set:
            if isinstance(line, Move):
                _send(forces, reach, seat, line)
    return replace(view, position=forces.position)


def _send(forces: Forces, reach: Reach, seat: Seat, line: Move) -> None:
    """Put the units of a line where they go, if they get there this turn."""
    origin, goal = NUMBER.get(line.origin, -1), NUMBER.get(line.goal, -1)
    for colour in forces.played[seat]:
        if line.units.colour in ("", colour) and (origin, colour) in forces.piles and goal >= 0:
            part = forces.pile(origin, colour).part(line.units)
            ships = [kind for kind, _ in line.units.counts if part.count(kind) and kind not in GROUND]
            walkers = [kind for kind in GROUND if part.count(kind)]
            if all(goal in reach.steps(origin, kind) for kind in ships or walkers):
                forces.shift(origin, goal, colour, part)
    for name in line.units.leaders:
        if name in forces.people and forces.people[name].at == origin:
            forces.people[name].at = goal

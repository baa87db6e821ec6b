"""What silence means at set-up: what the moderator proposes."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from moderator.games.solar_system.board.forces import Forces
from moderator.games.solar_system.board.piles import total_of
from moderator.games.solar_system.board.proposal import propose, reserve_of, share
from moderator.games.solar_system.board.zones import NUMBER, PLACES
from moderator.games.solar_system.orders.types import Place
from moderator.games.solar_system.seat.view import Sight


def proposed(view: Sight, lines: Sequence[Place]) -> Iterator[Place]:
    """Give the set-up of a seat: its own lines as they are, then what the moderator proposes for what is left."""
    yield from lines
    forces = view.forces
    taken: dict[str, str] = {}
    for colour, units in view.reserve:
        if colour not in view.own:
            continue
        reserve = reserve_of(units)
        zones = [PLACES[at].name for at in forces.zones_of(view.who)]
        stood = {name: _standing(forces, NUMBER[name]) for name in zones}
        for line in lines:
            if line.units.colour in ("", colour) and line.zone in stood:
                stood[line.zone] += total_of(reserve.take(line.units))
                taken[line.zone] = colour
        own = share(zones, taken, colour, view.own)
        for zone, some in propose(view.rules, reserve, own, {name: stood[name] for name in own}):
            taken[zone] = colour
            yield Place(units=replace(some, colour=colour if len(view.own) > 1 else ""), zone=zone)


def _standing(forces: Forces, at: int) -> int:
    """Return how many pieces stand in a zone."""
    return (
        sum(forces.units_of(seat, at) for seat in forces.seats) + len(forces.works_at(at)) + len(forces.leaders_at(at))
    )

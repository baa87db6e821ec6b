"""Zones that an enemy could reach next turn."""

from moderator.core.seats import Seat
from moderator.games.solar_system.board.forces import Forces
from moderator.games.solar_system.board.sky import Sky
from moderator.games.solar_system.pieces import Kind


def is_threatened(forces: Forces, seat: Seat, at: int) -> bool:
    """Tell whether a ship of somebody else, or Troopers beside, could land in a territory next turn."""
    allowance = forces.rules.allowance
    ships = {kind: allowance[kind] for kind in (Kind.FIGHTER, Kind.TRANSPORT)}
    near = within(forces.later(1), at, max(ships.values()))
    for other in forces.seats:
        if other == seat:
            continue
        for zone, steps in near.items():
            if any(steps <= reach and forces.units_of(other, zone, (kind,)) for kind, reach in ships.items()):
                return True
            if steps == 1 and forces.units_of(other, zone, (Kind.TROOPER, Kind.GENNIE)):
                return True
    return False


def within(sky: Sky, start: int, most: int) -> dict[int, int]:
    """Return the zones that are at most some steps away, whoever is in the way, with their steps."""
    found, edge = {start: 0}, [start]
    for steps in range(1, most + 1):
        edge = [there for here in edge for there in sky.near[here] if there not in found]
        found |= dict.fromkeys(edge, steps)
        edge = list(dict.fromkeys(edge))
    return found

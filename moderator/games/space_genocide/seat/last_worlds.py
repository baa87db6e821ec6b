"""The last worlds of a resource: without one a seat loses the match.

A threat to one without guards is told only where an enemy's fleet could be there this turn by the speed of ships
alone, for all that is known.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from moderator.core.seats import Seat
from moderator.games.space_genocide.board import figures
from moderator.games.space_genocide.board.units import Squadron
from moderator.games.space_genocide.pieces import RESOURCES, WORLDS, Place, World
from moderator.games.space_genocide.seat.view import FleetSeen, PlanetSeen, View
from moderator.games.space_genocide.tables import KIND, KINDS


class Threat(NamedTuple):
    """A last world without guards, and the enemy fleet that is nearest to it, ``far`` hexes away."""

    place: Place
    world: World
    foe: FleetSeen
    far: int


def last_worlds(view: View) -> tuple[PlanetSeen, ...]:
    """Return the viewer's planets that are the last of their resource."""
    counted = [planet for planet in view.own_planets if view.options.neutral_worlds_count or not planet.neutral]
    of = {world: [planet for planet in counted if planet.world is world] for world in RESOURCES}
    return tuple(planets[0] for planets in of.values() if len(planets) == 1)


def last_of_others(view: View) -> Iterator[tuple[Seat, World, Place]]:
    """Yield the last worlds of other seats, by what all saw destroyed; the place is empty if it was not seen."""
    for seat in view.in_play:
        if seat == view.who:
            continue
        planets = [planet for planet in view.planets if planet.seat == seat]
        claimed = [planet for planet in planets if planet.neutral and view.options.neutral_worlds_count]
        for world in RESOURCES:
            gone = sum(ruin.seat == seat and ruin.world is world and not ruin.neutral for ruin in view.ruins)
            left = WORLDS.count(world) - gone + sum(planet.world in (world, None) for planet in claimed)
            if left == 1:
                counted = (planet for planet in planets if not planet.neutral or planet in claimed)
                yield seat, world, next((planet.place for planet in counted if planet.world is world), "")


def threats(view: View, fleets: Iterable[Squadron]) -> Iterator[Threat]:
    """Yield the last worlds at stake, own fleets being where they are to be."""
    board = view.board
    guarded = {squadron.at for squadron in fleets}
    for planet in last_worlds(view):
        at = board.index[planet.place]
        if at in guarded or planet.world is None:
            continue
        foes = [fleet for fleet in view.fleets if fleet.seat in view.in_play and fleet.seat != view.who]
        near = sorted((board.distance(at, board.index[foe.place]), n) for n, foe in enumerate(foes))
        could = ((far, foes[n]) for far, n in near if far <= _reach(view, foes[n]))
        if first := next(could, None):
            yield Threat(planet.place, planet.world, first[1], first[0])


def _reach(view: View, fleet: FleetSeen) -> int:
    """Return how far any ship of a fleet could come in a turn; of one that was never seen, how far any could."""
    kinds = KINDS if fleet.ships is None else [KIND[ship.kind] for ship in fleet.ships]
    return max((figures.move(kind, view.race(fleet.seat)) for kind in kinds), default=0)

"""A bot's set-up: which planet is what, where the ships begin, which race it wishes for."""

from collections.abc import Sequence

from moderator.core.dice import Stream, Why
from moderator.games.space_genocide.board import figures
from moderator.games.space_genocide.board.units import counted
from moderator.games.space_genocide.orders.types import ChooseRace, FormFleet, GenocideOrder, LeaveShips, TypePlanet
from moderator.games.space_genocide.pieces import WORLDS, Ship, World
from moderator.games.space_genocide.seat.bots.planning import FAR, Sketch
from moderator.games.space_genocide.tables import KIND, NO_RACE, RACES

CORE = (World.HOMEWORLD, World.POPULATION, World.METAL, World.RADIOACTIVES)
"""What is put where it is safest: one planet of each, to be held to the last."""

SLOW = 2


def set_up(sketch: Sketch, chance: Stream) -> list[GenocideOrder]:
    """Return a set-up: what matters far from enemies and well guarded, what is fast near to them."""
    own = list(sketch.home)
    safety = {
        at: min((sketch.distance(at, there) for there in sketch.prey), default=FAR) + chance.d(3, Why("safety", n=n))
        for n, at in enumerate(own)
    }
    own.sort(key=lambda at: (-safety[at], at))
    order_set: list[GenocideOrder] = []
    if len(own) == len(WORLDS):
        order_set += _worlds(sketch, own, chance)
    order_set += _fleets(sketch, own)
    if sketch.options.races == "chosen":
        wishes = chance.shuffled([race.key for race in RACES], Why("wish"))
        order_set += [ChooseRace(races=tuple(wishes[: len(sketch.view.seats)]))]
    return order_set


def _worlds(sketch: Sketch, own: Sequence[int], chance: Stream) -> list[GenocideOrder]:
    """Put one counter of each type under the four safest planets, in a drawn order, the others anywhere."""
    core = [CORE[0], *chance.shuffled(CORE[1:], Why("core"))]
    if chance.d(4, Why("bluff")) == 1:
        core[0], core[1] = core[1], core[0]
    rest = list(WORLDS)
    for world in core:
        rest.remove(world)
    worlds = [*core, *chance.shuffled(rest, Why("world"))]
    return [TypePlanet(place=sketch.board.names[at], world=world) for at, world in zip(own, worlds, strict=True)]


def _fleets(sketch: Sketch, own: Sequence[int]) -> list[GenocideOrder]:
    """Put the slow on the safest planets, in turn, and the fast on those nearest to enemies."""
    ships = [ship for fleet in sorted(sketch.mine) for ship in sketch.mine[fleet]]
    most, mats = sketch.options.start_fleet, min(sketch.options.fleets, len(own))
    if not mats:
        return []
    spots = [*own[: min(mats, len(CORE))]]
    spots += [at for at in reversed(own) if at not in spots][: mats - len(spots)]
    guards = spots[: len(CORE)]
    raiders = spots[len(CORE) :] or spots
    places: dict[int, list[Ship]] = {at: [] for at in spots}
    slow = [ship for ship in ships if figures.move(KIND[ship.kind], NO_RACE) <= SLOW and not _wants_bays(ships, ship)]
    fast = [ship for ship in ships if not any(ship is one for one in slow)]
    left: list[Ship] = []
    for ship in sorted(slow, key=lambda one: -KIND[one.kind].attack - KIND[one.kind].defence):
        _put(places, _neediest(places, guards), ship, most, left)
    for ship in sorted(fast, key=lambda one: (not KIND[one.kind].bays, not KIND[one.kind].fighter, one.kind)):
        at = next((there for there in raiders if len(places[there]) < most), raiders[0])
        _put(places, at, ship, most, left)
    for ship in tuple(left):
        at = next((there for there in spots if len(places[there]) < most), -1)
        if at >= 0:
            places[at].append(ship)
            left.remove(ship)
    order_set: list[GenocideOrder] = [
        FormFleet(fleet=number, place=sketch.board.names[at], ships=counted(places[at]))
        for number, at in enumerate((at for at in spots if places[at]), 1)
    ]
    if left:
        order_set.append(LeaveShips(ships=counted(left)))
    return order_set


def _wants_bays(ships: Sequence[Ship], ship: Ship) -> bool:
    """Tell whether a fighter would have a carrier to go with."""
    if not KIND[ship.kind].fighter:
        return False
    room = sum(KIND[one.kind].bays for one in ships if KIND[one.kind].move > SLOW)
    fighters = sorted(
        (one for one in ships if KIND[one.kind].fighter), key=lambda one: (-one.busters, -KIND[one.kind].attack)
    )
    return any(one is ship for one in fighters[:room])


def _neediest(places: dict[int, list[Ship]], guards: Sequence[int]) -> int:
    """Return where the next guard goes: the first of them is the Homeworld and counts double."""
    return min(guards, key=lambda at: (len(places[at]) * (1 if at == guards[0] else 2), guards.index(at)))


def _put(places: dict[int, list[Ship]], at: int, ship: Ship, most: int, left: list[Ship]) -> None:
    """Put a ship somewhere if there is room, else keep it for later."""
    (places[at] if len(places[at]) < most else left).append(ship)

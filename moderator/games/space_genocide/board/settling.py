"""What a seat's set-up comes to: the proposal with what the lines of the sheet change of it, and nothing else."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from moderator.games.space_genocide.board.units import chosen
from moderator.games.space_genocide.options import Options
from moderator.games.space_genocide.orders.phrases import Ships
from moderator.games.space_genocide.orders.types import FormFleet, GenocideOrder, LeaveShips, TypePlanet
from moderator.games.space_genocide.pieces import WORLDS, Place, Ship, World

Mat = tuple[Place, list[Ship]]
"""Where a fleet is, and its ships."""


class Worlds(Struct):
    """The type of every planet, and the lines that could not be followed, each with why."""

    types: dict[Place, World]
    refused: list[tuple[TypePlanet, str]]


class Fleets(Struct):
    """The fleets by number, the ships that go back to the pile, and the lines that could not be followed."""

    mats: dict[int, Mat]
    left: list[Ship]
    refused: list[tuple[FormFleet, str]]


def settle_worlds(proposed: Mapping[Place, World | None], orders: Iterable[GenocideOrder]) -> Worlds:
    """Put type counters where they are ordered; the others stay as proposed as far as the counters go.

    Planets without a type then get what is left over, the Homeworld first.
    """
    left = Counter(WORLDS)
    settled = Worlds({}, [])
    for order in orders:
        if not isinstance(order, TypePlanet):
            continue
        if order.place in proposed and order.place not in settled.types and left[order.world]:
            settled.types[order.place] = order.world
            left[order.world] -= 1
        else:
            settled.refused.append((order, "no-counter" if order.place in proposed else "no-planet"))
    for place, world in proposed.items():
        if place not in settled.types and world is not None and left[world]:
            settled.types[place] = world
            left[world] -= 1
    rest = iter([world for world in dict.fromkeys(WORLDS) for _ in range(left[world])])
    for place in proposed:
        if place not in settled.types:
            settled.types[place] = next(rest)
    return settled


def settle_fleets(
    proposed: Mapping[int, Mat], places: Sequence[Place], orders: Iterable[GenocideOrder], options: Options
) -> Fleets:
    """Form fleets as ordered; what is left of a proposed one stays together, where it can at its planet and number."""
    lines = [order for order in orders if isinstance(order, FormFleet | LeaveShips)]
    mats = {number: (place, list(ships)) for number, (place, ships) in proposed.items()}
    pool = _Pool(mats, lines)
    settled = Fleets({}, [], [])
    for line in lines:
        if isinstance(line, LeaveShips):
            settled.left += pool.take(line.ships)
            continue
        cause = _bar(line, settled.mats, places, options)
        ships = [] if cause else pool.take(line.ships, options.start_fleet)
        if ships:
            settled.mats[line.fleet] = (line.place, ships)
        else:
            settled.refused.append((line, cause or "no-ships"))
    _keep(mats, settled, places, options)
    return settled


class _Pool:
    """The ships of the proposal; those of fleets that have to make room are taken first."""

    def __init__(self, mats: Mapping[int, Mat], lines: Sequence[FormFleet | LeaveShips]) -> None:
        forms = [line for line in lines if isinstance(line, FormFleet)]
        numbers, places = {line.fleet for line in forms}, {line.place for line in forms}
        yielding = {number for number, (place, _) in mats.items() if number in numbers or place in places}
        self.mats = [mats[number][1] for number in sorted(mats, key=lambda one: (one not in yielding, one))]

    def take(self, ships: Ships, most: int | None = None) -> list[Ship]:
        """Take ships that are named, as many as are there and may be."""
        taken = chosen([ship for mat in self.mats for ship in mat], ships)[:most]
        for ship in taken:
            next(mat for mat in self.mats if ship in mat).remove(ship)
        return taken


def _bar(line: FormFleet, formed: Mapping[int, Mat], places: Sequence[Place], options: Options) -> str:
    """Return why a fleet cannot be formed as the line says, empty if it can."""
    if line.place not in places:
        return "no-planet"
    if line.fleet in formed or line.fleet > options.fleets:
        return "no-marker"
    return "planet-taken" if any(line.place == place for place, _ in formed.values()) else ""


def _keep(mats: Mapping[int, Mat], settled: Fleets, places: Sequence[Place], options: Options) -> None:
    """Keep what the lines left of the proposed fleets; what has lost its number or planet gets one that is free.

    What finds none joins other such fleets as far as they have room; the rest goes back to the pile.
    """
    rest = {number: mat for number, mat in mats.items() if mat[1]}
    taken = {place for place, _ in settled.mats.values()}
    held = taken | {place for place, _ in rest.values()}
    numbers = [number for number in range(1, options.fleets + 1) if number not in settled.mats and number not in rest]
    free = [place for place in places if place not in held]
    kept: dict[int, Mat] = {}
    homeless: list[Ship] = []
    for number, (place, ships) in rest.items():
        new = number if number not in settled.mats else next(iter(numbers), 0)
        there = place if place not in taken else next(iter(free), "")
        if not new or not there:
            homeless += ships
            continue
        kept[new] = (there, ships)
        numbers = [one for one in numbers if one != new]
        free = [one for one in free if one != there]
    for ship in homeless:
        room = next((ships for _, ships in kept.values() if len(ships) < options.start_fleet), settled.left)
        room.append(ship)
    settled.mats |= kept

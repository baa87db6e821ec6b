"""What a seat's set-up comes to: the proposal with what the lines of the order set change of it, and nothing else."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from moderator.games.space_genocide.board.units import chosen
from moderator.games.space_genocide.options import Options
from moderator.games.space_genocide.orders.phrases import Ships
from moderator.games.space_genocide.orders.types import FormFleet, GenocideOrder, LeaveShips, TypePlanet
from moderator.games.space_genocide.pieces import WORLDS, Place, Ship, World

Mat = tuple[Place, list[Ship]]
"""Where a fleet is, and its ships."""


class Worlds:
    """Type counters under planets: those that lines have put there, and in the end those that were proposed."""

    def __init__(self, proposed: Mapping[Place, World | None]) -> None:
        """Begin with all counters in hand."""
        self.types: dict[Place, World] = {}
        self.refused: list[tuple[TypePlanet, str]] = []
        self._proposed, self._left = proposed, Counter(WORLDS)

    def put(self, line: TypePlanet) -> str:
        """Do what a line says; return why it cannot be followed, empty if it can."""
        if line.place not in self._proposed:
            return "no-planet"
        if line.place in self.types or not self._left[line.world]:
            return "no-counter"
        self._put(line.place, line.world)
        return ""

    def settle(self, orders: Iterable[GenocideOrder]) -> "Worlds":
        """Follow all lines; the other counters stay as proposed as far as they go.

        Planets without a type then get what is left over, the Homeworld first.
        """
        lines = [line for line in orders if isinstance(line, TypePlanet)]
        self.refused = [(line, cause) for line in lines if (cause := self.put(line))]
        for place, world in self._proposed.items():
            if place not in self.types and world is not None and self._left[world]:
                self._put(place, world)
        rest = iter([world for world in dict.fromkeys(WORLDS) for _ in range(self._left[world])])
        self.types |= {place: next(rest) for place in self._proposed if place not in self.types}
        return self

    def _put(self, place: Place, world: World) -> None:
        self.types[place] = world
        self._left[world] -= 1


class Fleets:
    """First fleets by number: those that lines have formed, and in the end what they left of those proposed.

    ``left`` are the ships that go back to the pile.
    """

    def __init__(self, proposed: Mapping[int, Mat], places: Sequence[Place], options: Options) -> None:
        """Begin with all ships in the pool."""
        self.mats: dict[int, Mat] = {}
        self.left: list[Ship] = []
        self.refused: list[tuple[FormFleet, str]] = []
        self._places, self._options = places, options
        self._rest = {number: (place, list(ships)) for number, (place, ships) in proposed.items()}
        self._sources = [ships for _, ships in self._rest.values()]

    @property
    def pool(self) -> list[Ship]:
        """The ships that no line has used yet."""
        return [ship for mat in self._sources for ship in mat]

    def bar(self, line: FormFleet) -> str:
        """Return why a fleet cannot be formed as the line says, whatever its ships; empty if it can."""
        if line.place not in self._places:
            return "no-planet"
        if line.fleet in self.mats or line.fleet > self._options.fleets:
            return "no-marker"
        return "planet-taken" if any(line.place == place for place, _ in self.mats.values()) else ""

    def form(self, line: FormFleet) -> str:
        """Form a fleet of the ships that are there and may be; return why it cannot be done, empty if it can."""
        cause = self.bar(line)
        ships = [] if cause else self._take(line.ships, self._options.start_fleet)
        if ships:
            self.mats[line.fleet] = (line.place, ships)
        return "" if ships else cause or "no-ships"

    def leave(self, line: LeaveShips) -> None:
        """Put ships back to the pile."""
        self.left += self._take(line.ships)

    def settle(self, orders: Iterable[GenocideOrder]) -> "Fleets":
        """Follow all lines; what is left of a proposed fleet stays together, where it can at its planet and number.

        The ships of fleets that have to make room are taken first.
        """
        lines = [line for line in orders if isinstance(line, FormFleet | LeaveShips)]
        forms = [line for line in lines if isinstance(line, FormFleet)]
        numbers, places = {line.fleet for line in forms}, {line.place for line in forms}
        yielding = {number for number, (place, _) in self._rest.items() if number in numbers or place in places}
        self._sources = [self._rest[number][1] for number in sorted(self._rest, key=lambda n: (n not in yielding, n))]
        for line in lines:
            if isinstance(line, LeaveShips):
                self.leave(line)
            elif cause := self.form(line):
                self.refused.append((line, cause))
        self._keep()
        return self

    def _take(self, ships: Ships, most: int | None = None) -> list[Ship]:
        """Take ships that are named, as many as are there and may be."""
        taken = chosen(self.pool, ships)[:most]
        for ship in taken:
            next(mat for mat in self._sources if ship in mat).remove(ship)
        return taken

    def _keep(self) -> None:
        """Keep what the lines left of the proposed fleets; what has lost its number or planet gets one that is free.

        What finds none joins other such fleets as far as they have room; the rest goes back to the pile.
        """
        options, rest = self._options, {number: mat for number, mat in self._rest.items() if mat[1]}
        taken = {place for place, _ in self.mats.values()}
        held = taken | {place for place, _ in rest.values()}
        numbers = [number for number in range(1, options.fleets + 1) if number not in self.mats and number not in rest]
        free = [place for place in self._places if place not in held]
        kept: dict[int, Mat] = {}
        homeless: list[Ship] = []
        for number, (place, ships) in rest.items():
            new = number if number not in self.mats else next(iter(numbers), 0)
            there = place if place not in taken else next(iter(free), "")
            if not new or not there:
                homeless += ships
                continue
            kept[new] = (there, ships)
            numbers = [one for one in numbers if one != new]
            free = [one for one in free if one != there]
        for ship in homeless:
            room = next((ships for _, ships in kept.values() if len(ships) < options.start_fleet), self.left)
            room.append(ship)
        self.mats |= kept

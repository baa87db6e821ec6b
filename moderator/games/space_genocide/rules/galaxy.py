"""The map of a match: planets strewn over sections, and the terrain between them."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from moderator.core.dice import Stream, Why
from moderator.core.seats import Seat
from moderator.games.space_genocide.board.hexes import Board
from moderator.games.space_genocide.options import Options
from moderator.games.space_genocide.pieces import WORLDS
from moderator.games.space_genocide.tables import TERRAINS, Terrain

APART = 3
"""No two planets are nearer than the least that 1D6+2 gives."""

_FAR = 13
"""Distances are worked out up to one less."""

_DENSITY = {"none": 0, "sparse": 1, "normal": 2, "rich": 4}
"""In halves of what the data say."""


class Galaxy:
    """A map in the making: planets by section, terrain by hex.

    ``bent`` counts the distances that there was no room for, in the ``sections`` that were strewn by themselves.
    """

    def __init__(self, board: Board, seats: Sequence[Seat], options: Options, stream: Stream) -> None:
        """Strew everything."""
        self.board, self.seats, self.options, self.stream = board, tuple(seats), options, stream
        self.planets: dict[Seat, list[int]] = {seat: [] for seat in self.seats}
        self.neutral: list[int] = []
        self.terrain: dict[int, Terrain] = {}
        self.bent = 0
        self._throws = 0
        self._away = {seat: [_FAR] * board.size for seat in ("", *self.seats)}
        self._nearest = [_FAR] * board.size
        exact = options.symmetry == "exact"
        images: Callable[[int], tuple[int, ...]] = board.images if exact else lambda hex_: (hex_,)
        thrown = self.seats[:1] if exact else self.seats
        self.sections = len(thrown)
        for number, seat in enumerate(thrown):
            self._strew(number, seat, images)
        for number in range(len(thrown)):
            self._lay_out(number, images)

    def _why(self, kind: str, seat: Seat) -> Why:
        self._throws += 1
        return Why(kind, "", (seat,), self._throws)

    def _strew(self, number: int, seat: Seat, images: Callable[[int], tuple[int, ...]]) -> None:
        """Put ten planets into a section, each as far from the nearest before it as is thrown."""
        section = self.board.sections[number]
        for count, apart in enumerate(self._distances(seat)):
            free = [hex_ for hex_ in section if self._is_free(hex_, images)]
            fits = self._at_distance(free, seat, apart) if count else free
            self.bent += bool(count) and self._away[seat][fits[0]] != apart
            chosen = images(self.stream.pick(fits, self._why("planet", seat)))
            for there, at in zip(self.seats[number:], chosen, strict=False):
                self.planets[there].append(at)
                self._measure(there, at)

    def _distances(self, seat: Seat) -> Iterator[int]:
        """Yield how far each planet is to be from the nearest before it; the first has none before it.

        The widest come first where the options have it so: while there is room, they are kept.
        """
        if self.options.strewn == "widest" and not self.options.planet_spacing:
            yield 0
            yield from sorted((self._throw_spacing(seat) for _ in WORLDS[1:]), reverse=True)
        else:
            yield from (self.options.planet_spacing or self._throw_spacing(seat) for _ in WORLDS)

    def _throw_spacing(self, seat: Seat) -> int:
        """Throw 1D6+2."""
        return self.stream.d(6, self._why("spacing", seat)) + 2

    def _measure(self, seat: Seat, planet: int) -> None:
        """Note how far the hexes around a planet are from it."""
        away = self._away[seat]
        rim, distance = [planet], 0
        seen = {planet}
        while distance < _FAR:
            for hex_ in rim:
                away[hex_] = min(away[hex_], distance)
                self._nearest[hex_] = min(self._nearest[hex_], distance)
            distance += 1
            rim = [near for hex_ in rim for near in self.board.near[hex_] if not (near in seen or seen.add(near))]  # type: ignore[func-returns-value]

    def _is_free(self, hex_: int, images: Callable[[int], tuple[int, ...]]) -> bool:
        """Tell whether a planet at a hex would keep its distance from all others, its own images among them."""
        if self._nearest[hex_] < APART:
            return False
        return all(self.board.distance(hex_, other) >= APART for other in images(hex_)[1:])

    def _at_distance(self, free: Sequence[int], seat: Seat, apart: int) -> list[int]:
        """Return the free hexes whose nearest own planet is so far; where there are none, those that come nearest."""
        away = self._away[seat]
        nearest = min(abs(away[hex_] - apart) for hex_ in free)
        return [hex_ for hex_ in free if abs(away[hex_] - apart) == nearest]

    def _lay_out(self, number: int, images: Callable[[int], tuple[int, ...]]) -> None:
        """Put terrain into a section, patch by patch, clear of planets."""
        seat = self.seats[number]
        for kind in TERRAINS:
            if self.options.terrain_kinds and kind.key not in self.options.terrain_kinds:
                continue
            for _ in range(-(-kind.each * _DENSITY[self.options.terrain] // 2)):
                free = [hex_ for hex_ in self.board.sections[number] if self._is_open(hex_, kind)]
                if free:
                    self._patch(kind, self.stream.pick(free, self._why("terrain", seat)), seat, images)

    def _is_open(self, hex_: int, kind: Terrain) -> bool:
        """Tell whether terrain of a kind may be put at a hex: nothing is there and no planet too near."""
        return hex_ not in self.terrain and self._nearest[hex_] >= (APART if kind.planet else 2)

    def _patch(self, kind: Terrain, centre: int, seat: Seat, images: Callable[[int], tuple[int, ...]]) -> None:
        """Let a patch grow from a hex to its size."""
        patch = [centre]
        while len(patch) < kind.size:
            rim = sorted({near for hex_ in patch for near in self.board.near[hex_] if near not in patch})
            free = [hex_ for hex_ in rim if self._is_open(hex_, kind)]
            if not free:
                break
            patch.append(self.stream.pick(free, self._why("terrain", seat)))
        for hex_ in patch:
            mirrored = self.options.edges == "mirrored" or hex_ in self._section(seat)
            self._put(kind, images(hex_) if mirrored else (hex_,))

    def _section(self, seat: Seat) -> frozenset[int]:
        return frozenset(self.board.sections[self.seats.index(seat)])

    def _put(self, kind: Terrain, hexes: Iterable[int]) -> None:
        for hex_ in hexes:
            if hex_ not in self.terrain:
                self.terrain[hex_] = kind
                if kind.planet:
                    self.neutral.append(hex_)
                    self._measure("", hex_)

    def listed(self) -> tuple[tuple[str, str], ...]:
        """Return the terrain by label, in the order of hexes."""
        return tuple((self.board.names[hex_], self.terrain[hex_].key) for hex_ in sorted(self.terrain))

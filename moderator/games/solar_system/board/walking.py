"""The steps that units may take together, where they must stop, and where they may not stay."""

from collections.abc import Collection, Iterable
from typing import ClassVar, Protocol

from moderator.core.seats import Seat
from moderator.games.solar_system.board.rulebook import LEADER_MOVES, Rulebook
from moderator.games.solar_system.board.ways import NOWHERE, Walk
from moderator.games.solar_system.board.zones import PLACES
from moderator.games.solar_system.pieces import GROUND, SHIPS, Kind


class Ground(Protocol):
    """A position, as far as units ask about it that go."""

    seats: tuple[Seat, ...]

    @property
    def rules(self) -> Rulebook:
        """The rules in force."""
        ...

    def holder(self, at: int) -> Seat:
        """Return the seat that controls a territory."""
        ...

    def is_foreign(self, seat: Seat, at: int) -> bool:
        """Tell whether somebody else is in a zone."""
        ...

    def others(self, seat: Seat, at: int) -> list[Seat]:
        """Return the other seats that have units or Leaders in a zone."""
        ...

    def units_of(self, seat: Seat, at: int, kinds: Collection[Kind]) -> int:
        """Return how many units of some kinds a seat has in a zone."""
        ...

    def kilsats_of(self, seat: Seat, at: int) -> int:
        """Return how many KilSats a seat has in an orbit."""
        ...


class Walker:
    """Units of some kinds of a seat that go together from a zone, with Leaders or alone."""

    __slots__ = ("_at", "_came", "_forces", "_kinds", "_leaders", "_seat", "_stays", "_walks")

    has_tolls: ClassVar[bool] = False
    """Whether a step can cost more than the board says, so that it must be asked."""

    def __init__(
        self, forces: Ground, seat: Seat, at: int, kinds: Iterable[Kind], *, leaders: bool = False, came: int = NOWHERE
    ) -> None:
        """Take the kinds of unit that are among them, cargo left out, and where they have come from this turn."""
        self._forces, self._seat, self._at, self._came = forces, seat, at, came
        self._kinds, self._leaders = frozenset(kinds), leaders
        self._walks = not self._kinds.isdisjoint(GROUND)
        self._stays = Kind.BATTLER in self._kinds and not forces.rules.battlers_land

    @property
    def allowance(self) -> int:
        """The steps of the slowest."""
        moves = [self._forces.rules.allowance[kind] for kind in self._kinds]
        return min((*moves, LEADER_MOVES) if self._leaders else moves, default=0)

    @property
    def walk(self) -> Walk:
        """How they can go."""
        toll = self.toll if self.has_tolls else None
        return Walk(self.enters, self.halts, self.ends, self.fire, self._foreign, toll, self._came)

    def enters(self, here: int, there: int) -> bool:
        """Tell whether they may step from a zone to the next."""
        if PLACES[there].is_territory:
            return not self._stays and (not self._walks or PLACES[here].is_territory)
        return not self._walks

    def toll(self, before: int, here: int, there: int) -> int:
        """Return what a step costs besides, after one from ``before``."""
        del before, here, there
        return 0

    def halts(self, at: int) -> bool:
        """Tell whether their move ends in a zone: among others on land."""
        return PLACES[at].is_territory and self._forces.is_foreign(self._seat, at)

    def ends(self, at: int) -> bool:
        """Tell whether they may end a move in a zone: Leaders alone not among others, Markers that fight included."""
        if self._kinds:
            return True
        land, forces = PLACES[at].is_territory, self._forces
        return not (forces.is_foreign(self._seat, at) if land else forces.others(self._seat, at))

    def fire(self, at: int) -> bool:
        """Tell whether ships of others may fire at them in a zone that they pass."""
        forces = self._forces
        return (
            forces.rules.pass_through
            and not PLACES[at].is_territory
            and any(forces.units_of(other, at, SHIPS) for other in forces.others(self._seat, at))
        )

    def _foreign(self, at: int) -> bool:
        return PLACES[at].is_territory and self._forces.holder(at) != self._seat

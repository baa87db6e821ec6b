"""How units can go: which steps they may take, where they must stop, where they may not stay."""

from collections.abc import Callable, Iterable

from moderator.core.seats import Seat
from moderator.games.buck_rogers.board.forces import Forces
from moderator.games.buck_rogers.board.rulebook import LEADER_MOVES
from moderator.games.buck_rogers.board.ways import Walk
from moderator.games.buck_rogers.board.zones import ZONES
from moderator.games.buck_rogers.pieces import GROUND, NOBODY, SHIPS, Kind

_MARTIAN_MOVES = 2

Spares = Callable[[Seat], bool]
"""Whether the KilSats of a seat let one pass."""


def _nobody_spares(seat: Seat) -> bool:
    """Tell that KilSats stop one."""
    del seat
    return False


class Walker:
    """Units of some kinds of a seat that go together from a zone, with Leaders or alone."""

    __slots__ = ("_at", "_forces", "_kinds", "_leaders", "_seat", "_spares")

    def __init__(  # noqa: PLR0917 - what a group is made of
        self,
        forces: Forces,
        seat: Seat,
        at: int,
        kinds: Iterable[Kind],
        leaders: bool = False,  # noqa: FBT001, FBT002 - whether there are any
        spares: Spares = _nobody_spares,
    ) -> None:
        """Take the kinds of unit that are among them, cargo left out."""
        self._forces, self._seat, self._at = forces, seat, at
        self._kinds, self._leaders, self._spares = frozenset(kinds), leaders, spares

    @property
    def allowance(self) -> int:
        """The steps of the slowest."""
        if self._martian:
            return _MARTIAN_MOVES
        moves = [self._forces.rules.allowance[kind] for kind in self._kinds]
        return min((*moves, LEADER_MOVES) if self._leaders else moves, default=0)

    @property
    def walk(self) -> Walk:
        """How they can go."""
        return Walk(self.enters, self.halts, self.ends, self._fire, self._foreign)

    @property
    def _martian(self) -> bool:
        """Whether they are Gennies of Mars with their ability, and nobody else."""
        by_home = self._forces.rules.options.gennies_by_home and ZONES[self._at].system == "mars"
        return by_home and self._kinds == {Kind.GENNIE} and not self._leaders

    def enters(self, here: int, there: int) -> bool:
        """Tell whether they may step from a zone to the next."""
        zone = ZONES[there]
        if self._kinds & set(GROUND) and not (ZONES[here].is_territory and zone.is_territory):
            return self._hops(here, there)
        return not (zone.is_territory and Kind.BATTLER in self._kinds)

    def _hops(self, here: int, there: int) -> bool:
        """Tell whether Gennies of an asteroid go to its orbit or back."""
        one, other = ZONES[here], ZONES[there]
        return (
            self._forces.rules.options.gennies_by_home
            and one.system == other.system == "asteroids"
            and one.body == other.body
            and Kind.TROOPER not in self._kinds
        )

    def halts(self, at: int) -> bool:
        """Tell whether their move ends in a zone: among others on land, or before a KilSat."""
        forces, zone = self._forces, ZONES[at]
        if zone.is_territory:
            stranger = self._martian and forces.holder(at) not in ("", self._seat)
            return stranger or forces.is_foreign(self._seat, at)
        owner = forces.seat_of[forces.kilsats.get(at, NOBODY)]
        return owner not in ("", self._seat) and bool(self._kinds & set(SHIPS)) and not self._spares(owner)

    def ends(self, at: int) -> bool:
        """Tell whether they may end a move in a zone: Leaders alone not among others, Markers that fight included."""
        if self._kinds:
            return True
        land, forces = ZONES[at].is_territory, self._forces
        return not (forces.is_foreign(self._seat, at) if land else forces.others(self._seat, at))

    def _fire(self, at: int) -> bool:
        forces = self._forces
        return (
            forces.rules.pass_through
            and not ZONES[at].is_territory
            and any(forces.units_of(other, at, SHIPS) for other in forces.others(self._seat, at))
        )

    def _foreign(self, at: int) -> bool:
        return ZONES[at].is_territory and self._forces.holder(at) != self._seat

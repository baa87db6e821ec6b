"""The steps of units by the compressed rules: Gennies with an ability of their home, KilSats that stop ships."""

from collections.abc import Callable, Iterable

from moderator.core.seats import Seat
from moderator.games.solar_system.board import walking as shared
from moderator.games.solar_system.board.ways import NOWHERE
from moderator.games.solar_system.board.zones import ZONES
from moderator.games.solar_system.pieces import GROUND, SHIPS, Kind

_MARTIAN_MOVES = 2

Spares = Callable[[Seat], bool]
"""Whether the KilSats of a seat let one pass."""


def _nobody_spares(seat: Seat) -> bool:
    """Tell that KilSats stop one."""
    del seat
    return False


class Walker(shared.Walker):
    """Units of some kinds of a seat that go together from a zone, with Leaders or alone."""

    __slots__ = ("_by_home", "_spares")

    def __init__(
        self,
        forces: shared.Ground,
        seat: Seat,
        at: int,
        kinds: Iterable[Kind],
        spares: Spares = _nobody_spares,
        *,
        by_home: bool,
        leaders: bool = False,
        came: int = NOWHERE,
    ) -> None:
        """Take the kinds of unit that are among them, cargo left out; ``by_home``: Gennies have abilities."""
        super().__init__(forces, seat, at, kinds, leaders=leaders, came=came)
        self._by_home, self._spares = by_home, spares

    @property
    def allowance(self) -> int:
        """The steps of the slowest."""
        return _MARTIAN_MOVES if self._martian else super().allowance

    @property
    def _martian(self) -> bool:
        """Whether they are Gennies of Mars with their ability, and nobody else."""
        at_home = self._by_home and ZONES[self._at].system == "mars"
        return at_home and self._kinds == {Kind.GENNIE} and not self._leaders

    def enters(self, here: int, there: int) -> bool:
        """Tell whether they may step from a zone to the next; Gennies of an asteroid hop to its orbit and back."""
        return super().enters(here, there) or (bool(self._kinds & set(GROUND)) and self._hops(here, there))

    def _hops(self, here: int, there: int) -> bool:
        """Tell whether Gennies of an asteroid go to its orbit or back."""
        one, other = ZONES[here], ZONES[there]
        return (
            self._by_home
            and one.system == other.system == "asteroids"
            and one.body == other.body
            and Kind.TROOPER not in self._kinds
        )

    def halts(self, at: int) -> bool:
        """Tell whether their move ends in a zone: among others on land, or before a KilSat."""
        forces = self._forces
        if ZONES[at].is_territory:
            stranger = self._martian and forces.holder(at) not in ("", self._seat)
            return stranger or super().halts(at)
        if not self._kinds & set(SHIPS):
            return False
        owners = (seat for seat in forces.seats if seat != self._seat and forces.kilsats_of(seat, at))
        return any(not self._spares(owner) for owner in owners)

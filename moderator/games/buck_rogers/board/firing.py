"""What a side is in a battle by the compressed rules: what adds to its throws, what covers it, what is protected."""

from moderator.games.solar_system.board import firing as shared
from moderator.games.solar_system.pieces import GROUND, Kind
from moderator.games.solar_system.tables import figures


class Force(shared.Force):
    """What a seat has in a battle.

    ``bonus`` is added to its throws, ``shelter`` to the numbers that its Troopers and Gennies are hit at. ``buck``: its
    Fighters hit at that number at least.
    """

    bonus: int = 0
    shelter: int = 0
    buck: int = 0
    homes: tuple[str, ...] = ()
    """Of Gennies with an ability: the systems that this place belongs to; empty where the option is off."""
    even: bool = False
    """Gennies of the asteroids and Battlers can hit each other."""

    def needs(self, firer: Kind, target: Kind) -> int:
        """Return the number by which a unit of this side hits a target; 0 where there is no attack."""
        base = super().needs(firer, target)
        if self.even and "asteroids" in self.homes and {firer, target} == {Kind.GENNIE, Kind.BATTLER}:
            base = figures().numbers.asteroids
        return min(base, self.buck) if base and firer is Kind.FIGHTER and self.buck else base

    def bonus_of(self, firer: Kind) -> int:
        """Return what is added to every throw of a kind: for a Leader beside it, and for Gennies of Mercury."""
        return self.bonus + (firer is Kind.GENNIE and "mercury" in self.homes)

    def cover_of(self, target: Kind) -> int:
        """Return what is added to the number at which a kind is hit: beside a Factory, and for Gennies of Venus."""
        return (self.shelter if target in GROUND else 0) + (target is Kind.GENNIE and "venus" in self.homes)

    def may_be_aimed_at(self, kind: Kind) -> bool:
        """Tell whether a kind may be fired at now: no escorted Transport, no Marker before all others."""
        if kind is Kind.TRANSPORT:
            return not self.standing((Kind.TRANSPORT, Kind.MARKER))
        if kind is Kind.MARKER:
            others = ((other, count) for other, count in self.units.items() if other is not Kind.MARKER)
            return all(self.aimed.get(other, 0) >= count for other, count in others)
        return True

"""What each unit needs to hit another, what it is worth, how strong a side is, and what it fires at."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.games.solar_system.pieces import Kind
from moderator.games.solar_system.tables import figures

FIRING: tuple[Kind, ...] = (
    Kind.KILSAT,
    Kind.BATTLER,
    Kind.GENNIE,
    Kind.TROOPER,
    Kind.TRANSPORT,
    Kind.FIGHTER,
    Kind.MARKER,
)
"""Who of a side fires first: what hits best goes before what can still find a target."""

TIES: tuple[Kind, ...] = (
    Kind.BATTLER,
    Kind.KILSAT,
    Kind.FIGHTER,
    Kind.GENNIE,
    Kind.TROOPER,
    Kind.TRANSPORT,
    Kind.MARKER,
)
"""What is fired at first of targets that are worth the same."""

_HIGHEST = 10


@cache
def worth(kind: Kind) -> int:
    """Return what a piece is worth."""
    return figures().unit[kind].worth


def chance(number: int) -> float:
    """Return how often a throw reaches a number; 0 stands for no attack."""
    return (11 - number) / 10 if number else 0.0


class Force(Struct):
    """What a seat has in a battle: units by kind, KilSat and Control Marker among them; ``struck`` this round.

    ``aimed`` counts the shots at each kind this round. Each rule set has a class of its own for what else counts.
    """

    seat: Seat
    units: dict[Kind, int]
    struck: dict[Kind, int] = {}
    aimed: dict[Kind, int] = {}

    def left(self, kind: Kind) -> int:
        """Return the units of a kind that are not struck yet."""
        return self.units.get(kind, 0) - self.struck.get(kind, 0)

    def standing(self, but: Iterable[Kind] = ()) -> bool:
        """Tell whether there are units besides some kinds; those struck this round stand until its end."""
        return any(count for kind, count in self.units.items() if kind not in but)

    def fall(self) -> dict[Kind, int]:
        """Take away what was struck, and return it."""
        lost = {kind: count for kind, count in self.struck.items() if count}
        for kind, count in lost.items():
            self.units[kind] -= count
        self.struck, self.aimed = {}, {}
        return lost

    def needs(self, firer: Kind, target: Kind) -> int:
        """Return the number of the table by which a unit of this side hits a target; 0 where there is no attack."""
        return figures().table.number(firer, target)

    def bonus_of(self, firer: Kind) -> int:
        """Return what is added to every throw of a kind."""
        del firer
        return 0

    def cover_of(self, target: Kind) -> int:
        """Return what is added to the number at which a kind of this side is hit."""
        del target
        return 0

    def number(self, firer: Kind, target: Kind, theirs: "Force") -> int:
        """Return what the die must show, 1 to 10; 0 where there is no attack."""
        base = self.needs(firer, target)
        return max(1, min(base + theirs.cover_of(target) - self.bonus_of(firer), _HIGHEST)) if base else 0

    def may_be_aimed_at(self, kind: Kind) -> bool:
        """Tell whether a kind of this side may be fired at now."""
        del kind
        return True

    def lower(self) -> None:
        """Forget at whom was fired in a round."""
        self.aimed = {}


Preference = Callable[[Kind, Seat], int]
"""(kind, seat): how early a target comes in the doctrine of who fires, from 0 on."""


def no_preference(kind: Kind, seat: Seat) -> int:
    """Return the same for all."""
    del kind, seat
    return 0


def target_of(
    firer: Kind,
    mine: Force,
    enemies: Sequence[Force],
    preference: Preference = no_preference,
    last: frozenset[Seat] = frozenset(),
) -> tuple[Force, Kind, int] | None:
    """Return whom a unit fires at, and the number: the best that its side's doctrine names first, None for nobody.

    Seats in ``last`` are fired at if there is nobody else.
    """
    best: tuple[tuple[float, ...], Force, Kind, int] | None = None
    for place, theirs in enumerate(enemies):
        for kind in theirs.units:
            if theirs.left(kind) <= 0 or not theirs.may_be_aimed_at(kind):
                continue
            needed = mine.number(firer, kind, theirs)
            if not needed:
                continue
            rank = (
                float(theirs.seat in last),
                preference(kind, theirs.seat),
                -round(chance(needed) * worth(kind), 6),
                TIES.index(kind),
                place,
            )
            if best is None or rank < best[0]:
                best = (rank, theirs, kind, needed)
    return None if best is None else best[1:]


def strength(mine: Force, enemies: Sequence[Force]) -> float:
    """Return the sum over a side's units of the greatest chance times worth among the enemies, whoever is protected."""
    whole = 0.0
    for firer, count in mine.units.items():
        options = [
            chance(mine.number(firer, kind, theirs)) * worth(kind)
            for theirs in enemies
            for kind, there in theirs.units.items()
            if there
        ]
        whole += count * max(options, default=0.0)
    return round(whole, 6)


def can_hit(mine: Force, enemies: Sequence[Force]) -> bool:
    """Tell whether a side has a unit that can hit one of the enemies' at all."""
    return strength(mine, enemies) > 0


def value(units: Mapping[Kind, int]) -> int:
    """Return what units are worth together."""
    return sum(worth(kind) * count for kind, count in units.items())

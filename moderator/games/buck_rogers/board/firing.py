"""What each unit needs to hit another, what it is worth, how strong a side is, and what it fires at."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.games.buck_rogers.board.forces import Forces
from moderator.games.buck_rogers.board.zones import ZONES
from moderator.games.buck_rogers.pieces import GROUND, NOBODY, UNITS, Kind
from moderator.games.buck_rogers.tables import figures

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

    ``aimed`` counts the shots at each kind this round. ``bonus`` is added to its throws, ``shelter`` to the numbers
    that its Troopers and Gennies are hit at. ``buck``: its Fighters hit at that number at least.
    """

    seat: Seat
    units: dict[Kind, int]
    struck: dict[Kind, int] = {}
    aimed: dict[Kind, int] = {}
    bonus: int = 0
    shelter: int = 0
    buck: int = 0
    homes: tuple[str, ...] = ()
    """Of Gennies with an ability: the systems that this place belongs to; empty where the option is off."""
    even: bool = False
    """Gennies of the asteroids and Battlers can hit each other."""

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

    def lower(self) -> None:
        """Forget at whom was fired in a round."""
        self.aimed = {}


def gather(forces: Forces, seat: Seat, zones: Sequence[int]) -> Force:
    """Return what a seat has in a zone, or in zones that are one."""
    rules = forces.rules
    units = {kind: n for kind in UNITS if (n := sum(forces.units_of(seat, at, (kind,)) for at in zones))}
    if any(seat and forces.seat_of[forces.kilsats.get(at, NOBODY)] == seat for at in zones):
        units[Kind.KILSAT] = 1
    if rules.markers_fight and any(forces.holder(at) == seat for at in zones):
        units[Kind.MARKER] = 1
    leads = any(forces.leaders_at(at, seat) for at in zones)
    shelter = rules.options.factory_defence and any(forces.works_at(at, seat) for at in zones)
    return Force(
        seat,
        units,
        {},
        {},
        bonus=figures().dice_bonus if leads and not rules.powers else 0,
        shelter=int(shelter),
        homes=tuple({ZONES[at].body if ZONES[at].body == "luna" else ZONES[at].system for at in zones})
        if rules.options.gennies_by_home
        else (),
        even=rules.options.asteroid_gennies_hit,
    )


def number(firer: Kind, mine: Force, target: Kind, theirs: Force) -> int:
    """Return what the die must show, 1 to 10; 0 where there is no attack."""
    base = figures().table.number(firer, target)
    if mine.even and "asteroids" in mine.homes and {firer, target} == {Kind.GENNIE, Kind.BATTLER}:
        base = figures().numbers.asteroids
    if not base:
        return 0
    if firer is Kind.FIGHTER and mine.buck:
        base = min(base, mine.buck)
    if target in GROUND:
        base += theirs.shelter
    if target is Kind.GENNIE and "venus" in theirs.homes:
        base += 1
    return max(1, min(base - bonus_of(firer, mine), _HIGHEST))


def bonus_of(firer: Kind, mine: Force) -> int:
    """Return what is added to every throw of a kind: for a Leader beside it, and for Gennies of Mercury."""
    return mine.bonus + (firer is Kind.GENNIE and "mercury" in mine.homes)


def may_aim(target: Kind, theirs: Force) -> bool:
    """Tell whether a kind of a side may be fired at now: no escorted Transport, no Marker before all others."""
    if target is Kind.TRANSPORT:
        return not theirs.standing((Kind.TRANSPORT, Kind.MARKER))
    if target is Kind.MARKER:
        others = ((kind, count) for kind, count in theirs.units.items() if kind is not Kind.MARKER)
        return all(theirs.aimed.get(kind, 0) >= count for kind, count in others)
    return True


Taste = Callable[[Kind, Seat], int]
"""(kind, seat): how early a target comes in the doctrine of who fires, from 0 on."""


def no_taste(kind: Kind, seat: Seat) -> int:
    """Return the same for all."""
    del kind, seat
    return 0


def target_of(
    firer: Kind, mine: Force, enemies: Sequence[Force], taste: Taste = no_taste, last: frozenset[Seat] = frozenset()
) -> tuple[Force, Kind, int] | None:
    """Return whom a unit fires at, and the number: the best that its side's doctrine names first, None for nobody.

    Seats in ``last`` are fired at if there is nobody else.
    """
    best: tuple[tuple[float, ...], Force, Kind, int] | None = None
    for place, theirs in enumerate(enemies):
        for kind in theirs.units:
            if theirs.left(kind) <= 0 or not may_aim(kind, theirs):
                continue
            needed = number(firer, mine, kind, theirs)
            if not needed:
                continue
            rank = (
                float(theirs.seat in last),
                taste(kind, theirs.seat),
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
            chance(number(firer, mine, kind, theirs)) * worth(kind)
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

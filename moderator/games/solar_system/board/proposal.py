"""The set-up that the moderator proposes: starting units in threes, as the rule text places them."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from moderator.games.solar_system.board.piles import total_of
from moderator.games.solar_system.board.rulebook import Rulebook
from moderator.games.solar_system.board.zones import borders, zone_of
from moderator.games.solar_system.orders.phrases import ALL, Units
from moderator.games.solar_system.pieces import UNITS, Colour, Kind
from moderator.games.solar_system.tables import figures

_THREE = 3
_KINDS = (Kind.FACTORY, *UNITS)
_LEADER = "Leader"

_PARTS: tuple[tuple[int, tuple[tuple[str, int], ...]], ...] = (
    (0, ((Kind.FACTORY, 1), (_LEADER, 1), (Kind.FIGHTER, 1))),
    (1, ((Kind.FACTORY, 1), (Kind.TRANSPORT, 1), (Kind.TROOPER, 1))),
    (2, ((Kind.GENNIE, 1), (Kind.TROOPER, 2))),
    (3, ((Kind.GENNIE, 1), (Kind.TROOPER, 2))),
    (0, ((Kind.FIGHTER, 2), (Kind.TROOPER, 1))),
    (4, ((Kind.FIGHTER, 1), (Kind.TROOPER, 2))),
)
"""Which of the zones, the safest first, gets what."""

Placed = tuple[str, Units]
"""Units and the zone that they are put into."""


class Reserve(Struct):
    """What a colour has still to place: units by kind, and Leaders."""

    counts: dict[Kind, int]
    leaders: list[str]

    @property
    def total(self) -> int:
        """All of it."""
        return sum(self.counts.values()) + len(self.leaders)

    def take(self, units: Units) -> Units:
        """Take what is listed, as far as it is there, and return it."""
        counts = []
        for kind, wanted in units.counts:
            number = min(wanted, self.counts.get(kind, 0))
            if number:
                self.counts[kind] -= number
                counts.append((kind, number))
        leaders = tuple(name for name in self.leaders if units.means(name))
        self.leaders = [name for name in self.leaders if name not in leaders]
        return Units(tuple(counts), leaders)

    def with_numbers(self, units: Units) -> Units:
        """Return some units with a number for each kind of which all are listed; it is at least one."""
        counts = ((kind, max(1, self.counts.get(kind, 0)) if n == ALL else n) for kind, n in units.counts)
        return replace(units, counts=tuple(counts))

    def any(self, number: int) -> Units:
        """Return some units of those that are left, at most a number."""
        counts, left = [], number
        for kind in _KINDS:
            some = min(left, self.counts.get(kind, 0))
            if some:
                counts.append((kind, some))
                left -= some
        return Units(tuple(counts), tuple(self.leaders[:left]))

    @property
    def units(self) -> Units:
        """The reserve as orders speak of it."""
        return Units(tuple((kind, self.counts[kind]) for kind in _KINDS if self.counts.get(kind)), tuple(self.leaders))


def start_units() -> dict[Kind, int]:
    """Return the starting units of a colour, but for its Leader."""
    return {kind: figures().unit[kind].start for kind in _KINDS if figures().unit[kind].start}


def reserve_of(units: Units) -> Reserve:
    """Return units to be placed."""
    return Reserve(dict(units.counts), list(units.leaders))


def share(zones: Sequence[str], taken: Mapping[str, Colour], colour: Colour, colours: Sequence[Colour]) -> list[str]:
    """Return where a colour of a seat with several may be put: where it stands, and an even share of what is free.

    ``taken`` is which colour stands in a zone of the seat; no two may share one, and each needs one.
    """
    mine = [name for name in zones if taken.get(name) == colour]
    free = _ranked([name for name in zones if name not in taken])
    lacking = sum(other != colour and other not in taken.values() for other in colours)
    more = free[: max(0, min(ceil(len(zones) / len(colours)) - len(mine), len(free) - lacking))]
    return [name for name in zones if name in mine or name in more]


def propose(rules: Rulebook, reserve: Reserve, zones: Sequence[str], stood: Mapping[str, int]) -> Iterator[Placed]:
    """Give where to put what is left of a reserve, ``stood`` being how many units stand in each zone already.

    Takes it from the reserve; all of it is placed, as far as zones have room. Without zones nothing is.
    """
    if not zones:
        return
    ranking, filled = _ranked(zones), dict(stood)

    def room(name: str) -> int:
        return (rules.start_stack or 99) - filled.get(name, 0)

    def put(name: str, units: Units) -> Placed:
        filled[name] = filled.get(name, 0) + total_of(units)
        return name, units

    if rules.threes:
        for name in ranking:  # what was begun is made whole first
            missing = -filled.get(name, 0) % _THREE
            if missing and (some := reserve.take(reserve.any(min(missing, room(name))))) != Units():
                yield put(name, some)
    for place, part in _PARTS:
        some = reserve.take(_part(part, reserve))
        short = min(_THREE - total_of(some), reserve.total) if total_of(some) else 0
        some = _sum(some, reserve.take(reserve.any(short)))
        if total_of(some):
            rank = min(place, len(ranking) - 1)
            order = (*ranking[rank:], *ranking[:rank])
            yield put(next((name for name in order if room(name) >= total_of(some)), ranking[0]), some)
    while reserve.total:
        name = max(ranking, key=room)
        yield put(name, reserve.take(reserve.any(_THREE)))


def _part(part: Sequence[tuple[str, int]], reserve: Reserve) -> Units:
    leaders = tuple(reserve.leaders[:1]) if any(what == _LEADER for what, _ in part) else ()
    return Units(tuple((Kind(what), count) for what, count in part if what != _LEADER), leaders)


def _sum(one: Units, other: Units) -> Units:
    counts = {kind: one.wanted(kind) + other.wanted(kind) for kind in _KINDS}
    return Units(tuple((kind, n) for kind, n in counts.items() if n), (*one.leaders, *other.leaders))


def _ranked(zones: Sequence[str]) -> list[str]:
    """Return zones, the best home first: surfaces with most own neighbours, then surfaces, then the rest.

    The second is of another system, so that no limit of Factories idles one.
    """

    def rank(name: str) -> tuple[bool, int]:
        return (not zone_of(name).surface, -sum(other in zones for other in borders(name)))

    order = sorted(zones, key=rank)
    second = next((name for name in order[1:] if not _share_limit(order[0], name)), None)
    if second is not None:
        order.remove(second)
        order.insert(1, second)
    return order


def _share_limit(one: str, other: str) -> bool:
    """Tell whether two Factories would be at the limit of a surface."""
    return zone_of(one).body == zone_of(other).body

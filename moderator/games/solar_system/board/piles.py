"""Piles: units of one colour that stand together, and what each Transport among them has aboard."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from moderator.games.solar_system.board.zones import PLACES
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import UNITS, Colour, Kind, Load, Stack, cargo
from moderator.games.solar_system.tables import figures


class Pile:
    """Units of one colour: ``counts`` of all kinds but Transports, and the load of each Transport."""

    __slots__ = ("counts", "loads")

    def __init__(self, counts: dict[Kind, int] | None = None, loads: Iterable[Load] = ()) -> None:
        """Take counts and loads."""
        self.counts: Counter[Kind] = Counter(counts or {})
        self.loads = list(loads)

    @classmethod
    def of(cls, stack: Stack, gennies: Sequence[int] = ()) -> "Pile":
        """Return the units of a stack, with the Gennies aboard each Transport."""
        counts: dict[Kind, int] = {kind: stack.count(kind) for kind in UNITS if kind is not Kind.TRANSPORT}
        both = zip(stack.transports, gennies, strict=True) if gennies else ()
        loads = [load if load.factory else cargo(load.troopers, number) for load, number in both]
        return cls(counts, loads or stack.transports)

    def count(self, kind: Kind) -> int:
        """Return the number of units of a kind, cargo left out."""
        return len(self.loads) if kind is Kind.TRANSPORT else self.counts.get(kind, 0)

    def among(self, kinds: Collection[Kind]) -> int:
        """Return the number of units of some kinds, cargo left out."""
        units = sum([self.counts.get(kind, 0) for kind in kinds])
        return units + len(self.loads) if Kind.TRANSPORT in kinds else units

    def has(self, kinds: Collection[Kind]) -> bool:
        """Tell whether there is any unit of some kinds."""
        return self.among(kinds) > 0

    @property
    def total(self) -> int:
        """All units, cargo left out."""
        return sum(self.counts.values()) + len(self.loads)

    @property
    def cargo(self) -> Units:
        """What the Transports carry."""
        aboard: Counter[Kind] = Counter()
        for load in self.loads:
            aboard.update({Kind.TROOPER: load.troopers, Kind.GENNIE: load.gennies, Kind.FACTORY: int(load.factory)})
        return Units(tuple((kind, n) for kind, n in aboard.items() if n))

    def add(self, other: "Pile") -> None:
        """Put another pile to this one."""
        self.counts.update(other.counts)
        self.loads += other.loads

    def take(self, other: "Pile") -> None:
        """Take away what a pile has, as far as it is there."""
        for kind, count in other.counts.items():
            self.counts[kind] = max(0, self.counts[kind] - count)
        for load in other.loads:
            if load in self.loads:
                self.loads.remove(load)
            elif self.loads:
                self.loads.pop()

    def copy(self) -> "Pile":
        """Return a pile of the same units."""
        return Pile(dict(self.counts), self.loads)

    def less(self, other: "Pile | None") -> "Pile":
        """Return what is left without another pile."""
        left = self.copy()
        left.take(other or Pile())
        return left

    def part(self, units: Units) -> "Pile":
        """Return what of this pile is listed, or all but what is; of Transports the emptiest go."""
        out = Pile()
        for kind in UNITS:
            number = units.among(kind, self.count(kind))
            if kind is Kind.TRANSPORT:
                out.loads = sorted(self.loads, key=weight, reverse=units.every)[:number]
            elif number:
                out.counts[kind] = number
        return out

    def stack(self, at: int, colour: Colour) -> Stack:
        """Return the pile as it stands in a zone."""
        return Stack(
            PLACES[at].name,
            colour,
            self.counts[Kind.TROOPER],
            self.counts[Kind.GENNIE],
            self.counts[Kind.FIGHTER],
            self.counts[Kind.BATTLER],
            tuple(Load(load.troopers, load.factory) for load in self.fullest_first),
        )

    @property
    def fullest_first(self) -> list[Load]:
        """The loads as a stack has them."""
        return sorted(self.loads, key=weight, reverse=True)

    def lose(self, kind: Kind, number: int = 1) -> None:
        """Take units away; of Transports the fullest."""
        if kind is Kind.TRANSPORT:
            self.loads = sorted(self.loads, key=weight)[: max(0, len(self.loads) - number)]
        else:
            self.counts[kind] = max(0, self.counts[kind] - number)

    def units(self, leaders: Sequence[str] = (), colour: Colour = "") -> Units:
        """Return the pile as orders and events speak of it."""
        counts = tuple((kind, count) for kind in UNITS if (count := self.count(kind)))
        return Units(counts, tuple(leaders), colour=colour)


def weight(load: Load) -> int:
    """Return what a load is worth, to tell the fullest Transport."""
    worth = figures().unit
    ground = load.troopers * worth[Kind.TROOPER].worth + load.gennies * worth[Kind.GENNIE].worth
    return ground + load.factory * worth[Kind.FACTORY].worth


def total_of(units: Units) -> int:
    """Return how many units are listed, Leaders too."""
    return sum(count for _, count in units.counts) + len(units.leaders)

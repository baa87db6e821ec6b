"""What a seat's doctrine says of a place: the first line that speaks of it, else the default."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from moderator.core.orders import StandingOrder
from moderator.core.seats import Seat
from moderator.games.solar_system.board.zones import zone_of
from moderator.games.solar_system.orders.phrases import Stance
from moderator.games.solar_system.orders.types import (
    Aim,
    Bomb,
    Build,
    Passers,
    Power,
    Rally,
    Retreat,
    Return,
    SetStance,
    Truce,
    Yield,
)
from moderator.games.solar_system.pieces import Kind
from moderator.games.solar_system.tables import figures

D = TypeVar("D")

_SYSTEM_NAMES = {"Earth": "earth"} | {system.name: system.key for system in figures().system}


def covers(zones: Sequence[str], zone: str) -> bool:
    """Tell whether a list of zones and systems has a zone; an empty one has all."""
    return not zones or zone in zones or any(_SYSTEM_NAMES.get(name, "-") == zone_of(zone).system for name in zones)


class Standing:
    """The doctrine of a seat, to be asked."""

    def __init__(self, doctrine: Iterable[StandingOrder]) -> None:
        """Take what stands."""
        self._doctrine = tuple(doctrine)

    def all(self, kind: type[D]) -> list[D]:
        """Return the lines of a type, in their order."""
        return [order for order in self._doctrine if isinstance(order, kind)]

    def first(self, kind: type[D], fits: Callable[[D], bool]) -> D | None:
        """Return the first line of a type that fits."""
        return next(filter(fits, self.all(kind)), None)

    @property
    def conceded(self) -> bool:
        """Whether the seat has given up."""
        return bool(self.all(Yield))

    @property
    def truces(self) -> frozenset[Seat]:
        """The seats that are not attacked."""
        return frozenset(seat for truce in self.all(Truce) for seat in truce.seats)

    def stance(self, zone: str, enemy: Seat) -> Stance:
        """Return whether to begin a battle against a seat in an orbit or on a dot."""
        if enemy in self.truces:
            return "hold"
        line = self.first(SetStance, lambda line: covers(line.zones, zone) and (not line.seats or enemy in line.seats))
        return line.stance if line else "stronger"

    def preference(self, zone: str) -> Callable[[Kind, Seat], int]:
        """Return how early a target comes in a zone, by kind and seat."""
        lines = [line for line in self.all(Aim) if covers(line.zones, zone)]
        order = [(kind, line.seats) for line in lines for kind in line.kinds]

        def rank(kind: Kind, seat: Seat) -> int:
            return next(
                (at for at, (wanted, seats) in enumerate(order) if wanted is kind and (not seats or seat in seats)),
                len(order),
            )

        return rank

    def fires_at_passers(self, zone: str, seat: Seat) -> bool:
        """Tell whether ships of a seat that pass are fired on."""
        if seat in self.truces:
            return False
        line = self.first(Passers, lambda line: covers(line.zones, zone))
        return line is None or line.fire

    def retreats(self, zone: str) -> list[Retreat]:
        """Return the lines of retreat that speak of a zone, those that name it first."""
        return sorted((line for line in self.all(Retreat) if line.zone in ("", zone)), key=lambda line: not line.zone)

    def bombs(self, zone: str) -> tuple[Kind, ...] | None:
        """Return what to bomb in a territory, in order of preference; None where nothing is said."""
        line = self.first(Bomb, lambda line: covers(line.zones, zone))
        return line.bombed if line else None

    def uses_power(self, leader: str, zone: str, *, named: bool = False) -> bool:
        """Tell whether a Leader uses his power in a zone; ``named``: only where a line names that zone."""
        lines = [line for line in self.all(Power) if line.leader == leader]
        if any(line.save for line in lines):
            return False
        if named or any(line.zone for line in lines):
            return any(line.zone == zone for line in lines)
        return True

    def homes_for(self, leader: str) -> tuple[str, ...]:
        """Return where a Leader is to come back, in order of preference."""
        line = self.first(Return, lambda line: line.leader == leader)
        return line.zones if line else ()

    def builds(self, zone: str) -> Build | None:
        """Return the line for the Factory in a zone: the one that names it, else the first that names none."""
        return self.first(Build, lambda line: line.zone == zone) or self.first(Build, lambda line: not line.zone)

    @property
    def rally(self) -> tuple[str, ...]:
        """Where units go that come from nowhere, in order of preference."""
        return tuple(zone for line in self.all(Rally) for zone in line.zones)

"""The orders of a player: data with one syntax each.

Every ``StandingOrder`` is doctrine: an order set that has any of a type replaces all of that type that stood. They
are kept in the position. ``zones`` of doctrine may name systems, too (``"Mars"``); empty is everywhere.
"""

from collections.abc import Sequence
from typing import ClassVar, Literal, TypeAlias, get_args

from moderator.core.orders import Order, StandingOrder, replace_standing
from moderator.core.seats import Seat
from moderator.games.solar_system.orders import types as shared
from moderator.games.solar_system.orders.phrases import Occasion, Units, Way, goal_of
from moderator.games.solar_system.pieces import UNITS, Kind

Persistence: TypeAlias = Literal["always", "stronger", "never"] | int
Purchase: TypeAlias = Literal["trooper", "fighter", "factory"]


class Pick(Order, frozen=True, kw_only=True):
    """Set-up of scenario 4: choose the starting units besides a Leader and two Factories."""

    syntax: ClassVar[tuple[str, ...]] = ("PICK {units}",)

    units: Units


class Convert(Order, frozen=True, kw_only=True):
    """Make units of others in a zone, before anything moves."""

    syntax: ClassVar[tuple[str, ...]] = (
        "CONVERT {units} INTO {unit} [AND {other}] {zone}",
        "CONVERT {units} TO {unit} [AND {other}] {zone}",
        "CONVERT {units} {zone} INTO {unit} [AND {other}]",
        "CONVERT {units} {zone} TO {unit} [AND {other}]",
    )

    units: Units
    unit: Kind
    other: Kind | None = None
    zone: str

    @property
    def wanted(self) -> tuple[Kind, ...]:
        """The kinds that they are to become, in the order of the pieces."""
        return tuple(kind for kind in UNITS if kind in (self.unit, self.other))


class SeduceLeader(Order, frozen=True, kw_only=True):
    """Ardala moves somebody else's Leader."""

    syntax: ClassVar[tuple[str, ...]] = ("SEDUCE {leader} {way}",)

    leader: str
    way: Way

    @property
    def goal(self) -> str:
        """The zone where the way ends."""
        return goal_of(self.way)


class Raid(Order, frozen=True, kw_only=True):
    """Let Troopers or Gennies in a zone do nothing but attack the enemy's Factory there."""

    syntax: ClassVar[tuple[str, ...]] = ("RAID {zone} WITH {units}", "RAID WITH {units} {zone}", "RAID {units} {zone}")

    units: Units
    zone: str


class Surrender(Order, frozen=True, kw_only=True):
    """Offer all forces in a zone to an enemy at the start of a round."""

    syntax: ClassVar[tuple[str, ...]] = (
        "SURRENDER {zone} TO {seat} [WHEN {occasion}]",
        "SURRENDER TO {seat} {zone} [WHEN {occasion}]",
    )
    rash: ClassVar[bool] = True

    zone: str
    seat: Seat
    occasion: Occasion = Occasion("round", 1)


class Dismantle(Order, frozen=True, kw_only=True):
    """Destroy an own Factory before anything is built."""

    syntax: ClassVar[tuple[str, ...]] = ("DISMANTLE {zone}", "DISMANTLE FACTORY {zone}")
    rash: ClassVar[bool] = True

    zone: str


class Persist(StandingOrder, frozen=True, kw_only=True):
    """How long to fight on in orbits and on dots: always, never, while stronger, or a number of rounds (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("PERSIST {persistence}",)

    persistence: Persistence


class Accept(StandingOrder, frozen=True, kw_only=True):
    """Take forces that surrender, or not (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("ACCEPT {consent}", "ACCEPT SURRENDER")

    consent: bool = True


class Sabotage(StandingOrder, frozen=True, kw_only=True):
    """Try to destroy a Factory that falls to an enemy, or not (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("SABOTAGE {consent} [AT {zones}]",)

    consent: bool
    zones: tuple[str, ...] = ()


class SpareKilSats(StandingOrder, frozen=True, kw_only=True):
    """Let own KilSats neither stop seats nor fire at them for nothing (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("KILSATS SPARE {seats}",)

    seats: tuple[Seat, ...]


class Subvert(StandingOrder, frozen=True, kw_only=True):
    """Try to win a Leader over, or not (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("SUBVERT {leader} {consent}",)

    leader: str
    consent: bool


class Buy(StandingOrder, frozen=True, kw_only=True):
    """What to get on the black market, and where to (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = (
        "BUY {purchase} [INTO {zone}]",
        "BUY {purchase} FOR {zone}",
        "BUY {purchase} {zone}",
    )

    purchase: Purchase
    zone: str = ""


SetUpOrder: TypeAlias = shared.WishLeader | shared.Place | Pick
MoveOrder: TypeAlias = (
    shared.Move
    | shared.ElseMove
    | shared.Carry
    | shared.ElseCarry
    | shared.Hold
    | Convert
    | shared.Seduce
    | SeduceLeader
    | shared.HuerRolls
)
BattleOrder: TypeAlias = Raid | Surrender
BattleDoctrine: TypeAlias = (
    shared.SetStance
    | shared.Truce
    | Persist
    | shared.Aim
    | shared.Passers
    | shared.Retreat
    | Accept
    | shared.Bomb
    | Sabotage
    | SpareKilSats
    | shared.Power
    | Subvert
    | shared.Return
)
BuildDoctrine: TypeAlias = shared.Build | Buy | shared.Rally
Doctrine: TypeAlias = BattleDoctrine | BuildDoctrine | shared.Yield
BuckOrder: TypeAlias = SetUpOrder | MoveOrder | BattleOrder | Dismantle | Doctrine | shared.Forget | shared.Pass

SETUP_ORDERS: tuple[type[SetUpOrder], ...] = get_args(SetUpOrder)
MOVE_ORDERS: tuple[type[MoveOrder], ...] = get_args(MoveOrder)
BATTLE_ORDERS: tuple[type[BattleOrder], ...] = get_args(BattleOrder)
BATTLE_DOCTRINE: tuple[type[BattleDoctrine], ...] = get_args(BattleDoctrine)
BUILD_DOCTRINE: tuple[type[BuildDoctrine], ...] = get_args(BuildDoctrine)
DOCTRINE: tuple[type[Doctrine], ...] = get_args(Doctrine)
ANY_TIME: tuple[type[BuckOrder], ...] = (shared.Forget, shared.Pass)

TOPICS: dict[str, tuple[type[Doctrine], ...]] = {
    "stance": (shared.SetStance,),
    "truce": (shared.Truce,),
    "persist": (Persist,),
    "targets": (shared.Aim,),
    "passers": (shared.Passers,),
    "retreats": (shared.Retreat,),
    "surrender": (Accept, shared.Yield),
    "bombs": (shared.Bomb,),
    "sabotage": (Sabotage,),
    "kilsats": (SpareKilSats,),
    "powers": (shared.Power,),
    "leaders": (Subvert, shared.Return),
    "builds": (shared.Build,),
    "market": (Buy,),
    "rally": (shared.Rally,),
    "all": DOCTRINE,
}
"""What each topic of FORGET takes back."""

ORDERS: tuple[type[BuckOrder], ...] = get_args(BuckOrder)
"""All order types, in the order in which help lists them."""


def standing(stood: Sequence[Doctrine], order_set: Sequence[BuckOrder]) -> tuple[Doctrine, ...]:
    """Return what doctrine stands with an order set: it replaces what stood of its kind, or takes it back."""
    forgotten = {kind for order in order_set if isinstance(order, shared.Forget) for kind in TOPICS[order.topic]}
    return replace_standing(stood, (order for order in order_set if isinstance(order, DOCTRINE)), forgotten)

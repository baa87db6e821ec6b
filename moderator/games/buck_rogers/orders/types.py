"""The orders of a player: data with one syntax each.

Every ``StandingOrder`` is doctrine: a sheet that has any of a type replaces all of that type that stood. They
are kept in the position. ``zones`` of doctrine may name systems, too (``"Mars"``); empty is everywhere.
"""

from collections.abc import Sequence
from typing import ClassVar, TypeAlias

from moderator.core.orders import Order, StandingOrder, renewed
from moderator.core.seats import Seat
from moderator.games.buck_rogers.orders.phrases import (
    Condition,
    Occasion,
    Persistence,
    Product,
    Purchase,
    Stance,
    Topic,
    Units,
    Way,
    goal_of,
)
from moderator.games.buck_rogers.pieces import Kind


class WishLeader(Order, frozen=True, kw_only=True):
    """Set-up: wish for a Leader, or several, the first first."""

    syntax: ClassVar[tuple[str, ...]] = ("LEADER {leaders}",)

    leaders: tuple[str, ...]


class Place(Order, frozen=True, kw_only=True):
    """Set-up: put starting units into an own zone."""

    syntax: ClassVar[tuple[str, ...]] = ("PLACE {units} {zone}",)

    units: Units
    zone: str


class Pick(Order, frozen=True, kw_only=True):
    """Set-up of scenario 4: choose the starting units besides a Leader and two Factories."""

    syntax: ClassVar[tuple[str, ...]] = ("PICK {units}",)

    units: Units


class Move(Order, frozen=True, kw_only=True):
    """Move units together; farther than a turn's move, they go on in the turns after."""

    syntax: ClassVar[tuple[str, ...]] = (
        "MOVE {units} {origin} {way} [IF {when}] [UNLESS {unless}]",
        "ATTACK {way} WITH {units} FROM {origin} [IF {when}] [UNLESS {unless}]",
        "ATTACK {way} FROM {origin} WITH {units} [IF {when}] [UNLESS {unless}]",
        "ATTACK WITH {units} FROM {origin} {way} [IF {when}] [UNLESS {unless}]",
    )

    units: Units
    origin: str
    way: Way
    when: tuple[Condition, ...] = ()
    unless: tuple[Condition, ...] = ()

    @property
    def goal(self) -> str:
        """The zone where the way ends."""
        return goal_of(self.way)


class ElseMove(Move, frozen=True, kw_only=True):
    """Move units if the line above was not carried out."""

    syntax: ClassVar[tuple[str, ...]] = ("ELSE MOVE {units} {origin} {way} [IF {when}] [UNLESS {unless}]",)


class Carry(Order, frozen=True, kw_only=True):
    """Let Transports fetch Troopers or a Factory and put them down at a territory; over several turns if it is far."""

    syntax: ClassVar[tuple[str, ...]] = (
        "CARRY {cargo} {origin} TO {goal} [BY {transports} TRANSPORTS AT {base}] [IF {when}] [UNLESS {unless}]",
        "CARRY {cargo} {origin} {goal} [BY {transports} TRANSPORTS AT {base}] [IF {when}] [UNLESS {unless}]",
    )

    cargo: Units
    origin: str
    goal: str
    transports: int = 0
    base: str = ""
    when: tuple[Condition, ...] = ()
    unless: tuple[Condition, ...] = ()


class ElseCarry(Carry, frozen=True, kw_only=True):
    """Carry something if the line above was not carried out."""

    syntax: ClassVar[tuple[str, ...]] = (
        "ELSE CARRY {cargo} {origin} TO {goal} [BY {transports} TRANSPORTS AT {base}] [IF {when}] [UNLESS {unless}]",
        "ELSE CARRY {cargo} {origin} {goal} [BY {transports} TRANSPORTS AT {base}] [IF {when}] [UNLESS {unless}]",
    )


class Hold(Order, frozen=True, kw_only=True):
    """Let units stay in a zone and forget where they were going."""

    syntax: ClassVar[tuple[str, ...]] = ("HOLD {units} {zone}",)

    units: Units
    zone: str


class Convert(Order, frozen=True, kw_only=True):
    """Make units of others in a zone, before anything moves."""

    syntax: ClassVar[tuple[str, ...]] = (
        "CONVERT {units} INTO {unit} {zone}",
        "CONVERT {units} TO {unit} {zone}",
        "CONVERT {units} {zone} INTO {unit}",
        "CONVERT {units} {zone} TO {unit}",
    )

    units: Units
    unit: Kind
    zone: str


class Seduce(Order, frozen=True, kw_only=True):
    """Ardala steals units, two in all, before anything moves."""

    syntax: ClassVar[tuple[str, ...]] = ("SEDUCE {units} OF {seat} {zone}", "SEDUCE {units} FROM {seat} {zone}")

    units: Units
    seat: Seat
    zone: str


class SeduceLeader(Order, frozen=True, kw_only=True):
    """Ardala moves somebody else's Leader."""

    syntax: ClassVar[tuple[str, ...]] = ("SEDUCE {leader} {way}",)

    leader: str
    way: Way

    @property
    def goal(self) -> str:
        """The zone where the way ends."""
        return goal_of(self.way)


class HuerRolls(Order, frozen=True, kw_only=True):
    """Throw a die for how far Doc Huer's ships move this turn."""

    syntax: ClassVar[tuple[str, ...]] = ("HUER ROLLS", "HUER ROLLS DIE")


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


class SetStance(StandingOrder, frozen=True, kw_only=True):
    """Begin battles in orbits and on dots always, never, or where stronger (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("STANCE {stance} [AT {zones}] [AGAINST {seats}]",)

    stance: Stance
    zones: tuple[str, ...] = ()
    seats: tuple[Seat, ...] = ()


class Truce(StandingOrder, frozen=True, kw_only=True):
    """Never begin a battle with seats, nor bomb them or fire on their ships that pass (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("TRUCE {seats}", "TRUCE WITH {seats}")

    seats: tuple[Seat, ...]


class Persist(StandingOrder, frozen=True, kw_only=True):
    """How long to fight on in orbits and on dots: always, never, while stronger, or a number of rounds (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("PERSIST {persistence}",)

    persistence: Persistence


class Aim(StandingOrder, frozen=True, kw_only=True):
    """What to fire at first, by kind (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("TARGET {kinds} [OF {seats}] [AT {zones}]",)

    kinds: tuple[Kind, ...]
    seats: tuple[Seat, ...] = ()
    zones: tuple[str, ...] = ()


class Passers(StandingOrder, frozen=True, kw_only=True):
    """Fire at ships that fly past, or spare them (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("PASSERS {fire} [AT {zones}]",)

    fire: bool
    zones: tuple[str, ...] = ()


class Retreat(StandingOrder, frozen=True, kw_only=True):
    """When units leave a battle, and where to, the first first (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = (
        "RETREAT {units} [AT {zone}] [TO {zones}] [WHEN {occasion}]",
        "RETREAT [{units}] [AT {zone}] [TO {zones}] IF {occasion}",
        "RETREAT [{units}] [AT {zone}] [TO {zones}] AFTER {occasion}",
        "RETREAT [AT {zone}] [TO {zones}] [WHEN {occasion}]",
    )

    units: Units = Units(every=True)
    zone: str = ""
    zones: tuple[str, ...] = ()
    occasion: Occasion = Occasion("weaker", 2)


class Accept(StandingOrder, frozen=True, kw_only=True):
    """Take forces that surrender, or not (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("ACCEPT {consent}", "ACCEPT SURRENDER")

    consent: bool = True


class Bomb(StandingOrder, frozen=True, kw_only=True):
    """What Battlers bomb, by kind, the first first; nothing, if no kind is named (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("BOMB {bombed} [{zones}]", "BOMB {zones}")

    bombed: tuple[Kind, ...] = (Kind.FACTORY, Kind.FIGHTER, Kind.TROOPER, Kind.TRANSPORT)
    zones: tuple[str, ...] = ()


class Sabotage(StandingOrder, frozen=True, kw_only=True):
    """Try to destroy a Factory that falls to an enemy, or not (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("SABOTAGE {consent} [AT {zones}]",)

    consent: bool
    zones: tuple[str, ...] = ()


class SpareKilSats(StandingOrder, frozen=True, kw_only=True):
    """Let own KilSats neither stop seats nor fire at them for nothing (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("KILSATS SPARE {seats}",)

    seats: tuple[Seat, ...]


class Power(StandingOrder, frozen=True, kw_only=True):
    """Where a Leader uses his power, or that he saves it (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("POWER {leader} [AT {zone}]", "POWER {leader} {save}")

    leader: str
    zone: str = ""
    save: bool = False


class Subvert(StandingOrder, frozen=True, kw_only=True):
    """Try to win a Leader over, or not (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("SUBVERT {leader} {consent}",)

    leader: str
    consent: bool


class Return(StandingOrder, frozen=True, kw_only=True):
    """Where a Leader comes back, the first zone that will do (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("RETURN {leader} {zones}",)

    leader: str
    zones: tuple[str, ...]


class Build(StandingOrder, frozen=True, kw_only=True):
    """What a Factory makes, with a neighbour perhaps, and where to; without a zone: every other Factory (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("BUILD {product} [AT {zone}] [WITH {partner}] [INTO {into}]",)

    product: Product
    zone: str = ""
    partner: str = ""
    into: str = ""


class Buy(StandingOrder, frozen=True, kw_only=True):
    """What to get on the black market, and where to (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = (
        "BUY {purchase} [INTO {zone}]",
        "BUY {purchase} FOR {zone}",
        "BUY {purchase} {zone}",
    )

    purchase: Purchase
    zone: str = ""


class Rally(StandingOrder, frozen=True, kw_only=True):
    """Where units go that come from nowhere: stolen, bought, free (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("RALLY {zones}",)

    zones: tuple[str, ...]


class Yield(StandingOrder, frozen=True, kw_only=True):
    """Give up: when all others have, the last one wins (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("YIELD",)
    rash: ClassVar[bool] = True


class Forget(Order, frozen=True, kw_only=True):
    """Take back doctrine of a kind, or all of it; what the same sheet says anew counts."""

    syntax: ClassVar[tuple[str, ...]] = ("FORGET {topic}",)

    topic: Topic


class Pass(Order, frozen=True, kw_only=True):
    """Nothing this turn but what stands."""

    syntax: ClassVar[tuple[str, ...]] = ("PASS",)


SetUpOrder: TypeAlias = WishLeader | Place | Pick
MoveOrder: TypeAlias = Move | ElseMove | Carry | ElseCarry | Hold | Convert | Seduce | SeduceLeader | HuerRolls
BattleOrder: TypeAlias = Raid | Surrender
BattleDoctrine: TypeAlias = (
    SetStance
    | Truce
    | Persist
    | Aim
    | Passers
    | Retreat
    | Accept
    | Bomb
    | Sabotage
    | SpareKilSats
    | Power
    | Subvert
    | Return
)
BuildDoctrine: TypeAlias = Build | Buy | Rally
Doctrine: TypeAlias = BattleDoctrine | BuildDoctrine | Yield
BuckOrder: TypeAlias = SetUpOrder | MoveOrder | BattleOrder | Dismantle | Doctrine | Forget | Pass

SETUP_ORDERS: tuple[type[SetUpOrder], ...] = (WishLeader, Place, Pick)
MOVE_ORDERS: tuple[type[MoveOrder], ...] = (
    Move,
    ElseMove,
    Carry,
    ElseCarry,
    Hold,
    Convert,
    Seduce,
    SeduceLeader,
    HuerRolls,
)
BATTLE_ORDERS: tuple[type[BattleOrder], ...] = (Raid, Surrender)
BATTLE_DOCTRINE: tuple[type[BattleDoctrine], ...] = (
    SetStance,
    Truce,
    Persist,
    Aim,
    Passers,
    Retreat,
    Accept,
    Bomb,
    Sabotage,
    SpareKilSats,
    Power,
    Subvert,
    Return,
)
BUILD_DOCTRINE: tuple[type[BuildDoctrine], ...] = (Build, Buy, Rally)
DOCTRINE: tuple[type[Doctrine], ...] = (*BATTLE_DOCTRINE, *BUILD_DOCTRINE, Yield)
ANY_TIME: tuple[type[BuckOrder], ...] = (Forget, Pass)

TOPICS: dict[Topic, tuple[type[Doctrine], ...]] = {
    "stance": (SetStance,),
    "truce": (Truce,),
    "persist": (Persist,),
    "targets": (Aim,),
    "passers": (Passers,),
    "retreats": (Retreat,),
    "surrender": (Accept, Yield),
    "bombs": (Bomb,),
    "sabotage": (Sabotage,),
    "kilsats": (SpareKilSats,),
    "powers": (Power,),
    "leaders": (Subvert, Return),
    "builds": (Build,),
    "market": (Buy,),
    "rally": (Rally,),
    "all": DOCTRINE,
}
"""What each topic takes back."""

ORDERS: tuple[type[BuckOrder], ...] = (
    *SETUP_ORDERS,
    *MOVE_ORDERS,
    *BATTLE_ORDERS,
    Dismantle,
    *DOCTRINE,
    *ANY_TIME,
)
"""All order types, in the order in which help lists them."""


def standing(stood: Sequence[Doctrine], sheet: Sequence[BuckOrder]) -> tuple[Doctrine, ...]:
    """Return what doctrine stands with a sheet: it replaces what stood of its kind, or takes it back."""
    forgotten = {kind for order in sheet if isinstance(order, Forget) for kind in TOPICS[order.topic]}
    return renewed(stood, (order for order in sheet if isinstance(order, DOCTRINE)), forgotten)

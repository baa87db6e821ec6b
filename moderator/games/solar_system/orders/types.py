"""The orders of a player: data with one syntax each.

Every ``StandingOrder`` is doctrine: an order set that has any of a type replaces all of that type that stood. They
are kept in the position. ``zones`` of doctrine may name systems, too (``"Mars"``); empty is everywhere.
"""

from typing import ClassVar

from moderator.core.orders import Order, RevokingOrder, StandingOrder
from moderator.core.seats import Seat
from moderator.games.solar_system.orders.phrases import Condition, Occasion, Product, Stance, Units, Way, goal_of
from moderator.games.solar_system.pieces import Kind


class WishLeader(Order, frozen=True, kw_only=True):
    """Set-up: wish for a Leader, or several, in order of preference."""

    syntax: ClassVar[tuple[str, ...]] = ("LEADER {leaders}",)

    leaders: tuple[str, ...]


class Place(Order, frozen=True, kw_only=True):
    """Set-up: put starting units into an own zone."""

    syntax: ClassVar[tuple[str, ...]] = ("PLACE {units} {zone}",)

    units: Units
    zone: str


class Move(Order, frozen=True, kw_only=True):
    """Move units together; farther than a turn's move, they go on in the turns after."""

    syntax: ClassVar[tuple[str, ...]] = (
        "MOVE {units} {origin} {way} [IF {when}] [UNLESS {unless}]",
        "MOVE {units} {way} FROM {origin} [IF {when}] [UNLESS {unless}]",
        "MOVE {way} WITH {units} FROM {origin} [IF {when}] [UNLESS {unless}]",
        "MOVE {way} FROM {origin} WITH {units} [IF {when}] [UNLESS {unless}]",
        "MOVE FROM {origin} {units} {way} [IF {when}] [UNLESS {unless}]",
        "MOVE FROM {origin} {way} WITH {units} [IF {when}] [UNLESS {unless}]",
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
        "CARRY {cargo} {origin} {goal} [BY {transports} TRANSPORTS FROM {base}] [IF {when}] [UNLESS {unless}]",
        "CARRY {cargo} {origin} {goal} WITH {transports} TRANSPORTS AT {base} [IF {when}] [UNLESS {unless}]",
        "CARRY {cargo} {origin} {goal} WITH {transports} TRANSPORTS FROM {base} [IF {when}] [UNLESS {unless}]",
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

    syntax: ClassVar[tuple[str, ...]] = ("HOLD {units} {zone}", "HOLD AT {zone} {units}")

    units: Units
    zone: str


class Seduce(Order, frozen=True, kw_only=True):
    """Ardala steals units, two in all, before anything moves."""

    syntax: ClassVar[tuple[str, ...]] = ("SEDUCE {units} OF {seat} {zone}", "SEDUCE {units} FROM {seat} {zone}")

    units: Units
    seat: Seat
    zone: str


class HuerRolls(Order, frozen=True, kw_only=True):
    """Throw a die for how far Doc Huer's ships move this turn."""

    syntax: ClassVar[tuple[str, ...]] = ("HUER ROLLS", "HUER ROLLS DIE")


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


class Aim(StandingOrder, frozen=True, kw_only=True):
    """What to fire at first, by kind (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = (
        "TARGET {kinds} [OF {seats}] [AT {zones}]",
        "TARGET {seats} {kinds} [AT {zones}]",
    )

    kinds: tuple[Kind, ...]
    seats: tuple[Seat, ...] = ()
    zones: tuple[str, ...] = ()


class Passers(StandingOrder, frozen=True, kw_only=True):
    """Fire at ships that fly past, or spare them (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("PASSERS {fire} [AT {zones}]",)

    fire: bool
    zones: tuple[str, ...] = ()


class Retreat(StandingOrder, frozen=True, kw_only=True):
    """When units leave a battle, and where to, in order of preference (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = (
        "RETREAT {units} [AT {zone}] [TO {zones}] [WHEN {occasion}]",
        "RETREAT [{units}] FROM {zone} [TO {zones}] [WHEN {occasion}]",
        "RETREAT [{units}] FROM {zone} [TO {zones}] IF {occasion}",
        "RETREAT [{units}] [AT {zone}] [TO {zones}] IF {occasion}",
        "RETREAT [{units}] [AT {zone}] [TO {zones}] AFTER {occasion}",
        "RETREAT [AT {zone}] [TO {zones}] [WHEN {occasion}]",
    )

    units: Units = Units(every=True)
    zone: str = ""
    zones: tuple[str, ...] = ()
    occasion: Occasion = Occasion("weaker", 2)


class Bomb(StandingOrder, frozen=True, kw_only=True):
    """What Battlers bomb, by kind, in order of preference; nothing, if no kind is named (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("BOMB {bombed} [{zones}]", "BOMB {zones}")

    bombed: tuple[Kind, ...] = (Kind.FACTORY, Kind.FIGHTER, Kind.TROOPER, Kind.TRANSPORT)
    zones: tuple[str, ...] = ()


class Power(StandingOrder, frozen=True, kw_only=True):
    """Where a Leader uses his power, or that he saves it (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("POWER {leader} [AT {zone}]", "POWER {leader} {save}")

    leader: str
    zone: str = ""
    save: bool = False


class Return(StandingOrder, frozen=True, kw_only=True):
    """Where a Leader comes back, the first zone that will do (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("RETURN {leader} {zones}",)

    leader: str
    zones: tuple[str, ...]


class Build(StandingOrder, frozen=True, kw_only=True):
    """What a Factory makes, with a neighbour perhaps, and where to; without a zone: every other Factory (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = (
        "BUILD {product} [AT {zone}] [WITH {partner}] [INTO {into}]",
        "BUILD {product} {zone} [WITH {partner}] [INTO {into}]",
        "BUILD AT {zone} {product} [WITH {partner}] [INTO {into}]",
    )

    product: Product
    zone: str = ""
    partner: str = ""
    into: str = ""


class Rally(StandingOrder, frozen=True, kw_only=True):
    """Where units go that come from nowhere: stolen, bought, free (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("RALLY {zones}",)

    zones: tuple[str, ...]


class Yield(StandingOrder, frozen=True, kw_only=True):
    """Give up: when all others have, the last one wins (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("YIELD",)
    rash: ClassVar[bool] = True


class Forget(RevokingOrder, frozen=True, kw_only=True):
    """Take back doctrine of a kind, or all of it; what the same order set says anew counts."""

    syntax: ClassVar[tuple[str, ...]] = ("FORGET {topic}",)

    topic: str


class Pass(Order, frozen=True, kw_only=True):
    """Nothing this turn but what stands."""

    syntax: ClassVar[tuple[str, ...]] = ("PASS",)

"""The orders of a commander: data with one syntax each.

``number`` is the place on the order set: ``"1"`` … ``"3"`` for a Rebel faction; the Empire has ``"1a"``, ``"1b"``
… where it has several places per number. Places are written row then column: ``"C4"``.
"""

from typing import ClassVar, Literal, TypeAlias

from moderator.core.orders import Order, declared_orders
from moderator.games.rebel_commander.pieces import Unit

Verb: TypeAlias = Literal["move", "build", "attack"]
"""What an order does, for the words on it."""

CAPACITY = 4
"""Troops that one Transport carries at most."""

ALL = 99
"""A load of as many Troops as there are and fit, counted when the order's turn comes."""


class Move(Order, frozen=True, kw_only=True):
    """Any order that moves a unit."""

    verb: ClassVar[Verb] = "move"
    unit: ClassVar[Unit]

    origin: str
    goal: str


class Build(Order, frozen=True, kw_only=True):
    """Any order that builds a unit."""

    verb: ClassVar[Verb] = "build"
    unit: ClassVar[Unit]

    place: str


class MoveTroops(Move, frozen=True, kw_only=True):
    """Move one squad of Troops to an adjacent location."""

    syntax: ClassVar[tuple[str, ...]] = ("MOVE TROOPS {origin} {goal}",)
    unit: ClassVar[Unit] = Unit.TROOPS


class MoveSpeeders(Move, frozen=True, kw_only=True):
    """Move one squad of Speeders one or two steps; the way may turn a corner."""

    syntax: ClassVar[tuple[str, ...]] = ("MOVE SPEEDERS {origin} {goal}",)
    unit: ClassVar[Unit] = Unit.SPEEDERS


class MoveTransport(Move, frozen=True, kw_only=True):
    """Move one Transport one or two steps, with up to four of the same faction's Troops aboard, or all that fit."""

    syntax: ClassVar[tuple[str, ...]] = (
        "MOVE TRANSPORT {origin} {goal} [WITH {troops} TROOPS]",
        "MOVE TRANSPORT [WITH] {troops} TROOPS {origin} {goal}",
        "MOVE TRANSPORT {origin} {goal} [WITH] {troops} [TROOPS]",
    )
    unit: ClassVar[Unit] = Unit.TRANSPORT

    troops: int = 0

    @property
    def load(self) -> str:
        """The load as it is written."""
        return "ALL" if self.troops == ALL else str(self.troops)


class BuildTroops(Build, frozen=True, kw_only=True):
    """Raise one squad of Troops where the faction has a unit and no enemy stands."""

    syntax: ClassVar[tuple[str, ...]] = ("BUILD TROOPS {place}",)
    unit: ClassVar[Unit] = Unit.TROOPS


class BuildSpeeders(Build, frozen=True, kw_only=True):
    """Convert one squad of Troops into Speeders where the faction has two units and no enemy stands."""

    syntax: ClassVar[tuple[str, ...]] = ("BUILD SPEEDERS {place}",)
    unit: ClassVar[Unit] = Unit.SPEEDERS


class BuildTransport(Build, frozen=True, kw_only=True):
    """Convert one squad of Troops into a Transport where the faction has two units and no enemy stands."""

    syntax: ClassVar[tuple[str, ...]] = ("BUILD TRANSPORT {place}",)
    unit: ClassVar[Unit] = Unit.TRANSPORT


class Attack(Order, frozen=True, kw_only=True):
    """Attack all enemies at a location with all own units there, joined by allies who do so under the number."""

    syntax: ClassVar[tuple[str, ...]] = ("ATTACK {place}",)
    verb: ClassVar[Verb] = "attack"
    unit: ClassVar[None] = None

    place: str


class Pass(Order, frozen=True, kw_only=True):
    """Do nothing under this number."""

    syntax: ClassVar[tuple[str, ...]] = ("PASS",)


AnyMove: TypeAlias = MoveTroops | MoveSpeeders | MoveTransport
AnyBuild: TypeAlias = BuildTroops | BuildSpeeders | BuildTransport
Deed: TypeAlias = AnyMove | AnyBuild | Attack
"""An order that does something."""

RebelOrder: TypeAlias = Deed | Pass

ORDERS: tuple[type[RebelOrder], ...] = declared_orders(__name__)
"""All order types, in the order in which help lists them."""

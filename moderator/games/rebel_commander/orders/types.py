"""The orders of a commander: data with one syntax each.

``number`` is the place on the sheet: ``"1"`` … ``"3"`` for a Rebel faction; the Empire has ``"1a"``, ``"1b"``
… where it has several places per number. Places are written row then column: ``"C4"``.
"""

from typing import ClassVar, TypeAlias

from moderator.core.orders import Order

CAPACITY = 4
"""Troops that one Transport carries at most."""

ALL = 99
"""A load of as many Troops as there are and fit, counted when the order's turn comes."""


class MoveTroops(Order, frozen=True, kw_only=True):
    """Move one squad of Troops to an adjacent location."""

    syntax: ClassVar[tuple[str, ...]] = ("MOVE TROOPS {origin} {goal}",)

    origin: str
    goal: str


class MoveSpeeders(Order, frozen=True, kw_only=True):
    """Move one squad of Speeders one or two steps; the way may turn a corner."""

    syntax: ClassVar[tuple[str, ...]] = ("MOVE SPEEDERS {origin} {goal}",)

    origin: str
    goal: str


class MoveTransport(Order, frozen=True, kw_only=True):
    """Move one Transport one or two steps, with up to four of the same faction's Troops aboard, or all that fit."""

    syntax: ClassVar[tuple[str, ...]] = (
        "MOVE TRANSPORT {origin} {goal} [WITH {troops} TROOPS]",
        "MOVE TRANSPORT [WITH] {troops} TROOPS {origin} {goal}",
        "MOVE TRANSPORT {origin} {goal} [WITH] {troops} [TROOPS]",
    )

    origin: str
    goal: str
    troops: int = 0

    @property
    def load(self) -> str:
        """The load as it is written."""
        return "ALL" if self.troops == ALL else str(self.troops)


class BuildTroops(Order, frozen=True, kw_only=True):
    """Raise one squad of Troops where the faction has a unit and no enemy stands."""

    syntax: ClassVar[tuple[str, ...]] = ("BUILD TROOPS {place}",)

    place: str


class BuildSpeeders(Order, frozen=True, kw_only=True):
    """Convert one squad of Troops into Speeders where the faction has two units and no enemy stands."""

    syntax: ClassVar[tuple[str, ...]] = ("BUILD SPEEDERS {place}",)

    place: str


class BuildTransport(Order, frozen=True, kw_only=True):
    """Convert one squad of Troops into a Transport where the faction has two units and no enemy stands."""

    syntax: ClassVar[tuple[str, ...]] = ("BUILD TRANSPORT {place}",)

    place: str


class Attack(Order, frozen=True, kw_only=True):
    """Attack all enemies at a location with all own units there, joined by allies who do so under the number."""

    syntax: ClassVar[tuple[str, ...]] = ("ATTACK {place}",)

    place: str


class Pass(Order, frozen=True, kw_only=True):
    """Do nothing under this number."""

    syntax: ClassVar[tuple[str, ...]] = ("PASS",)


Move: TypeAlias = MoveTroops | MoveSpeeders | MoveTransport
Build: TypeAlias = BuildTroops | BuildSpeeders | BuildTransport
RebelOrder: TypeAlias = Move | Build | Attack | Pass

ORDERS: tuple[type[RebelOrder], ...] = (
    MoveTroops,
    MoveSpeeders,
    MoveTransport,
    BuildTroops,
    BuildSpeeders,
    BuildTransport,
    Attack,
    Pass,
)
"""All order types, in the order in which help lists them."""

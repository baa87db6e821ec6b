"""What stands on the board: the three kinds of unit, and the stacks they form."""

from enum import StrEnum
from typing import Literal, TypeAlias

from msgspec import Struct

from moderator.core.seats import Seat

EMPIRE: Seat = "Empire"
"""The one seat of the Imperial side."""

REBELS: tuple[Seat, ...] = ("Red", "Blue", "Green", "Gold", "White", "Grey")
"""The six Rebel factions, in the declared order of seats."""

Side: TypeAlias = Literal["rebels", "empire"]
"""All Rebel factions are one side."""

SIDES: tuple[Side, Side] = ("rebels", "empire")


class Unit(StrEnum):
    """The kinds of unit, in the order in which a stack counts them."""

    TROOPS = "troops"
    SPEEDERS = "speeders"
    TRANSPORT = "transport"


UNITS = tuple(Unit)


class Stack(Struct, frozen=True):
    """All units of one seat at one location (``"C4"``); never without units."""

    place: str
    seat: Seat
    troops: int = 0
    speeders: int = 0
    transports: int = 0

    @property
    def counts(self) -> tuple[int, int, int]:
        """The units by kind, in the order of ``UNITS``."""
        return (self.troops, self.speeders, self.transports)

    @property
    def total(self) -> int:
        """All units of the stack."""
        return self.troops + self.speeders + self.transports


def side_of(seat: Seat) -> Side:
    """Return the side that a seat fights on."""
    return "empire" if seat == EMPIRE else "rebels"

"""What a thief may be told to do."""

from typing import ClassVar

from moderator.core.orders import Order, StandingOrder


class Go(Order, frozen=True, kw_only=True):
    """Walk to the next street."""

    syntax: ClassVar[tuple[str, ...]] = ("GO {goal}",)

    goal: str


class Seek(Order, frozen=True, kw_only=True):
    """Look for others in one's own street or the next; everybody hears it."""

    syntax: ClassVar[tuple[str, ...]] = ("SEEK {place}",)

    place: str


class Flee(StandingOrder, frozen=True, kw_only=True):
    """Where to run when beaten: the answer to the second question, or standing until it is changed."""

    syntax: ClassVar[tuple[str, ...]] = ("FLEE {goal}",)

    goal: str


class Hearten(Order, frozen=True, kw_only=True):
    """An amendment: set a thief's courage."""

    syntax: ClassVar[tuple[str, ...]] = ("HEARTEN {seat} {courage}",)

    seat: str
    courage: int


class Rouse(Order, frozen=True, kw_only=True):
    """An amendment: wake a thief somewhere, with courage as the dice have it."""

    syntax: ClassVar[tuple[str, ...]] = ("ROUSE {seat}",)

    seat: str


AnyOrder = Go | Seek | Flee

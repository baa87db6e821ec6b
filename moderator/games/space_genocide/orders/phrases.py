"""Phrases of orders as data: fleets, ships, ways, targets and conditions.

In ``Fleets`` and ``Ships`` what is listed are the exceptions where ``every`` is set.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from moderator.core.seats import Seat

ALL = 99
"""As many as there are."""

Class: TypeAlias = Literal["squadrons", "busters", "stationary", "mobile"]
"""Kinds of ship taken together: fighters of any type, what has Planet Busters aboard, what cannot or can move."""

CLASSES: tuple[Class, ...] = ("squadrons", "busters", "stationary", "mobile")

Act: TypeAlias = Literal["attacked", "plays", "moves", "enters", "launches", "battle", "roll-lost"]
"""What a conditional card waits for."""

MOMENTS: dict[Act, tuple[str, ...]] = {
    "attacked": ("attacked", "battle"),
    "plays": ("card",),
    "moves": ("dawn", "moved"),
    "enters": ("moved",),
    "launches": ("launch",),
    "battle": ("battle", "aftermath"),
    "roll-lost": ("rolled",),
}
"""At which moments of a turn a condition may come true (``rules/moments.py`` says what they are)."""


MOVING = ("order", "moved")
"""The moments at which fleets may still go from place to place."""


def acts_at(moment: str, *, moving: bool) -> tuple[Act, ...]:
    """Return the conditions for which a card of a moment can wait.

    One of an order set's line may wait for any, but if it is about ``moving`` only for those of moments at which fleets
    go.
    """
    fit = MOVING if moving else (moment,)
    return tuple(
        act
        for act, moments in MOMENTS.items()
        if (moment == "order" and not moving) or not set(moments).isdisjoint(fit)
    )


class Fleets(Struct, frozen=True):
    """Some own fleets by number, or all but some."""

    numbers: tuple[int, ...] = ()
    every: bool = False

    def among(self, present: tuple[int, ...]) -> tuple[int, ...]:
        """Return which of some fleets are meant, in the order in which they are named."""
        if self.every:
            return tuple(number for number in present if number not in self.numbers)
        return tuple(number for number in self.numbers if number in present)


class Ships(Struct, frozen=True):
    """So many ships of some types (``ALL`` for all of a type), or all ships but some."""

    counts: tuple[tuple[str, int], ...] = ()
    every: bool = False


class Target(Struct, frozen=True):
    """What a card is played on: a seat, its fleet, a hex, or a ship (``kind``) of one of these."""

    kind: str = ""
    seat: Seat = ""
    fleet: int = 0
    place: str = ""


class Trigger(Struct, frozen=True):
    """The event that a conditional card waits for; an empty field stands for anything or anybody."""

    act: Act
    target: Target = Target()
    place: str = ""
    card: str = ""

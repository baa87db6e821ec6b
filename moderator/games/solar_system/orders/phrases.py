"""What orders speak of in several words: units, ways, conditions, occasions, as data."""

from typing import Literal, TypeAlias

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.games.solar_system.pieces import Colour, Kind

ALL = 99
"""As many as there are."""

ANY_LEADER = "LEADER"
"""Whichever Leader is there."""

MARKER = " Marker"
"""A zone that ends so (``"Mars Marker"``) is the dot that the marker stands on when the line's time comes."""


class Units(Struct, frozen=True, omit_defaults=True):
    """Some units: a number of each kind (``ALL`` for all of it) and Leaders by name; of one colour, if it is named.

    With ``every`` all units are meant, Leaders too, but for those that are listed.
    """

    counts: tuple[tuple[Kind, int], ...] = ()
    leaders: tuple[str, ...] = ()
    every: bool = False
    colour: Colour = ""

    def wanted(self, kind: Kind) -> int:
        """Return how many of a kind are listed."""
        return dict(self.counts).get(kind, 0)

    def among(self, kind: Kind, here: int) -> int:
        """Return how many of a kind are meant, where there are so many."""
        listed = self.wanted(kind)
        return max(0, here - listed) if self.every else min(here, listed)

    def means(self, leader: str) -> bool:
        """Tell whether a Leader is among them, by name or as whoever is there."""
        return (leader in self.leaders or ANY_LEADER in self.leaders) != self.every


class Leg(Struct, frozen=True, omit_defaults=True):
    """One part of a way.

    ``to`` and ``via`` name a zone; ``sling`` a planet or the Sun, with ``each`` ship throwing for itself; ``load`` and
    ``drop`` name cargo (``drop`` without any is all of it), ``land`` Gennies and the territory that they drop to.
    ``scrapping`` gives up the work of a loaded Factory.
    """

    act: Literal["to", "via", "sling", "load", "drop", "land"]
    zone: str = ""
    each: bool = False
    units: Units = Units()
    scrapping: bool = False


Way: TypeAlias = tuple[Leg, ...]
"""Legs in their order; the last one is ``to``, unless the way ends with a drop."""


def goal_of(way: Way) -> str:
    """Return the zone where a way ends; empty for none."""
    return next((leg.zone for leg in reversed(way) if leg.zone), "")


class Condition(Struct, frozen=True, omit_defaults=True):
    """Something that is so or not when a line's time comes; without a zone, where the line leads.

    ``enemy``: at least ``count`` units of others in the zone, of a kind (None: any); ``seat``: that seat has units
    there; ``own``: at least ``count`` own units; ``mine``: the territory is own; ``empty``: nobody else is there.
    """

    what: Literal["enemy", "seat", "own", "mine", "empty"]
    zone: str = ""
    count: int = 1
    kind: Kind | None = None
    seat: Seat = ""


class Occasion(Struct, frozen=True):
    """When units retreat or surrender: theirs at least ``number`` times as strong, ``number`` lost, or that round.

    ``outnumbered`` is ``weaker`` as it was written; what is said is always shown.
    """

    what: Literal["weaker", "losses", "round", "outnumbered"]
    number: int


Stance: TypeAlias = Literal["attack", "hold", "stronger"]
Product: TypeAlias = Literal["trooper", "gennie", "fighter", "transport", "battler", "kilsat", "factory"]

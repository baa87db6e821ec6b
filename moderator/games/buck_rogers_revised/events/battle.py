"""Combat on the battle board."""

from typing import Literal, TypeAlias

from msgspec import Struct

from moderator.core.game import DiceShown, Event, SeatEvent
from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.pieces import Space
from moderator.games.solar_system.events.battle import Shot, shown
from moderator.games.solar_system.orders.phrases import Units

FireStep: TypeAlias = Literal["kane", "strike", "fire", "hold", "commando", "demolish"]
"""The steps of a round in which units fire: ``strike`` are First Strikes, after those of Killer Kane's companions."""


class Box(Struct, frozen=True, omit_defaults=True):
    """What a seat has in a space of the battle board: units and Leaders, Factories and a Marker among the units.

    ``halves`` are Factories of which one half is done.
    """

    seat: Seat
    space: Space
    units: Units
    halves: int = 0


class BoardSet(Event, frozen=True, kw_only=True):
    """Both sides stand on the battle board for a round; ``passing``: the one round as units leave."""

    nested = True

    zone: str
    round: int
    stood: tuple[Box, ...]
    passing: bool = False


class StepFought(Event, frozen=True, kw_only=True):
    """A step of a round: every shot, and what was taken off the board after it."""

    nested = True

    zone: str
    round: int
    step: FireStep
    shots: tuple[Shot, ...]
    lost: tuple[Box, ...]

    @property
    def dice_shown(self) -> tuple[DiceShown, ...]:
        """The throws as a page draws them."""
        return shown(self.shots)


class FactoryHit(SeatEvent, frozen=True, kw_only=True):
    """A Factory was hit: once, and it is a half again (``left`` 1), or it is gone."""

    nested = True

    victim: Seat
    zone: str
    left: int


class FigureSilenced(Event, frozen=True, kw_only=True):
    """A Leader who fights as a unit was hit: he stands in reserve, fires no more, and his cargo is lost."""

    nested = True

    leader: str
    zone: str


class HitIgnored(SeatEvent, frozen=True, kw_only=True):
    """King Grallo's side shrugs off the first hit of a battle."""

    nested = True

    zone: str

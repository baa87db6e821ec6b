"""What happens in the set-up."""

from moderator.core.game import Event, SeatEvent
from moderator.games.space_genocide.pieces import Fleet, Place, Planet, Ship


class PlanetsStrewn(SeatEvent, frozen=True, kw_only=True):
    """Where a seat's planets are; an empty seat: the neutral ones."""

    places: tuple[Place, ...]


class SpacingBent(Event, frozen=True, kw_only=True):
    """How many of the distances between planets the board had no room for."""

    bent: int
    thrown: int


class ShipsDrawn(SeatEvent, frozen=True, kw_only=True):
    """The ships that a seat drew for its first fleets; known to it alone."""

    ships: tuple[Ship, ...]


class RaceTaken(SeatEvent, frozen=True, kw_only=True):
    """Which race a seat plays; ``wished`` if it asked for it."""

    race: str
    wished: bool


class WorldsHidden(SeatEvent, frozen=True, kw_only=True):
    """Which types a seat's planets have; known to it alone."""

    planets: tuple[Planet, ...]


class FleetsFormed(SeatEvent, frozen=True, kw_only=True):
    """A seat's first fleets with their ships; known to it alone."""

    fleets: tuple[Fleet, ...]
    left: tuple[Ship, ...] = ()

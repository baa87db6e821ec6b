"""Events of the set-up."""

from moderator.core.game import Event, SeatEvent
from moderator.games.space_genocide.pieces import Fleet, Place, Planet, Ship


class PlanetsStrewn(SeatEvent, frozen=True, kw_only=True):
    """The places of a seat's planets; an empty seat: the neutral ones."""

    places: tuple[Place, ...]


class SpacingBent(Event, frozen=True, kw_only=True):
    """The number of distances between planets for which the board had no room."""

    bent: int
    thrown: int


class ShipsDrawn(SeatEvent, frozen=True, kw_only=True):
    """The ships that a seat drew for its first fleets; known to it alone."""

    ships: tuple[Ship, ...]


class RaceTaken(SeatEvent, frozen=True, kw_only=True):
    """The race that a seat plays; ``wished`` if it asked for it."""

    race: str
    wished: bool


class WorldsHidden(SeatEvent, frozen=True, kw_only=True):
    """The types of a seat's planets; known to it alone."""

    planets: tuple[Planet, ...]


class FleetsFormed(SeatEvent, frozen=True, kw_only=True):
    """A seat's first fleets with their ships; known to it alone."""

    fleets: tuple[Fleet, ...]
    left: tuple[Ship, ...] = ()

"""What happens in the set-up."""

from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.games.space_genocide.pieces import Fleet, Place, Planet, Ship


class PlanetsStrewn(Event, frozen=True, kw_only=True):
    """Where a seat's planets are; an empty seat: the neutral ones."""

    seat: Seat
    places: tuple[Place, ...]


class SpacingBent(Event, frozen=True, kw_only=True):
    """How many of the distances between planets the board had no room for."""

    bent: int
    thrown: int


class ShipsDrawn(Event, frozen=True, kw_only=True):
    """The ships that a seat drew for its first fleets; known to it alone."""

    seat: Seat
    ships: tuple[Ship, ...]


class RaceTaken(Event, frozen=True, kw_only=True):
    """Which race a seat plays; ``wished`` if it asked for it."""

    seat: Seat
    race: str
    wished: bool


class WorldsHidden(Event, frozen=True, kw_only=True):
    """Which types a seat's planets have; known to it alone."""

    seat: Seat
    planets: tuple[Planet, ...]


class FleetsFormed(Event, frozen=True, kw_only=True):
    """A seat's first fleets with their ships; known to it alone."""

    seat: Seat
    fleets: tuple[Fleet, ...]
    left: tuple[Ship, ...] = ()

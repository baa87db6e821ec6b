"""Events at the end of a turn or of the match: the score, the order of play."""

from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.games.solar_system.pieces import Colour


class ZonesCounted(Event, frozen=True, kw_only=True):
    """The territories of each seat at the end of a turn, the most first, and how many win."""

    turn: int
    zones: tuple[tuple[Seat, int], ...]
    needed: int


class OrderOpened(Event, frozen=True, kw_only=True):
    """The GM ended the match, and the order in which colours were to play the turn is no secret any more."""

    turn: int
    order: tuple[Colour, ...]

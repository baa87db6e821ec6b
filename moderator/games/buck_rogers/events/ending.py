"""How far everybody is, and how a match ends."""

from moderator.core.game import Event
from moderator.core.seats import Seat


class ZonesCounted(Event, frozen=True, kw_only=True):
    """The territories of each seat at the end of a turn, the most first, and how many win."""

    turn: int
    zones: tuple[tuple[Seat, int], ...]
    needed: int

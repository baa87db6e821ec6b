"""Events at the end of a turn or of the match, by every rule set: who is out, gives up, has won."""

from moderator.core.game import Event, SeatEvent
from moderator.core.seats import Seat


class SeatOut(SeatEvent, frozen=True, kw_only=True):
    """A seat has neither territories nor units left."""


class SeatConceded(SeatEvent, frozen=True, kw_only=True):
    """A seat has given up."""


class ConcessionWithdrawn(SeatEvent, frozen=True, kw_only=True):
    """A seat that had given up plays for the victory again."""


class MatchWon(Event, frozen=True, kw_only=True):
    """The match is over, for a reason of ``Outcome``."""

    winners: tuple[Seat, ...]
    reason: str

"""Events of amendments that the revised rules alone have."""

from moderator.core.game import SeatEvent
from moderator.core.seats import Seat


class CardGiven(SeatEvent, frozen=True, kw_only=True):
    """The GM gave a seat a card, out of a hand or, without ``origin``, of the discarded ones; all see it."""

    card: str
    origin: Seat = ""

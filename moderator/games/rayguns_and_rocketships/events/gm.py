"""What the GM changed."""

from typing import Literal

from moderator.core.game import Event
from moderator.core.seats import Seat


class Amended(Event, frozen=True, kw_only=True):
    """The GM set something of a seat: what, of which figure perhaps, and to what, as the amendment writes it."""

    seat: Seat
    what: Literal["ship", "figure", "gone", "blasts", "guns", "points", "tokens"]
    value: str
    figure: str = ""

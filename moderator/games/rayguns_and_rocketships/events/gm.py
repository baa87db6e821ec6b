"""What the GM changed."""

from typing import Literal

from moderator.core.game import SeatEvent


class Amended(SeatEvent, frozen=True, kw_only=True):
    """The GM set something of a seat: what, of which figure perhaps, and to what, as the amendment writes it."""

    what: Literal["ship", "figure", "gone", "blasts", "guns", "points", "tokens"]
    value: str
    figure: str = ""

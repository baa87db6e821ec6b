"""What can happen in every rule set, one module per part of a turn."""

from moderator.core.game import SeatEvent


class Failure(SeatEvent, frozen=True, kw_only=True):
    """A line was not carried out; each rule set says of which order.

    Not an event itself: this module is none of those whose events are gathered.
    """

    failed = True

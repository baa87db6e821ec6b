"""Everything that can be wrong with an order, an amendment or the options."""

from enum import StrEnum


class WatchFault(StrEnum):
    """A code of Night Watch."""

    ONLY_FLEE = "only-flee"
    ONE_OF_A_KIND = "one-of-a-kind"
    OUT_OF_REACH = "out-of-reach"
    OPTION = "option"
    TOO_FEW_SEATS = "too-few-seats"
    NO_SUCH_SEAT = "no-such-seat"

"""Codes of what can be wrong by the compressed rules alone."""

from enum import StrEnum


class BuckFault(StrEnum):
    """A code of Buck Rogers; each has its words in a template named after it."""

    CANNOT_CONVERT = "cannot-convert"
    NO_RAIDERS = "no-raiders"
    OVER_LIMIT = "over-limit"
    SET_UP_THREES = "set-up-threes"
    NO_ROOM_FOR_SEATS = "no-room-for-seats"
    SEATS_TOGETHER = "seats-together"
    UNEVEN = "uneven"

"""Everything that can be wrong with an order, an amendment or the options: the codes of this game's problems."""

from enum import StrEnum


class BuckFault(StrEnum):
    """A code of Buck Rogers; each has its words in a template named after it."""

    # understood and not admitted
    ATTACK_BY_MOVING = "attack-by-moving"
    UNITS_TOGETHER = "units-together"

    # what the match does not have, or not now
    NOT_PLAYED = "not-played"
    WRONG_PHASE = "wrong-phase"
    REPLACED = "replaced"

    # units and zones
    NO_SUCH_UNITS = "no-such-units"
    NOT_A_TERRITORY = "not-a-territory"
    NOT_YOUR_ZONE = "not-your-zone"
    NOT_YOUR_LEADER = "not-your-leader"
    OWN_SEAT = "own-seat"
    NO_SUCH_SEAT_HERE = "no-such-seat-here"

    # moves
    ALREADY_THERE = "already-there"
    CANNOT_ENTER = "cannot-enter"
    FROZEN = "frozen"
    GOES_ON_LATER = "goes-on-later"
    LEADER_ALONE = "leader-alone"
    MOVED_TWICE = "moved-twice"
    NO_LIFT = "no-lift"
    NO_WAY = "no-way"

    # powers, battles, building
    CANNOT_BOMB = "cannot-bomb"
    CANNOT_BUILD = "cannot-build"
    CANNOT_CONVERT = "cannot-convert"
    NO_FACTORY = "no-factory"
    NOT_ARDALA = "not-ardala"
    NOT_BESIDE = "not-beside"
    NO_RAIDERS = "no-raiders"
    OVER_LIMIT = "over-limit"
    SEDUCE_TOO_MANY = "seduce-too-many"

    # set-up
    SET_UP_COLOURS = "set-up-colours"
    SET_UP_STACK = "set-up-stack"
    SET_UP_THREES = "set-up-threes"
    SET_UP_TOO_MANY = "set-up-too-many"

    # seats and options
    NO_ROOM_FOR_SEATS = "no-room-for-seats"
    SEATS_TOGETHER = "seats-together"
    SUN_LINK = "sun-link"

    # amendments
    MATCH_OVER = "match-over"
    NOT_SO_MANY = "not-so-many"

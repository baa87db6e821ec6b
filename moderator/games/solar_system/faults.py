"""Codes of what can be wrong with an order, an amendment or the options in every rule set."""

from enum import StrEnum


class Fault(StrEnum):
    """A code that rule sets share; each has its words in a template named after it."""

    # understood and not admitted
    ATTACK_BY_MOVING = "attack-by-moving"
    UNITS_TOGETHER = "units-together"

    # what the match does not have, or not now
    IDLE_OPTION = "idle-option"
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
    BEGAN_THERE = "began-there"
    FROZEN = "frozen"
    GOES_ON_LATER = "goes-on-later"
    LEADER_ALONE = "leader-alone"
    MOVED_TWICE = "moved-twice"
    NO_LIFT = "no-lift"
    NO_WAY = "no-way"

    # powers, battles, building
    CANNOT_BOMB = "cannot-bomb"
    CANNOT_BUILD = "cannot-build"
    NO_FACTORY = "no-factory"
    NOT_ARDALA = "not-ardala"
    NOT_BESIDE = "not-beside"
    SEDUCE_TOO_MANY = "seduce-too-many"

    # set-up
    SET_UP_COLOURS = "set-up-colours"
    SET_UP_NO_ZONE = "set-up-no-zone"
    SET_UP_STACK = "set-up-stack"
    SET_UP_TOO_MANY = "set-up-too-many"

    # seats and options
    SUN_LINK = "sun-link"

    # amendments
    MATCH_OVER = "match-over"
    NOT_SO_MANY = "not-so-many"

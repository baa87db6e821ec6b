"""Everything that can be wrong with an order, an amendment or the options: the codes of this game's problems."""

from enum import StrEnum


class RebelFault(StrEnum):
    """A code of Rebel Commander; each has its words in a template named after it."""

    # orders that are understood and not admitted
    ATTACK_FROM = "attack-from"
    NOT_ALL_AT_ONCE = "not-all-at-once"
    ONE_SQUAD_PER_ORDER = "one-squad-per-order"
    ONE_UNIT_PER_ORDER = "one-unit-per-order"

    # what stands in the way of an order
    ENEMY_PRESENT = "enemy-present"
    NO_CARGO = "no-cargo"
    NO_TROOPS = "no-troops"
    NO_UNIT = "no-unit"
    NOT_HERE = "not-here"
    OFF_BOARD = "off-board"
    OVERLOAD = "overload"
    SAME_PLACE = "same-place"
    TOO_FAR = "too-far"
    TOO_FEW = "too-few"

    # doubts
    NO_ENEMY_KNOWN = "no-enemy-known"
    NO_LOAD = "no-load"
    USED_UP = "used-up"

    # seats and options
    NO_EMPIRE = "no-empire"
    NO_REBELS = "no-rebels"
    START_EMPTY = "start-empty"
    START_PLACE = "start-place"
    START_SEAT = "start-seat"
    START_UNIT = "start-unit"

    # amendments
    LAST_UNIT = "last-unit"
    MATCH_OVER = "match-over"
    NOT_SO_MANY = "not-so-many"
    WEIGHT_OUT_OF_BOUNDS = "weight-out-of-bounds"

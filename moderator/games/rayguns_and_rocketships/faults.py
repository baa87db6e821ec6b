"""Everything that can be wrong with an order, an amendment or the options: the codes of this game's problems."""

from enum import StrEnum


class RayFault(StrEnum):
    """A code of Rayguns and Rocketships; each has its words in a template named after it."""

    # not now, or not in this match
    WRONG_PHASE = "wrong-phase"
    NO_SUCH_SEAT_HERE = "no-such-seat-here"
    OWN_SEAT = "own-seat"
    REPLACED = "replaced"

    # set-up
    NOT_YOUR_CARD = "not-your-card"
    NOT_A_STAR_CARD = "not-a-star-card"
    SIDES_DRAWN = "sides-drawn"
    POST_TAKEN = "post-taken"
    TOO_MANY_GUNS = "too-many-guns"

    # cards
    NOT_IN_HAND = "not-in-hand"
    CARD_TWICE = "card-twice"
    TOO_MANY_CARDS = "too-many-cards"
    TOO_FEW_CARDS = "too-few-cards"
    CARDS_AND_TURNS = "cards-and-turns"
    TOO_MANY_STARS = "too-many-stars"
    NOT_PROGRAMMED = "not-programmed"
    NO_AIM = "no-aim"
    UNMET = "unmet"

    # ships
    OFF_THE_MAP = "off-the-map"
    INTO_ROCK = "into-rock"
    NO_SUCH_POST = "no-such-post"
    NO_TURRET = "no-turret"

    # crews
    FIGURE_GONE = "figure-gone"
    NO_WAY = "no-way"
    NO_HATCH = "no-hatch"
    NO_SUCH_TOKEN = "no-such-token"  # noqa: S105 - a special token
    NOT_YOUR_ABILITY = "not-your-ability"
    ABILITY_OFF = "ability-off"

    # amendments
    MATCH_OVER = "match-over"
    NOT_SO_MANY = "not-so-many"
    PLACE_TAKEN = "place-taken"

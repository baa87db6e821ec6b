"""Codes of what can be wrong by the revised rules alone."""

from enum import StrEnum


class RevisedFault(StrEnum):
    """A code of the revised rules; each has its words in a template named after it."""

    BID_TOO_HIGH = "bid-too-high"
    CANNOT_BUY = "cannot-buy"
    CANNOT_STAND = "cannot-stand"
    FACTORY_ACTIVE = "factory-active"
    HAND_TOO_SMALL = "hand-too-small"
    NAME_CARDS = "name-cards"
    NO_MULLIGAN = "no-mulligan"
    NO_UNITS_THERE = "no-units-there"
    NOT_YOUR_CARD = "not-your-card"
    STOLEN_ALREADY = "stolen-already"

    # options
    COLOURS_TOO_MANY = "colours-too-many"
    SEATS_TOGETHER = "seats-together"
    LEADERS_TOO_FEW = "leaders-too-few"
    NEUTRAL_WITH_FOUR = "neutral-with-four"

    # amendments
    CARD_IN_DECK = "card-in-deck"

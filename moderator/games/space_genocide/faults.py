"""Everything that can be wrong with an order, an amendment or the options, and the complaints about a line."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Protocol, TypeAlias

from msgspec.structs import replace

from moderator.core.errors import Fact, Problem, Stage


class GenocideFault(StrEnum):
    """A code of Space Genocide; each has its words in a template named after it."""

    # orders of another phase, and those that are understood and not admitted
    ATTACK_BY_MOVING = "attack-by-moving"
    SHIPS_OF_A_FLEET = "ships-of-a-fleet"
    WHO_GOES_WHERE = "who-goes-where"
    WRONG_PHASE = "wrong-phase"

    # moves
    ALL_FLEETS_IN_USE = "all-fleets-in-use"
    ALREADY_THERE = "already-there"
    GIFT_TOO_MANY = "gift-too-many"
    GOES_ON_LATER = "goes-on-later"
    IMMOBILE = "immobile"
    MOVED_TWICE = "moved-twice"
    NO_BAYS = "no-bays"
    NO_QUARRY = "no-quarry"
    NO_WAY = "no-way"
    OFF_BOARD = "off-board"
    STOPS_AT_ENEMY = "stops-at-enemy"
    STOPS_IN_NEBULA = "stops-in-nebula"

    # fleets and their ships
    FLEET_FULL = "fleet-full"
    NO_FLEET = "no-fleet"
    NO_MARKER = "no-marker"
    NO_SUCH_SHIPS = "no-such-ships"
    NOT_TOGETHER = "not-together"
    ONE_SCRAP_ONLY = "one-scrap-only"
    SAME_FLEET = "same-fleet"

    # fights and planets
    HOMEWORLD_BARE = "homeworld-bare"
    LAST_WORLD_LEFT = "last-world-left"
    NO_BURSTS = "no-bursts"
    NO_BUSTERS = "no-busters"
    NO_ENEMY_KNOWN = "no-enemy-known"
    NO_PLANET = "no-planet"
    NO_RAMMING = "no-ramming"
    NOT_YOUR_PLANET = "not-your-planet"
    OWN_PLANET = "own-planet"

    # cards and doctrine
    CARD_IN_VAIN = "card-in-vain"
    CARD_NEEDS = "card-needs"
    CARD_TAKES_NONE = "card-takes-none"
    DOCTRINE_REPLACED = "doctrine-replaced"
    FLEET_NOT_SEEN = "fleet-not-seen"
    NEEDS_WHEN = "needs-when"
    NEVER_COMES_TRUE = "never-comes-true"
    NO_CARDS = "no-cards"
    TOO_MANY_TARGETS = "too-many-targets"
    NOT_IN_HAND = "not-in-hand"

    # set-up
    FLEET_FORMED_TWICE = "fleet-formed-twice"
    NO_COUNTER = "no-counter"
    PLANET_TAKEN = "planet-taken"
    PLANET_TYPED_TWICE = "planet-typed-twice"
    RACES_NOT_CHOSEN = "races-not-chosen"
    TOO_MANY_SHIPS = "too-many-ships"

    # options
    NO_SUCH_TERRAIN = "no-such-terrain"
    TOO_FEW_COUNTERS = "too-few-counters"

    # amendments
    CARD_HELD = "card-held"
    FLEET_ELSEWHERE = "fleet-elsewhere"
    MATCH_OVER = "match-over"
    PILE_LACKS = "pile-lacks"


Problems: TypeAlias = Iterator[Problem]
"""What is wrong with a line, before its index on the order set is known."""


class Blame(Protocol):
    """Complains of a line, more or less gravely: ``wrong``, ``warning`` or ``note``."""

    def __call__(self, code: GenocideFault, **facts: Fact) -> Problem:
        """Return the complaint."""
        ...


def wrong(code: GenocideFault, **facts: Fact) -> Problem:
    """Return a complaint by which a line falls."""
    return Problem(code=code, stage=Stage.ILLEGAL, facts=facts)


def misplaced(code: GenocideFault, place: str, **facts: Fact) -> Problem:
    """Return a complaint about a hex that is named, at which it points; the line falls."""
    return replace(wrong(code, place=place, **facts), fragment=place)


def warning(code: GenocideFault, **facts: Fact) -> Problem:
    """Return a warning about a line that stands."""
    return Problem(code=code, stage=Stage.DOUBTFUL, facts=facts)


def note(code: GenocideFault, **facts: Fact) -> Problem:
    """Return something to know about a line that stands."""
    return Problem(code=code, stage=Stage.NOTED, facts=facts)

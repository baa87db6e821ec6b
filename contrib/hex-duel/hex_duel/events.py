"""Everything that can happen in a turn."""

from typing import ClassVar

from moderator.core.game import Event
from moderator.kit.amend import OptionSet


class CardPlayed(Event, frozen=True, kw_only=True):
    """A captain played a card; everybody sees it."""

    seat: str
    card: str


class ShotFired(Event, frozen=True, kw_only=True):
    """A shot fell on a hex, and everybody saw what it did."""

    seat: str
    place: str
    damage: int


class EnemySighted(Event, frozen=True, kw_only=True):
    """A captain sees the enemy at the end of the turn; only that captain knows."""

    seat: str
    place: str


class CardDrawn(Event, frozen=True, kw_only=True):
    """A captain drew a card; only that captain knows which."""

    seat: str
    card: str


class OrderFailed(Event, frozen=True, kw_only=True):
    """An order came to nothing; ``cause`` is the code of the complaint that it would have met."""

    failed: ClassVar[bool] = True
    seat: str
    cause: str


EVENTS = (CardPlayed, ShotFired, EnemySighted, CardDrawn, OrderFailed, OptionSet)

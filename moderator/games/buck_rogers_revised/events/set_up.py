"""Before the first turn: territory cards, who begins where."""

from moderator.core.game import Event, SeatEvent
from moderator.core.seats import Seat
from moderator.games.solar_system.pieces import Colour


class HandDealt(SeatEvent, frozen=True, kw_only=True):
    """A seat was dealt cards; it alone is told which."""

    cards: tuple[str, ...]


class CardPassed(SeatEvent, frozen=True, kw_only=True):
    """A seat handed a card on to the left; the two alone are told which."""

    to: Seat
    card: str


class HandRedealt(SeatEvent, frozen=True, kw_only=True):
    """A seat put its cards on the discarded ones and was dealt as many new ones."""

    cards: tuple[str, ...]


class AllRedealt(SeatEvent, frozen=True, kw_only=True):
    """A seat wanted to draw anew, too few cards were left, and so all were shuffled, dealt and handed on once more."""


class ZonesOpened(SeatEvent, frozen=True, kw_only=True):
    """A colour's territories are open: its Control Markers stand there."""

    colour: Colour
    zones: tuple[str, ...]


class SaturnSettled(SeatEvent, frozen=True, kw_only=True):
    """The Saturn Factory is on the board, and Prince Tallen's."""

    colour: Colour


class NeutralSettled(Event, frozen=True, kw_only=True):
    """A planet is the neutral colour's, which has a Factory and Gennies in one zone."""

    colour: Colour
    zones: tuple[str, ...]
    factory: str


class CardsDealt(SeatEvent, frozen=True, kw_only=True):
    """A seat was dealt its hand for the match; ``HandDealt`` tells it which cards these are."""

    count: int

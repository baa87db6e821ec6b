"""The end of a turn: the census, cards, what is scuttled."""

from moderator.core.game import Event, SeatEvent
from moderator.core.seats import Seat
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import Colour


class CensusTaken(Event, frozen=True, kw_only=True):
    """Territories of each seat, the most first, its whole planets by name, and how many of both win."""

    turn: int
    zones: tuple[tuple[Seat, int], ...]
    planets: tuple[tuple[Seat, tuple[str, ...]], ...]
    needed: int
    planets_needed: int


class CardsDrawn(SeatEvent, frozen=True, kw_only=True):
    """A seat drew cards; ``CardGained`` tells it which."""

    count: int


class CardGained(SeatEvent, frozen=True, kw_only=True):
    """A card came into a hand; its seat alone is told."""

    card: str


class CardsTraded(SeatEvent, frozen=True, kw_only=True):
    """A seat gave two cards for one."""

    given: tuple[str, ...]


class CardsDiscarded(SeatEvent, frozen=True, kw_only=True):
    """A seat put cards away: it had more than may be kept."""

    cards: tuple[str, ...]


class DeckRenewed(Event, frozen=True, kw_only=True):
    """The deck is a new one of so many cards: it was used up, or a neutral planet's came in."""

    count: int


class HandsShown(Event, frozen=True, kw_only=True):
    """The match is over, and all show their hands."""

    hands: tuple[tuple[Seat, tuple[str, ...]], ...]


class BonusGained(SeatEvent, frozen=True, kw_only=True):
    """Zerea Takan won a battle: her seat may add to one bid."""


class UnitsScuttled(SeatEvent, frozen=True, kw_only=True):
    """A seat took units of its own off the board."""

    colour: Colour
    zone: str
    units: Units


class ChitMoved(Event, frozen=True, kw_only=True):
    """The victory chit went down: so many territories win at the next census."""

    needed: int


class ProductionBarred(SeatEvent, frozen=True, kw_only=True):
    """Xenotron gave himself up: his colour's Factories make nothing next turn."""

    colour: Colour

    def at_the_end(self) -> None:
        """Leave it out of the last report: it is about what comes next."""

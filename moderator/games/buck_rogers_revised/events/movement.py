"""Movement: lines that failed, cards played, who was met on leaving, Callisto's ray."""

from moderator.core.game import DiceShown, Event, SeatEvent
from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.orders.types import RevisedOrder
from moderator.games.solar_system.events import Failure, Shortfall
from moderator.games.solar_system.events.movement import Cause
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import Colour, Kind
from moderator.games.solar_system.tables import figures


class LineFailed(Failure, frozen=True, kw_only=True):
    """A line was not carried out."""

    order: RevisedOrder


class FewerWent(Shortfall, frozen=True, kw_only=True):
    """A line was carried out with fewer units than it names, since there were no more."""

    order: RevisedOrder


class HuerThrew(SeatEvent, frozen=True, kw_only=True):
    """Doc Huer's ships move as many zones as the higher throw says."""

    throws: tuple[int, ...]

    @property
    def dice_shown(self) -> tuple[DiceShown, ...]:
        """The throws as a page draws them."""
        return (DiceShown((self.seat,), self.throws, 0, None, False, sides=figures().die),)  # noqa: FBT003 - nobody won


class GenniesLanded(SeatEvent, frozen=True, kw_only=True):
    """Gennies dropped from Transports in an orbit into a territory ("Spaceborne Landing")."""

    colour: Colour
    origin: str
    zone: str
    count: int


class PassersMet(Event, frozen=True, kw_only=True):
    """Units that were leaving a zone are fired on ("Pass-Through Fire"); the round of battle follows."""

    seat: Seat
    """Who leaves."""
    zone: str
    firers: tuple[Seat, ...]
    units: Units


class CardPlayed(SeatEvent, frozen=True, kw_only=True):
    """A seat played a territory card, and units stand there now."""

    colour: Colour
    card: str
    units: Units


class CardKept(SeatEvent, frozen=True, kw_only=True):
    """A card was not played as a line says; its seat alone is told."""

    failed = True

    card: str
    cause: Cause


class RayFired(SeatEvent, frozen=True, kw_only=True):
    """Baroness Callisto's death ray: a ``throw`` of 0 needed none, ``number`` is what it had to reach."""

    victim: Seat
    kind: Kind
    zone: str
    number: int
    throw: int
    hit: bool

    @property
    def dice_shown(self) -> tuple[DiceShown, ...]:
        """The throw as a page draws it."""
        return (DiceShown((self.seat,), (self.throw,), 0, None, self.hit, sides=figures().die),) if self.throw else ()

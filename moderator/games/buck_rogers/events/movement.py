"""Events of conversion, seduction and Movement."""

from moderator.core.game import DiceShown, Event, SeatEvent
from moderator.core.seats import Seat
from moderator.games.buck_rogers.orders.types import BuckOrder
from moderator.games.solar_system.events import Failure, Shortfall
from moderator.games.solar_system.events.thefts import LeaderTheft
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import Colour
from moderator.games.solar_system.tables import figures


class UnitsConverted(SeatEvent, frozen=True, kw_only=True):
    """Units were made of others."""

    colour: Colour
    zone: str
    given: Units
    made: Units


class LeaderSeduced(LeaderTheft, frozen=True, kw_only=True):
    """Ardala made somebody else's Leader move."""

    zone: str


class HuerThrew(SeatEvent, frozen=True, kw_only=True):
    """Doc Huer's ships move as many zones as were thrown."""

    throw: int


class PassersFired(Event, frozen=True, kw_only=True):
    """Units were fired on as they left a zone: by whom, at what numbers, with what effect."""

    seat: Seat
    """Who fired."""
    target: Seat
    zone: str
    firers: Units
    numbers: tuple[int, ...]
    throws: tuple[int, ...]
    lost: Units = Units()

    @property
    def dice_shown(self) -> tuple[DiceShown, ...]:
        """The throws as a page draws them."""
        return (DiceShown((self.seat,), self.throws, 0, None, self.lost != Units(), sides=figures().die),)


class RetreatersFired(PassersFired, frozen=True, kw_only=True):
    """The same at units that left a battle."""

    nested = True


class LineFailed(Failure, frozen=True, kw_only=True):
    """A line was not carried out."""

    order: BuckOrder


class FewerWent(Shortfall, frozen=True, kw_only=True):
    """A line was carried out with fewer units than it names, since there were no more."""

    order: BuckOrder

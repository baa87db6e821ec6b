"""Events of Combat: shots before, rounds, retreats, what is captured."""

from moderator.core.game import DiceShown, Event, SeatEvent
from moderator.core.seats import Seat
from moderator.games.solar_system.events.battle import Shot, Side, shown
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import Colour
from moderator.games.solar_system.tables import figures


class RoundFought(Event, frozen=True, kw_only=True):
    """A round of a battle: every shot, and what was lost by each seat."""

    nested = True

    zone: str
    round: int
    shots: tuple[Shot, ...]
    lost: tuple[Side, ...]

    @property
    def dice_shown(self) -> tuple[DiceShown, ...]:
        """The throws as a page draws them."""
        return shown(self.shots)


class Surrendered(SeatEvent, frozen=True, kw_only=True):
    """All forces of a seat in a zone are another's now."""

    nested = True

    victor: Seat
    zone: str
    units: Units


class SurrenderRefused(SeatEvent, frozen=True, kw_only=True):
    """A seat offered its forces in a zone, and the other would not have them."""

    nested = True

    victor: Seat
    zone: str


class FactoryRaided(SeatEvent, frozen=True, kw_only=True):
    """Commandos tried to destroy a Factory; ``numbers`` are what their throws had to reach."""

    nested = True

    victim: Seat
    zone: str
    throws: tuple[int, ...]
    numbers: tuple[int, ...]
    destroyed: bool

    @property
    def dice_shown(self) -> tuple[DiceShown, ...]:
        """The throws as a page draws them."""
        return (DiceShown((self.seat,), self.throws, 0, None, self.destroyed, sides=figures().die),)


class FactorySabotaged(SeatEvent, frozen=True, kw_only=True):
    """The loser of a territory tried to destroy a Factory there."""

    zone: str
    throw: int
    destroyed: bool

    @property
    def dice_shown(self) -> tuple[DiceShown, ...]:
        """The throw as a page draws it."""
        return (DiceShown((self.seat,), (self.throw,), 0, None, self.destroyed, sides=figures().die),)


class LeaderSubverted(SeatEvent, frozen=True, kw_only=True):
    """An enemy tried to win a Leader over: the throw with what adds to it."""

    leader: str
    victim: Seat
    zone: str
    throw: int
    bonus: int
    won: bool

    @property
    def dice_shown(self) -> tuple[DiceShown, ...]:
        """The throw as a page draws it."""
        total = self.throw + self.bonus
        return (DiceShown((self.seat,), (self.throw,), self.bonus, total, self.won, sides=figures().die),)


class SubversionEnded(Event, frozen=True, kw_only=True):
    """A Leader who was won over goes home; ``throw`` is 0 where none was needed."""

    seat: Seat
    """Whose he was by right."""
    leader: str
    zone: str
    throw: int = 0


class ColourInert(SeatEvent, frozen=True, kw_only=True):
    """A colour has lost its only Leader, and can do nothing but defend itself until a turn has ended."""

    colour: Colour
    until: int


class UnitsStranded(SeatEvent, frozen=True, kw_only=True):
    """Units that could neither fight nor go back are lost."""

    nested = True

    zone: str
    units: Units

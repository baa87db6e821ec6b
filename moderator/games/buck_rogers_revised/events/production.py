"""Production: Factories made ready, bids, what is built, resources, the Black Market, Ardala."""

from msgspec import Struct

from moderator.core.game import DiceShown, Event, SeatEvent
from moderator.core.seats import Seat
from moderator.games.solar_system.events.thefts import LeaderTheft
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import Colour, Kind
from moderator.games.solar_system.tables import figures


class FactoriesReady(SeatEvent, frozen=True, kw_only=True):
    """Which Factories of a colour are active this turn, and which are disabled, by zone."""

    colour: Colour
    active: tuple[str, ...]
    disabled: tuple[str, ...]


class TrooperUpgraded(SeatEvent, frozen=True, kw_only=True):
    """Doc Huer made a Gennie of a Trooper."""

    colour: Colour
    zone: str


class Offer(Struct, frozen=True, omit_defaults=True):
    """A bid: so many Factories of a colour that make nothing, with Zerea Takan's token or without."""

    seat: Seat
    colour: Colour
    factories: int
    bonus: bool = False


class BidsOpened(Event, frozen=True, kw_only=True):
    """All bids, opened together; ``throws`` are those that broke ties, round by round."""

    bids: tuple[Offer, ...]
    throws: tuple[tuple[tuple[Colour, int], ...], ...] = ()


class FactoriesBid(SeatEvent, frozen=True, kw_only=True):
    """Which Factories of a colour were bid, so that they make nothing, by zone; its seat alone is told."""

    colour: Colour
    zones: tuple[str, ...]


class CardsTaken(Event, frozen=True, kw_only=True):
    """The turn cards: colours in turn order; ``chosen`` are those that took theirs for a bid, the others drew."""

    order: tuple[Colour, ...]
    chosen: tuple[Colour, ...] = ()


class HalfBuilt(SeatEvent, frozen=True, kw_only=True):
    """One half of a Battler, KilSat or Factory lies in a zone; ``factories`` are where it was made."""

    colour: Colour
    kind: Kind
    zone: str
    factories: tuple[str, ...]


class ResourcesCounted(SeatEvent, frozen=True, kw_only=True):
    """A colour's resources: what each part adds, active Factories, and what is left for the Black Market."""

    colour: Colour
    objects: int
    bonuses: int
    leader: int
    factories: int
    left: int


class Corruption(SeatEvent, frozen=True, kw_only=True):
    """A colour tried to buy on the Black Market; a ``throw`` of 0: without Factories the first one is a success.

    ``number`` is what the throw may be at most; ``half`` of a large unit, which it may complete. Nothing is gained
    where it was not ``bought``.
    """

    colour: Colour
    kind: Kind
    zone: str
    number: int
    throw: int
    bought: bool
    half: bool = False

    @property
    def dice_shown(self) -> tuple[DiceShown, ...]:
        """The throw as a page draws it."""
        faces = (self.throw,) if self.throw else ()
        return (DiceShown((self.seat,), faces, 0, None, self.bought, sides=figures().die),) if faces else ()


class NothingBought(SeatEvent, frozen=True, kw_only=True):
    """A line for the Black Market bought nothing, or not all: no place for it, or no resources (``poor``).

    Its seat alone is told.
    """

    failed = True

    kind: Kind
    zone: str
    poor: bool = False


class LeaderStolen(LeaderTheft, frozen=True, kw_only=True):
    """Ardala took a Leader off the board; he comes back in the Ardala step of turn ``back``."""

    zone: str
    back: int


class FactoriesDisabled(SeatEvent, frozen=True, kw_only=True):
    """Factories were disabled after they had built, on the first turn, by zone."""

    colour: Colour
    zones: tuple[str, ...]


class NeutralGrew(Event, frozen=True, kw_only=True):
    """The neutral colour built units in a zone."""

    zone: str
    units: Units

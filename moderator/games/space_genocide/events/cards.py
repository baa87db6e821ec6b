"""Events of cards: their effects, and how they change hands."""

from typing import Literal, TypeAlias

from moderator.core.game import Event, SeatEvent
from moderator.core.seats import Seat
from moderator.games.space_genocide.events.production import Berth
from moderator.games.space_genocide.orders.phrases import Target
from moderator.games.space_genocide.pieces import Place, Ship, World

Stat: TypeAlias = Literal["move", "attack", "defence"]


class CardsDrawn(SeatEvent, frozen=True, kw_only=True):
    """The number of cards that a seat drew."""

    count: int


class CardsGained(SeatEvent, frozen=True, kw_only=True):
    """The cards that a seat drew; known to it alone."""

    cards: tuple[str, ...]


class CardsDiscarded(SeatEvent, frozen=True, kw_only=True):
    """Cards that a seat put on the open discard pile; ``card`` is the card that made it."""

    cards: tuple[str, ...]
    card: str = ""


class DeckShuffled(Event, frozen=True, kw_only=True):
    """The discarded cards became the new deck."""

    count: int


class CardPlayed(SeatEvent, frozen=True, kw_only=True):
    """A seat played a card; ``negated_by`` names who answered it with Intelligence."""

    card: str
    target: Target = Target()
    other: Target = Target()
    goal: Place = ""
    negated_by: Seat = ""


class FleetScanned(SeatEvent, frozen=True, kw_only=True):
    """A seat looked at another's mat; known to it alone."""

    owner: Seat
    fleet: int
    place: Place
    ships: tuple[Ship, ...]
    card: str


class HandLooked(SeatEvent, frozen=True, kw_only=True):
    """A seat looked at another's hand; known to it alone."""

    owner: Seat
    cards: tuple[str, ...]
    card: str


class DeckLooked(SeatEvent, frozen=True, kw_only=True):
    """A seat looked at the next cards of the deck; known to it alone."""

    cards: tuple[str, ...]
    card: str


class WorldRevealed(SeatEvent, frozen=True, kw_only=True):
    """A planet's counter was turned up for all."""

    place: Place
    world: World
    card: str


class FleetRelocated(SeatEvent, frozen=True, kw_only=True):
    """A card put a fleet elsewhere."""

    fleet: int
    origin: Place
    goal: Place
    card: str


class ShipsBoosted(Event, frozen=True, kw_only=True):
    """A card changed a figure of a fleet (0: of all ships of the seat at the place; no seat: of all there)."""

    card: str
    stat: Stat
    amount: int
    seat: Seat = ""
    fleet: int = 0
    kind: str = ""
    place: Place = ""


class FleetJammed(SeatEvent, frozen=True, kw_only=True):
    """A card keeps a fleet from moving this turn."""

    fleet: int
    card: str


class PassageOpened(SeatEvent, frozen=True, kw_only=True):
    """A card lets a fleet go on where another's fleet ``other`` would have stopped it."""

    fleet: int
    owner: Seat
    other: int
    card: str


class SquadronBased(SeatEvent, frozen=True, kw_only=True):
    """A card brought a fighter from its fleet into another one (``into``) at a planet; known to its seat alone."""

    fleet: int
    kind: str
    place: Place
    into: int
    card: str


class ShipRestored(SeatEvent, frozen=True, kw_only=True):
    """A card gave a seat a ship back that it had lost in a battle."""

    kind: str
    place: Place
    fleet: int
    card: str


class PhaseAltered(Event, frozen=True, kw_only=True):
    """A card lets a phase be skipped, or played again (at one hex: ``place``)."""

    card: str
    phase: Literal["transport", "engagement", "destruction"]
    again: bool
    seat: Seat = ""
    place: Place = ""


class AttackNegated(Event, frozen=True, kw_only=True):
    """All attacks on a ship had no effect."""

    place: Place
    seat: Seat
    fleet: int
    kind: str
    card: str


class LaunchNegated(Event, frozen=True, kw_only=True):
    """A launch at a planet had no effect."""

    place: Place
    seat: Seat
    by: Seat
    card: str


class RollRepeated(Event, frozen=True, kw_only=True):
    """Dice were thrown again; the earlier faces count no more."""

    place: Place
    seat: Seat
    faces: tuple[int, ...]
    again: tuple[int, ...]
    card: str


class ShipsExchanged(SeatEvent, frozen=True, kw_only=True):
    """Ships went back to the pile and others were drawn for them; known to their seat alone."""

    gone: tuple[str, ...]
    berths: tuple[Berth, ...]
    card: str

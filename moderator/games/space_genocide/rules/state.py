"""The full position of a match."""

from msgspec import UNSET, Struct, UnsetType

from moderator.core.game import Outcome
from moderator.core.seats import Seat
from moderator.games.space_genocide.options import Options
from moderator.games.space_genocide.orders.types import Doctrine
from moderator.games.space_genocide.pieces import Fleet, Place, Planet, Ruin, Ship
from moderator.games.space_genocide.seat.view import DeckSeen, HandSeen, Phase, TurnNote


class Sighting(Struct, frozen=True):
    """The ships of a fleet as a seat saw them in a turn; forgotten when the fleet's marker leaves the map."""

    seat: Seat
    number: int
    ships: tuple[Ship, ...]
    seen: int


class Named(Struct, frozen=True):
    """Types of ships of a fleet that launched before all eyes, last in a turn, beyond those that a seat has seen."""

    seat: Seat
    number: int
    kinds: tuple[str, ...]
    seen: int


class Memory(Struct, frozen=True):
    """The hidden things that one seat has been shown: sightings by seat and number, worlds by place.

    ``named`` is no part of positions in which nothing was named.
    """

    fleets: tuple[Sighting, ...] = ()
    worlds: tuple[tuple[Place, int], ...] = ()
    hands: tuple[HandSeen, ...] = ()
    deck: DeckSeen | None = None
    named: tuple[Named, ...] | UnsetType = UNSET


class State(Struct, frozen=True, kw_only=True):
    """Everything there is to know.

    ``turn`` is the one that orders are awaited for, 0 in the set-up: then fleets and worlds are the moderator's
    proposal for each seat, known to that seat alone. With ``tempo = "seats"`` it is the turn of ``active``. ``pile``
    counts the ships in it by type, ``deck`` has the next card first. ``memory`` and ``doctrine`` are by seat.
    """

    options: Options
    seats: tuple[Seat, ...]
    turn: int
    phase: Phase
    active: Seat
    order: tuple[Seat, ...]
    fallen: tuple[Seat, ...]
    races: dict[Seat, str]
    planets: tuple[Planet, ...]
    fleets: tuple[Fleet, ...]
    ruins: tuple[Ruin, ...]
    terrain: tuple[tuple[Place, str], ...]
    spent: tuple[str, ...]
    pile: tuple[int, ...]
    hands: dict[Seat, tuple[str, ...]]
    deck: tuple[str, ...]
    discards: tuple[str, ...]
    doctrine: dict[Seat, tuple[Doctrine, ...]]
    memory: dict[Seat, Memory]
    history: tuple[TurnNote, ...] = ()
    outcome: Outcome | None = None

    def in_play(self) -> tuple[Seat, ...]:
        """Return the seats that have not lost."""
        return tuple(seat for seat in self.seats if seat not in self.fallen)

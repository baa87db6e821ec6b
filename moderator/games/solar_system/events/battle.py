"""Events of Combat by every rule set: shots before, rounds, retreats, what is captured."""

from typing import Literal, TypeAlias

from msgspec import Struct

from moderator.core.game import DiceShown, Event, SeatEvent
from moderator.core.seats import Seat
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import Colour, Kind
from moderator.games.solar_system.tables import figures

Shooting: TypeAlias = Literal["kilsat", "volley", "bomb", "lunar"]
"""Shots for which there is no answer: a KilSat's, those of Killer Kane's units, bombs, those of lunar Gennies."""


class Shot(Struct, frozen=True, omit_defaults=True):
    """One unit's attack: who fired at whose what, the number that the die must show (bonus reckoned in), the throw."""

    seat: Seat
    firer: Kind
    victim: Seat
    target: Kind
    number: int
    throw: int

    @property
    def hit(self) -> bool:
        """Whether the target is struck."""
        return self.throw >= self.number


class FreeShots(Event, frozen=True, kw_only=True):
    """Shots that are not answered; what is hit falls at once."""

    shooting: Shooting
    seat: Seat
    zone: str
    """Where the targets are."""
    shots: tuple[Shot, ...]
    origin: str = ""
    """Where they are fired from, if that is another zone."""

    @property
    def dice_shown(self) -> tuple[DiceShown, ...]:
        """The throws as a page draws them."""
        return shown(self.shots)


class Side(Struct, frozen=True):
    """One seat's force in a battle."""

    seat: Seat
    units: Units
    marker: bool = False
    factories: int = 0


class BattleBegun(Event, frozen=True, kw_only=True):
    """Seats fight over a zone: their forces, in turn order."""

    zone: str
    sides: tuple[Side, ...]


class PowerUsed(SeatEvent, frozen=True, kw_only=True):
    """A Leader used his power in a zone."""

    leader: str
    zone: str


class Retreated(SeatEvent, frozen=True, kw_only=True):
    """Units left a battle."""

    nested = True

    units: Units
    zone: str
    goal: str


class RetreatBarred(SeatEvent, frozen=True, kw_only=True):
    """Units could not leave a battle as they should: no zone beside is free. Their seat alone is told."""

    failed = True
    nested = True

    units: Units
    zone: str


class BattleEnded(Event, frozen=True, kw_only=True):
    """A battle is over: what is left of each seat that was in it; ``called_off`` before one side alone was left."""

    nested = True

    zone: str
    rounds: int
    left: tuple[Side, ...]
    called_off: bool = False


class FactoryCaptured(SeatEvent, frozen=True, kw_only=True):
    """A Factory has another owner, with the work in it."""

    victim: Seat
    zone: str
    work: Kind | None = None


class ZoneTaken(SeatEvent, frozen=True, kw_only=True):
    """A territory is controlled by a seat now; ``victim`` is empty if nobody had it."""

    colour: Colour
    victim: Seat
    zone: str


class ZoneLost(Event, frozen=True, kw_only=True):
    """Nobody controls a territory any more."""

    victim: Seat
    zone: str


class ShipsCaptured(SeatEvent, frozen=True, kw_only=True):
    """Black Barney takes ships that his side destroyed."""

    zone: str
    units: Units


class LeaderLost(SeatEvent, frozen=True, kw_only=True):
    """A Leader is defeated: removed from the match, or captive until the end of turn ``back``."""

    leader: str
    zone: str
    captor: Seat = ""
    back: int = 0


class LeaderReturned(SeatEvent, frozen=True, kw_only=True):
    """A Leader comes back to the board, or for the first time."""

    leader: str
    zone: str


class KilSatLost(Event, frozen=True, kw_only=True):
    """Nobody controls the surface below a KilSat any more, or somebody else does."""

    zone: str
    victim: Seat
    seat: Seat = ""


def shown(shots: tuple[Shot, ...]) -> tuple[DiceShown, ...]:
    """Return shots as a page draws them: a group for each seat that fired."""
    out = []
    for seat in dict.fromkeys(shot.seat for shot in shots):
        own = [shot for shot in shots if shot.seat == seat]
        faces = tuple(shot.throw for shot in own)
        out.append(DiceShown((seat,), faces, 0, None, any(shot.hit for shot in own), sides=figures().die))
    return tuple(out)


def who_meets(event: Event) -> tuple[Seat, ...]:
    """Return the seats that a battle is between, none for another event."""
    return tuple(side.seat for side in event.sides) if isinstance(event, BattleBegun) else ()

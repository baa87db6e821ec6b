"""Events of bursts, engagements and mass destruction."""

from typing import Literal, TypeAlias

from msgspec import Struct

from moderator.core.game import DiceShown, Event, SeatEvent
from moderator.core.seats import Seat
from moderator.games.space_genocide.pieces import Place, Ship, World

Loss: TypeAlias = Literal["mines", "stranded", "orbit", "card", "fallen", "gm"]
"""What destroyed a ship outside of a battle: mines, no bay to land in, the planet that it orbited, …"""


class Force(Struct, frozen=True):
    """A fleet that fights; ``entered`` if it came to the hex this turn."""

    seat: Seat
    fleet: int
    ships: tuple[Ship, ...]
    entered: bool


class Volley(Struct, frozen=True):
    """One ship's launch at a planet: a die for each Planet Buster, none for those that were duds."""

    fleet: int
    kind: str
    busters: int
    faces: tuple[int, ...]


class BurstFired(SeatEvent, frozen=True, kw_only=True):
    """A fleet fired Planet Busters at enemy ships: a die for each ship and buster, destroyed on 6."""

    fleet: int
    place: Place
    busters: int
    faces: tuple[int, ...]
    destroyed: tuple[tuple[Seat, int, str], ...]


class EngagementBegun(Event, frozen=True, kw_only=True):
    """Opposing fleets are in one hex and show their mats; ``round`` counts where a battle has several."""

    place: Place
    round: int
    forces: tuple[Force, ...]


class SalvoFired(Event, frozen=True, kw_only=True):
    """Ships of one seat attacked one ship together; ``rammed`` are those that destroyed themselves by it."""

    nested = True

    place: Place
    seat: Seat
    attackers: tuple[str, ...]
    owner: Seat
    fleet: int
    kind: str
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    destroyed: bool
    rammed: tuple[str, ...] = ()

    @property
    def dice_shown(self) -> tuple[DiceShown, DiceShown]:
        """Both sides' dice, to be drawn."""
        return (
            DiceShown((self.seat,), self.attack, 0, sum(self.attack), self.destroyed),
            DiceShown((self.owner,), self.defence, 0, sum(self.defence), not self.destroyed),
        )


class EngagementOver(Event, frozen=True, kw_only=True):
    """The forces that are left after an engagement; the mats that took part were open to all."""

    nested = True

    place: Place
    round: int
    forces: tuple[Force, ...]


class ShipLost(SeatEvent, frozen=True, kw_only=True):
    """A ship was destroyed outside of a battle."""

    fleet: int
    kind: str
    place: Place
    cause: Loss
    card: str = ""


class ShipTaken(SeatEvent, frozen=True, kw_only=True):
    """A ship changed sides: the Raiders' custom (no card) or a card."""

    owner: Seat
    kind: str
    place: Place
    fleet: int
    card: str = ""


class BustersLaunched(SeatEvent, frozen=True, kw_only=True):
    """Planet Busters were launched at a planet: it is destroyed if any die shows ``needed`` or less."""

    place: Place
    owner: Seat
    volleys: tuple[Volley, ...]
    needed: int
    destroyed: bool

    @property
    def faces(self) -> tuple[int, ...]:
        """All dice."""
        return tuple(face for volley in self.volleys for face in volley.faces)


class PlanetDestroyed(Event, frozen=True, kw_only=True):
    """A planet is no more, and its counter is shown to all."""

    place: Place
    owner: Seat
    world: World
    by: tuple[Seat, ...]

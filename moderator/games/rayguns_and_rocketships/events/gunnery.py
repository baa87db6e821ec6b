"""Rocketship Shooting, and what damages ships at any time."""

from typing import Literal, TypeAlias

from msgspec import Struct

from moderator.core.game import DiceShown, SeatEvent
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.events.shared import FigureEvent
from moderator.games.rayguns_and_rocketships.pieces import Node, Post
from moderator.games.rayguns_and_rocketships.tables import DIE

Source: TypeAlias = Literal["raygun", "star", "ram", "void", "rock", "core"]
"""What a Blast on a ship comes from."""


class Shot(Struct, frozen=True, omit_defaults=True):
    """One raygun's throw: its port, what the die shows, what adds to it, and the number that it must reach."""

    port: str
    throw: int
    bonus: int
    number: int
    hit: bool


class BatteryFired(SeatEvent, frozen=True, kw_only=True):
    """Rayguns fired together at a ship's body or its rayguns; ``armour`` hits were ignored.

    ``card`` names the Star card or ability by which they fire once more; a Star card's own dice have no port.
    """

    on: Seat
    at_guns: bool
    shots: tuple[Shot, ...]
    armour: int = 0
    card: str = ""

    @property
    def hits(self) -> int:
        """The hits that count."""
        return max(0, sum(shot.hit for shot in self.shots) - self.armour)

    @property
    def dice_shown(self) -> tuple[DiceShown, ...]:
        """The throws as a page draws them, hits first; what adds to them is the same for all."""
        shown = []
        for hit in (True, False):
            if some := [shot for shot in self.shots if shot.hit is hit]:
                faces = tuple(shot.throw for shot in some)
                shown.append(DiceShown((self.seat,), faces, some[0].bonus, None, hit, sides=DIE))
        return tuple(shown)


class BlastPlaced(SeatEvent, frozen=True, kw_only=True):
    """A Blast is on a ship's post or square; ``by`` is who scores if that destroys it, empty for nobody."""

    where: Post
    source: Source
    by: Seat = ""


class BlastLost(SeatEvent, frozen=True, kw_only=True):
    """There was no place left for a Blast, or no marker."""

    source: Source


class GunWrecked(SeatEvent, frozen=True, kw_only=True):
    """A raygun is destroyed, by a battery or, with ``figure``, from inside."""

    port: str
    by: Seat
    figure: str = ""


class GunSaved(SeatEvent, frozen=True, kw_only=True):
    """Who manned a raygun took the hit for it."""

    port: str
    figure: str
    by: Seat


class ShipDestroyed(SeatEvent, frozen=True, kw_only=True):
    """A ship has all the Blasts that it takes, and is gone."""

    at: Node
    by: Seat


class Evacuated(FigureEvent, frozen=True, kw_only=True):
    """A figure left a ship that was destroyed, onto a node beside it."""

    ship: Seat
    node: Node
    paid: int

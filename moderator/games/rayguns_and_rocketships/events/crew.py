"""Crew Movement and Combat, and what damages figures at any time."""

from typing import Literal, TypeAlias

from moderator.core.game import DiceShown, SeatEvent
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.events.shared import CardEvent, FigureEvent, single, versus
from moderator.games.rayguns_and_rocketships.pieces import Node, Post

ShotOutcome: TypeAlias = Literal["miss", "dodged", "shielded", "hit"]
"""``shielded``: the princess beside the target took the damage off."""

DuelOutcome: TypeAlias = Literal["hit", "blocked", "riposte"]
"""``riposte``: after a tie the defender struck the attacker down."""

Harm: TypeAlias = Literal["raygun", "pistol", "sword", "core", "lost"]
"""What harms a figure; ``lost``: it could not leave a ship that was destroyed."""

Found: TypeAlias = Literal["nothing", "gun", "star"]
"""What a search of the hatch came to."""


class Walked(FigureEvent, frozen=True, kw_only=True):
    """A figure walked: ``way`` are the squares (aboard ``ship``) or nodes (no ship) that it entered, by name.

    ``paid`` are Action tokens for more spaces. ``along``: the captain took it with him.
    """

    way: tuple[str, ...]
    ship: Seat = ""
    paid: int = 0
    along: bool = False


class Exited(FigureEvent, frozen=True, kw_only=True):
    """A figure left a ship for a node beside it; ``paid`` is the airlock's token and those for spaces."""

    ship: Seat
    node: Node
    paid: int = 0


class CameHome(FigureEvent, frozen=True, kw_only=True):
    """A figure entered its own ship."""

    airlock: Post
    paid: int = 0


class EntryTried(FigureEvent, frozen=True, kw_only=True):
    """A figure tried to enter an enemy ship; ``throw`` is 0 where none was needed."""

    on: Seat
    throw: int
    bonus: int
    number: int
    inside: bool
    airlock: Post = ""
    paid: int = 0

    @property
    def dice_shown(self) -> tuple[DiceShown, ...]:
        """The throw as a page draws it."""
        return single(self.seat, self.throw, self.bonus, won=self.inside) if self.throw else ()


class PistolFired(FigureEvent, frozen=True, kw_only=True):
    """A figure, aboard ``ship`` or in space, shot at one of ``on``, a raygun (``"GUN P3"``), warbot or core."""

    on: Seat
    ship: Seat = ""
    target: str
    throw: int
    bonus: int
    number: int
    outcome: ShotOutcome
    paid: int = 0

    @property
    def dice_shown(self) -> tuple[DiceShown, ...]:
        """The throw as a page draws it."""
        return single(self.seat, self.throw, self.bonus, won=self.outcome == "hit")


class Duel(FigureEvent, frozen=True, kw_only=True):
    """A figure attacked another with the sword, aboard ``ship`` or in space.

    ``rounds`` are the throws of attacker and defender, as they were when the duel began; from one to the next the roles
    change. ``bonuses`` add to each of them.
    """

    on: Seat
    ship: Seat = ""
    target: str
    rounds: tuple[tuple[int, int], ...]
    bonuses: tuple[int, int]
    outcome: DuelOutcome
    paid: int = 0

    @property
    def dice_shown(self) -> tuple[DiceShown, ...]:
        """The throws of the last round as a page draws them."""
        return versus((self.seat, self.on), self.rounds[-1], self.bonuses)


class Dodged(FigureEvent, frozen=True, kw_only=True):
    """A figure dodged a shot for an Action token."""

    paid: int


class Shielded(FigureEvent, frozen=True, kw_only=True):
    """The princess beside a figure took a damage off it that was no pistol's (once a Turn)."""


class CaptainHurt(SeatEvent, frozen=True, kw_only=True):
    """A captain has a Blast on an ability, which is off until it is healed."""

    ability: str
    harm: Harm
    by: Seat = ""


class FigureWounded(FigureEvent, frozen=True, kw_only=True):
    """A crew member lies wounded (option ``ironwill``)."""

    harm: Harm
    by: Seat = ""


class FigureDefeated(FigureEvent, frozen=True, kw_only=True):
    """A figure is out of play."""

    harm: Harm
    by: Seat = ""


class PrincessTaken(SeatEvent, frozen=True, kw_only=True):
    """The princess was damaged: she is back on the captor's hatch, or at Vaporia where that ship is gone."""

    ship: Seat = ""
    node: Node = ""


class BlastOut(FigureEvent, frozen=True, kw_only=True):
    """A crew member put a Blast out."""

    where: Post
    paid: int


class HatchSearched(FigureEvent, frozen=True, kw_only=True):
    """A crew member searched the hatch: for a raygun onto ``port``, or for a Star card."""

    throw: int
    number: int
    found: Found
    port: str = ""
    paid: int = 1

    @property
    def dice_shown(self) -> tuple[DiceShown, ...]:
        """The throw as a page draws it."""
        return single(self.seat, self.throw, 0, won=self.found != "nothing")


class StarFound(CardEvent, frozen=True, kw_only=True):
    """Which Star card a seat chose from its deck; it alone is told."""


class CaptainHealed(SeatEvent, frozen=True, kw_only=True):
    """A Blast is off the captain card: healed by a crew member, or by the princess for nothing."""

    healer: str
    ability: str
    paid: int


class FigureHealed(FigureEvent, frozen=True, kw_only=True):
    """A wounded crew member stands: by itself and scarred, or healed by a friend (option ``ironwill``)."""

    healer: str
    paid: int

"""Crew Movement and Combat, and what damages figures at any time."""

from typing import Literal, TypeAlias

from moderator.core.game import DiceShown, Event
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.events.flight import versus
from moderator.games.rayguns_and_rocketships.pieces import Node, Post
from moderator.games.rayguns_and_rocketships.tables import DIE

ShotOutcome: TypeAlias = Literal["miss", "dodged", "shielded", "hit"]
"""``shielded``: the princess beside the target took the damage off."""

DuelOutcome: TypeAlias = Literal["hit", "blocked", "riposte"]
"""``riposte``: after a tie the defender struck the attacker down."""

Harm: TypeAlias = Literal["raygun", "pistol", "sword", "core", "lost"]
"""What harms a figure; ``lost``: it could not leave a ship that was destroyed."""


class Walked(Event, frozen=True, kw_only=True):
    """A figure walked: ``way`` are the squares (aboard ``ship``) or nodes (no ship) that it entered, by name.

    ``paid`` are Action tokens for more spaces. ``along``: the captain took it with him.
    """

    seat: Seat
    figure: str
    way: tuple[str, ...]
    ship: Seat = ""
    paid: int = 0
    along: bool = False


class Exited(Event, frozen=True, kw_only=True):
    """A figure left a ship for a node beside it; ``paid`` is the airlock's token and those for spaces."""

    seat: Seat
    figure: str
    ship: Seat
    node: Node
    paid: int = 0


class CameHome(Event, frozen=True, kw_only=True):
    """A figure entered its own ship."""

    seat: Seat
    figure: str
    airlock: Post
    paid: int = 0


class EntryTried(Event, frozen=True, kw_only=True):
    """A figure tried to enter an enemy ship; ``throw`` is 0 where none was needed."""

    seat: Seat
    figure: str
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
        return _single(self.seat, self.throw, self.bonus, won=self.inside) if self.throw else ()


class PistolFired(Event, frozen=True, kw_only=True):
    """A figure shot at a figure, a raygun port (``"GUN P3"``), a warbot or a core of ``on``."""

    seat: Seat
    figure: str
    on: Seat
    target: str
    throw: int
    bonus: int
    number: int
    outcome: ShotOutcome
    paid: int = 0

    @property
    def dice_shown(self) -> tuple[DiceShown, ...]:
        """The throw as a page draws it."""
        return _single(self.seat, self.throw, self.bonus, won=self.outcome == "hit")


class Duel(Event, frozen=True, kw_only=True):
    """A figure attacked another with the sword.

    ``rounds`` are the throws of attacker and defender, as they were when the duel began; from one to the next the roles
    change. ``bonuses`` add to each of them.
    """

    seat: Seat
    figure: str
    on: Seat
    target: str
    rounds: tuple[tuple[int, int], ...]
    bonuses: tuple[int, int]
    outcome: DuelOutcome
    paid: int = 0

    @property
    def dice_shown(self) -> tuple[DiceShown, ...]:
        """The throws of the last round as a page draws them."""
        return versus((self.seat, self.on), self.rounds[-1], self.bonuses)


class Dodged(Event, frozen=True, kw_only=True):
    """A figure dodged a shot for an Action token."""

    seat: Seat
    figure: str
    paid: int


class Shielded(Event, frozen=True, kw_only=True):
    """The princess beside a figure took a damage off it that was no pistol's (once a Turn)."""

    seat: Seat
    figure: str


class CaptainHurt(Event, frozen=True, kw_only=True):
    """A captain has a Blast on an ability, which is off until it is healed."""

    seat: Seat
    ability: str
    harm: Harm
    by: Seat = ""


class FigureWounded(Event, frozen=True, kw_only=True):
    """A crew member lies wounded (option ``ironwill``)."""

    seat: Seat
    figure: str
    harm: Harm
    by: Seat = ""


class FigureDefeated(Event, frozen=True, kw_only=True):
    """A figure is out of play."""

    seat: Seat
    figure: str
    harm: Harm
    by: Seat = ""


class PrincessTaken(Event, frozen=True, kw_only=True):
    """The princess was damaged: she is back on the captor's hatch, or at Vaporia where that ship is gone."""

    seat: Seat
    ship: Seat = ""
    node: Node = ""


class BlastOut(Event, frozen=True, kw_only=True):
    """A crew member put a Blast out."""

    seat: Seat
    figure: str
    where: Post
    paid: int


class HatchSearched(Event, frozen=True, kw_only=True):
    """A crew member searched the hatch: for a raygun onto ``port``, or for a Star card."""

    seat: Seat
    figure: str
    throw: int
    number: int
    found: Literal["nothing", "gun", "star"]
    port: str = ""
    paid: int = 1

    @property
    def dice_shown(self) -> tuple[DiceShown, ...]:
        """The throw as a page draws it."""
        return _single(self.seat, self.throw, 0, won=self.found != "nothing")


class StarFound(Event, frozen=True, kw_only=True):
    """Which Star card a seat chose from its deck; it alone is told."""

    seat: Seat
    card: str


class CaptainHealed(Event, frozen=True, kw_only=True):
    """A Blast is off the captain card: healed by a crew member, or by the princess for nothing."""

    seat: Seat
    healer: str
    ability: str
    paid: int


class FigureHealed(Event, frozen=True, kw_only=True):
    """A wounded crew member stands: by itself and scarred, or healed by a friend (option ``ironwill``)."""

    seat: Seat
    figure: str
    healer: str
    paid: int


def _single(seat: Seat, throw: int, bonus: int, *, won: bool) -> tuple[DiceShown, ...]:
    return (DiceShown((seat,), (throw,), bonus, throw + bonus if bonus else None, won, sides=DIE),)

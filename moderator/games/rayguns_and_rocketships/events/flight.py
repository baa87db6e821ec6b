"""Rocketship Movement: moves, void, rock, collisions."""

from typing import Literal, TypeAlias

from moderator.core.game import DiceShown, SeatEvent
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.steps import RamResult
from moderator.games.rayguns_and_rocketships.events.shared import FigureEvent, versus
from moderator.games.rayguns_and_rocketships.pieces import Heading, Node

By: TypeAlias = Literal["card", "crew"]
"""What moves a ship: the card's steps, or engines and cockpits."""


class ShipMoved(SeatEvent, frozen=True, kw_only=True):
    """A ship made steps: ``path`` are the nodes that it entered, ``at`` and ``heading`` what is now."""

    by: By
    steps: str
    path: tuple[Node, ...]
    at: Node
    heading: Heading
    card: str = ""


class VoidMet(SeatEvent, frozen=True, kw_only=True):
    """A ship would have left the Star Map: it stays, and ``placer`` puts a Blast on it."""

    at: Node
    placer: Seat


class Reoriented(SeatEvent, frozen=True, kw_only=True):
    """A ship turned as its owner likes, after the void."""

    heading: Heading


class RockMet(SeatEvent, frozen=True, kw_only=True):
    """A ship ran into an asteroid or iceteroid and stays before it; ``placer`` puts a Blast on it."""

    at: Node
    rock: Node
    token: str
    placer: Seat


class Collided(SeatEvent, frozen=True, kw_only=True):
    """A ship rammed another one: both throws with what adds to them, where both are now."""

    on: Seat
    throws: tuple[int, int]
    bonuses: tuple[int, int]
    result: RamResult
    at: Node
    pushed: Node
    moved: bool
    """Whether the target was pushed."""

    @property
    def dice_shown(self) -> tuple[DiceShown, ...]:
        """The throws as a page draws them, the rammer's first."""
        return versus((self.seat, self.on), self.throws, self.bonuses)


class FigureBumped(FigureEvent, frozen=True, kw_only=True):
    """A ship came to rest where a figure drifted, who went to a node beside it."""

    origin: Node
    node: Node

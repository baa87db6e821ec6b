"""Rocketship Movement: moves, void, rock, collisions."""

from typing import Literal, TypeAlias

from moderator.core.game import DiceShown, Event
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.steps import RamResult
from moderator.games.rayguns_and_rocketships.pieces import Heading, Node
from moderator.games.rayguns_and_rocketships.tables import DIE

By: TypeAlias = Literal["card", "crew"]
"""What moves a ship: the card's steps, or engines and cockpits."""


class ShipMoved(Event, frozen=True, kw_only=True):
    """A ship made steps: ``path`` are the nodes that it entered, ``at`` and ``heading`` what is now."""

    seat: Seat
    by: By
    steps: str
    path: tuple[Node, ...]
    at: Node
    heading: Heading
    card: str = ""


class VoidMet(Event, frozen=True, kw_only=True):
    """A ship would have left the Star Map: it stays, and ``placer`` puts a Blast on it."""

    seat: Seat
    at: Node
    placer: Seat


class Reoriented(Event, frozen=True, kw_only=True):
    """A ship turned as its owner likes, after the void."""

    seat: Seat
    heading: Heading


class RockMet(Event, frozen=True, kw_only=True):
    """A ship ran into an asteroid or iceteroid and stays before it; ``placer`` puts a Blast on it."""

    seat: Seat
    at: Node
    rock: Node
    token: str
    placer: Seat


class Collided(Event, frozen=True, kw_only=True):
    """A ship rammed another one: both throws with what adds to them, where both are now."""

    seat: Seat
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


class FigureBumped(Event, frozen=True, kw_only=True):
    """A ship came to rest where a figure drifted, who went to a node beside it."""

    seat: Seat
    figure: str
    origin: Node
    node: Node


def versus(seats: tuple[Seat, Seat], throws: tuple[int, int], bonuses: tuple[int, int]) -> tuple[DiceShown, ...]:
    """Return two throws against each other as a page draws them."""
    totals = tuple(throw + bonus for throw, bonus in zip(throws, bonuses, strict=True))
    return tuple(
        DiceShown(
            (seats[at],),
            (throws[at],),
            bonuses[at],
            totals[at] if any(bonuses) else None,
            totals[at] > totals[1 - at],
            sides=DIE,
        )
        for at in range(2)
    )

"""A ship's step on the Star Map: void, rock, collision, push (Rules: Rocketship Movement, Ramming; BY-MAIL 4).

Pure: it tells what a step leads to; the dice of a collision are thrown by who asks, and handed in.
"""

from collections.abc import Collection, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.compass import place_ahead, turn_heading
from moderator.games.rayguns_and_rocketships.board.stars import StarMap
from moderator.games.rayguns_and_rocketships.pieces import Heading, Node
from moderator.games.rayguns_and_rocketships.tables import Step

TURN: dict[str, int] = {"P": -1, "S": 1}
WAY: dict[str, int] = {"F": 0, "R": 4, "L": -1, "K": 1}
"""By step: the direction of a move in turns of 45 degrees from the heading."""

Met: TypeAlias = Literal["", "void", "rock", "ship"]
RamResult: TypeAlias = Literal["won", "lost", "tied"]


class Sky(Struct, frozen=True):
    """What a ship may meet: the map, rocks, and the other ships by node."""

    stars: StarMap
    rocks: Collection[Node]
    ships: Mapping[Node, Seat]

    def obstacle(self, node: Node) -> Met:
        """Return what a ship that enters a node meets."""
        if node not in self.stars:
            return "void"
        if node in self.rocks:
            return "rock"
        return "ship" if node in self.ships else ""

    def is_free(self, node: Node) -> bool:
        """Tell whether a ship can be put on a node."""
        return not self.obstacle(node)


class Stepped(Struct, frozen=True):
    """Where a step leads: a ship that meets something stays, and ``goal`` is where it wanted to go."""

    at: Node
    heading: Heading
    met: Met = ""
    goal: Node = ""


class Rammed(Struct, frozen=True):
    """What a collision leads to: where the rammer is, and the target (where it was, if nothing moved it)."""

    result: RamResult
    at: Node
    pushed: Node


def step(at: Node, heading: Heading, sign: Step | str, sky: Sky) -> Stepped:
    """Return where one step leads."""
    if sign in TURN:
        return Stepped(at, turn_heading(heading, TURN[sign]))
    goal = place_ahead(at, turn_heading(heading, WAY[sign]))
    met = sky.obstacle(goal)
    return Stepped(at if met else goal, heading, met, goal)


def collide(at: Node, goal: Node, away: Heading, throws: tuple[int, int], sky: Sky) -> Rammed:
    """Return what a collision with the ship on ``goal`` leads to (setting 11).

    ``away`` is the heading along which the target is pushed, ``throws`` are the rammer's and the target's with all
    that adds to them. A push into edge, rock or ship does not happen, and the rammer stays.
    """
    mine, yours = throws
    if mine < yours:
        return Rammed("lost", at, goal)
    result: RamResult = "won" if mine > yours else "tied"
    pushed = place_ahead(goal, away)
    if not sky.is_free(pushed) or (result == "tied" and pushed == at):
        return Rammed(result, at, goal)
    return Rammed(result, goal if result == "won" else at, pushed)


def direction(heading: Heading, sign: Step | str) -> Heading:
    """Return the heading along which a step moves a ship."""
    return turn_heading(heading, WAY.get(sign, 0))

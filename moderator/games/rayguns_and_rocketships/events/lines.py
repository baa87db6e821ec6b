"""What became of lines of a letter, told to their author alone."""

from typing import Literal, TypeAlias

from moderator.core.game import SeatEvent
from moderator.games.rayguns_and_rocketships.orders.types import RayOrder

Cause: TypeAlias = Literal[
    "gone",
    "condition",
    "no-ship",
    "no-way",
    "no-airlock",
    "no-engine",
    "no-cockpit",
    "no-tokens",
    "no-target",
    "no-bearing",
    "no-token",
    "no-port",
    "no-deck",
    "no-hatch",
    "blasted",
    "frozen",
    "wounded",
    "full",
    "not-in-hand",
    "taken",
    "stopped",
    "no-room",
    "not-up",
    "beyond",
    "no-card",
    "nobody",
    "off",
    "no-purse",
]
"""Why a line was not carried out.

``gone``: the figure is out of play; ``condition``: what it waits for is not so; ``no-ship``: a ship is gone;
``no-airlock``: none is free; ``no-engine``, ``no-cockpit``: none is manned without a Blast; ``no-tokens``: too few
Action tokens; ``no-bearing``: no raygun bore on what it names; ``no-token``: no such special token there;
``no-port``, ``no-deck``: none to find; ``no-hatch``: nobody on it; ``blasted``: a Blast is on the post;
``frozen``: a Star card holds the figure; ``wounded``: it lies down;
``full``: it carries something; ``taken``: the post is; ``stopped``: the ship met something; ``no-room``: no square.
``not-up``: the card that it is for was not turned up; ``beyond``: the card does not do as much; ``no-card``: not in the
Star deck; ``nobody``: nobody got to the post; ``off``: the ability is not at work; ``no-purse``: no tokens to take.
"""


class LineFailed(SeatEvent, frozen=True, kw_only=True):
    """A line was not carried out, or only ``partly``, in a Turn (0: at the set-up, or in the whole Round)."""

    failed = True

    order: RayOrder
    cause: Cause
    turn: int = 0
    figure: str = ""
    partly: bool = False


class HelmsmanChose(SeatEvent, frozen=True, kw_only=True):
    """The helmsman chose the cards that a letter did not name."""

    cards: tuple[str, ...]


class TaskKept(SeatEvent, frozen=True, kw_only=True):
    """A task is not done and goes on in the next Round."""

    order: RayOrder

    def at_the_end(self) -> None:
        """Leave it out of the last report: it is about what comes next."""


class TaskEnded(SeatEvent, frozen=True, kw_only=True):
    """A task that went on is over: done, or its figures are gone."""

    order: RayOrder

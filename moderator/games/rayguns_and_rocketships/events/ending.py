"""Points, the end of Turns and Rounds, and how a match ends."""

from typing import Literal, TypeAlias

from moderator.core.game import Event, SeatEvent
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.events.shared import CardEvent

Merit: TypeAlias = Literal["gun", "crew", "captain", "ship", "warbot", "star", "goal", "princess", "tape"]
"""What points are for."""


class Scored(SeatEvent, frozen=True, kw_only=True):
    """A seat got victory points; ``total`` is what it has now."""

    points: int
    merit: Merit
    total: int
    victim: Seat = ""


class GoalReached(SeatEvent, frozen=True, kw_only=True):
    """A seat reached a goal of the episode (its place in ``episodes.toml``, from 0)."""

    goal: int


class FirstPassed(Event, frozen=True, kw_only=True):
    """A Turn is over, and the First Player token goes on."""

    turn: int
    first: Seat

    def at_the_end(self) -> None:
        """Leave it out of the last report: it is about what comes next."""


class StarDiscarded(CardEvent, frozen=True, kw_only=True):
    """A Star card that was played goes to the discards."""


class RoundEnded(Event, frozen=True, kw_only=True):
    """A Round is over: the points of each seat; Action tokens that are left are gone."""

    round: int
    points: tuple[tuple[Seat, int], ...]
    lapsed: tuple[tuple[Seat, int], ...]


class SeatOut(SeatEvent, frozen=True, kw_only=True):
    """A seat has no figure left, and keeps its points."""


class MatchWon(Event, frozen=True, kw_only=True):
    """The match is over, for a reason of ``Outcome``."""

    winners: tuple[Seat, ...]
    reason: Literal["target", "last-seat", "rounds", "idle", "nobody"]


class HandOpened(SeatEvent, frozen=True, kw_only=True):
    """The GM ended the match: the Star cards that a seat had in hand, and the cards that it had programmed."""

    stars: tuple[str, ...]
    program: tuple[str, ...]

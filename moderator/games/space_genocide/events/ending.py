"""Events that end the match, or end it for a seat."""

from moderator.core.game import Event, SeatEvent
from moderator.core.seats import Seat
from moderator.games.space_genocide.pieces import Fleet, Planet, World
from moderator.games.space_genocide.seat.view import TurnNote


class SeatFallen(SeatEvent, frozen=True, kw_only=True):
    """A seat has lost: its ``"homeworld"``, or all worlds of a resource."""

    cause: World


class MatchWon(Event, frozen=True, kw_only=True):
    """The match is over.

    ``reason``: ``"last-standing"``, ``"nobody-left"`` (the last fell together), ``"more-planets"``, ``"more-ships"``,
    ``"tie"`` (at the turn limit).
    """

    winners: tuple[Seat, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    reason: str
    turn: int


class BooksOpened(Event, frozen=True, kw_only=True):
    """At the end: every planet, fleet and hand, and the history."""

    planets: tuple[Planet, ...]
    fleets: tuple[Fleet, ...]
    hands: dict[Seat, tuple[str, ...]]
    history: tuple[TurnNote, ...]

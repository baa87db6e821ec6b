"""A match that its GM ended by a word: how it ended, and that nothing in it is hidden from anybody any more.

The GM may decide who wins. That is kept in the record of the end, and is never an outcome by the rules of the game.
"""

from collections.abc import Sequence
from typing import Any

from moderator.core.game import AnyGame, Outcome, Resolution
from moderator.core.seats import Seat
from moderator.service.codes import GmEnding
from moderator.service.letter_parts import Fact
from moderator.service.matches import records
from moderator.service.matches.records import AnyBody
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match

_WON, _DRAWN = "won", "drawn"
"""The facts that keep which seats won, or drew, a seat a line."""


def kept(won: Sequence[Seat], drawn: Sequence[Seat]) -> dict[str, Fact]:
    """Return what the record of an end keeps of who won, or drew."""
    return {name: "\n".join(seats) for name, seats in ((_WON, won), (_DRAWN, drawn)) if seats}


def outcome(match: Match, held: AnyBody) -> Outcome:
    """Return how a match ended that its GM ended, by the body of its last record: those who won or drew rank first."""
    won, drawn = (tuple(str(held.facts.get(name, "")).splitlines()) for name in (_WON, _DRAWN))
    first = won or drawn
    rest = tuple(seat.seat for seat in match.settings.seats if seat.seat not in first)
    reason = GmEnding.WON if won else GmEnding.DRAWN if drawn else GmEnding.ENDED
    return Outcome(won, tuple(filter(None, (first, rest))), (GmEnding.WITHDRAWN if match.withdrawn else reason).value)


def last(game: AnyGame, match: Match, position: bytes, held: AnyBody) -> Resolution[Any]:
    """Read a match's newest position as it is to be seen, with the events that open what was hidden.

    ``held`` is the body of the match's newest record. That keeps the position as it was played: that it lies open
    follows from how the match ended.
    """
    state = records.position(game, position)
    if match.status is not MatchStatus.OVER or game.outcome(state) is not None:
        return Resolution(state, ())
    return game.opened(state, outcome(match, held))

"""A match that its GM ended by a word: nothing in it is hidden from anybody any more, as where the rules end one."""

from typing import Any

from moderator.core.game import AnyGame, Outcome, Resolution
from moderator.service.codes import GmEnding
from moderator.service.matches import records
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match


def outcome(match: Match) -> Outcome:
    """Return how a match ended that its GM ended."""
    reason = GmEnding.WITHDRAWN if match.withdrawn else GmEnding.ENDED
    return Outcome((), (tuple(seat.seat for seat in match.settings.seats),), reason.value)


def last(game: AnyGame, match: Match, position: bytes) -> Resolution[Any]:
    """Read a match's newest position as it is to be seen, with the events that open what was hidden.

    The record keeps the position as it was played: that it lies open follows from how the match ended.
    """
    state = records.position(game, position)
    if match.status is not MatchStatus.OVER or game.outcome(state) is not None:
        return Resolution(state, ())
    return game.opened(state, outcome(match))

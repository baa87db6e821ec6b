"""Masks: in a match that has them the players are their seats to everybody else, until it is over.

Others are told neither names nor who is ready. What a player does brings them letters at the next quarter of an hour
only, in an order that does not tell who wrote first. Players know who they are themselves, and the GM knows everything
unless the match is blind.
"""

import hmac
from datetime import UTC, datetime, timedelta

from moderator.core.codec import encode
from moderator.core.seats import Observer, Seat, Who
from moderator.service.context import Context
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match

_QUARTER = timedelta(minutes=15)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_PLACES = 900_000
"""Places in the order of a quarter's letters, each a microsecond: they all go within the same second."""


def are_worn(match: Match) -> bool:
    """Tell whether players are masked now: until their match is over, and also where it was withdrawn to begin anew."""
    return match.settings.masks and (match.withdrawn or match.status is not MatchStatus.OVER)


def hide(match: Match, seat: Seat, to: Who) -> bool:
    """Tell whether somebody may not know who plays a seat, nor whether its player is ready."""
    return are_worn(match) and to is not Observer.GM and to != seat


def delay(match: Match, *, signed: bool = True) -> bool:
    """Tell whether others hear of what a player does at the next quarter of an hour only; of unsigned words they do."""
    return not signed or are_worn(match)


def even_out(text: str) -> str:
    """Return words with single blanks alone, since others tell a mail program from a forum."""
    return "\n".join(" ".join(line.split()) for line in text.splitlines())


def next_quarter(moment: datetime) -> datetime:
    """Return the full quarter of an hour that comes next, or a moment that is one itself."""
    return moment + (_EPOCH - moment) % _QUARTER


def told_at(ctx: Context, match: Match, by: Seat, *, unsigned: str = "") -> datetime:
    """Return when others are told what the player of a seat does now: at once where nothing is hidden.

    What one player does in a quarter of an hour stays in its order. Which player comes first is drawn anew for each
    quarter; each ``unsigned`` message, named by its key, has a place of its own.
    """
    if not delay(match, signed=not unsigned):
        return ctx.now()
    quarter = next_quarter(ctx.now())
    drawn = hmac.digest(ctx.key, encode(["masks", match.id, quarter.isoformat(), by, unsigned]), "sha256")
    return quarter + timedelta(microseconds=int.from_bytes(drawn[:8], "big") % _PLACES)

"""Letters that were typed on the web desk: their writer is proved by the browser, which only the desk can have kept."""

from sqlmodel import Session

from moderator.posts.typed import TypedLetter, decode
from moderator.service import tags
from moderator.service.inbox.identify import Caller, SenderStatus
from moderator.service.matches.seat_context import PlayerSeat
from moderator.store import match_queries
from moderator.store.tables import Match

LEFT = "left"
"""The verdict on what was typed for a seat that its author does not hold any more when it is read."""


def identify(session: Session, raw: bytes) -> Caller:
    """Return who typed a letter, for the seat that the page was of, if it is still theirs; its match is locked."""
    typed = decode(raw)
    found = match_queries.lock_matches_named(session, [tags.slug(typed.match)])
    seats = [seat for match in found.values() if (seat := _seat(session, match, typed)) is not None]
    if not seats:
        return Caller(status=SenderStatus.NOBODY)
    (own,) = seats
    return Caller(status=SenderStatus.PROVED, player=own.player, player_seat=own, request=typed.request)


def _seat(session: Session, match: Match, typed: TypedLetter) -> PlayerSeat | None:
    held = match_queries.assignments_in(session, match.id)
    for assignment, player in held:
        if player is not None and (player.id, assignment.seat) == (typed.player, typed.seat):
            return PlayerSeat(match, assignment, player, held)
    return None

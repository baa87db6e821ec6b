"""A match that its GM withdraws before its first turn: whoever was welcomed is told once, and it counts for nothing."""

from collections.abc import Iterable, Iterator

from sqlmodel import Session, col, select

from moderator.ports import FORUM
from moderator.service import bounces
from moderator.service.matches import order_requests
from moderator.store import people_queries
from moderator.store.statuses import OutboxStatus, RecordKind
from moderator.store.tables import Match, Outbox, Record, SeatAssignment

_UNSENT = (OutboxStatus.WAITING, OutboxStatus.WITHHELD, OutboxStatus.GATHERED)


def too_late(session: Session, match: Match) -> bool:
    """Tell whether a turn was resolved already; what is asked before turn 1 is no turn."""
    turns = select(Record.id).where(Record.match == match.id, Record.kind == RecordKind.TURN, col(Record.turn) > 0)
    return session.exec(turns.limit(1)).first() is not None


def drop_unsent_letters(session: Session, match: Match) -> None:
    """Drop the letters and posts of a match that have not gone: nobody is welcomed any more, or named in a forum."""
    waiting = select(Outbox).where(
        Outbox.match == match.id, col(Outbox.leased).is_(None), col(Outbox.status).in_(_UNSENT)
    )
    ours = (row for row in session.exec(waiting) if not row.to or row.to.startswith(FORUM))
    for row in ours:
        row.status = OutboxStatus.DROPPED


def _welcomed_seats(session: Session, match: Match) -> Iterator[SeatAssignment]:
    """Give the places whose people were welcomed, or may have been: whose welcome only bounced gets no other letter."""
    gone = {
        (row.seat, row.player)
        for row in session.exec(select(Outbox).where(Outbox.match == match.id, Outbox.kind == "welcome"))
        if row.status not in (OutboxStatus.DROPPED, OutboxStatus.REFUSED)
    }
    for assignment in order_requests.assignments(session, match).values():
        if assignment.player is not None and (assignment.seat, assignment.player) in gone:
            by_mail = not people_queries.accounts_with(session, assignment.player)
            if not (by_mail and bounces.unreachable(people_queries.addresses(session, assignment.player))):
                yield assignment


def recipients_of_final_report(session: Session, match: Match) -> Iterable[SeatAssignment]:
    """Return the places that get the final report of a match that is over."""
    return _welcomed_seats(session, match) if match.withdrawn else order_requests.assignments(session, match).values()

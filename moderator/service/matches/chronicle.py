"""The public thread of a match in a forum: how it begins."""

from msgspec.structs import replace
from sqlmodel import Session, col, select

from moderator.core import dice
from moderator.ports import FORUM
from moderator.service import outbox
from moderator.service.context import Context
from moderator.service.facts import Notice
from moderator.service.matches import evidence, letterhead, order_requests
from moderator.service.outbox import OutgoingLetter
from moderator.store import match_queries, people_queries
from moderator.store.statuses import OutboxStatus
from moderator.store.tables import Match, Outbox


def forums(session: Session, ctx: Context, match: Match) -> tuple[str, ...]:
    """Return the forums in which a match has a chronicle: not one whose beginning was called back."""
    played = people_queries.forums_of(session, [match.id]).get(match.id, set()) if ctx.settings.forums else set()
    keys = {_beginning(match, forum): forum for forum in played}
    dropped = select(Outbox.key).where(col(Outbox.key).in_(keys), Outbox.status == OutboxStatus.DROPPED)
    there = played - {keys[key] for key in session.exec(dropped)} if played else played
    return tuple(forum for forum in ctx.settings.forums if forum in there)


def _beginning(match: Match, forum: str) -> str:
    """Return the key of the letter with which the chronicle of a match begins."""
    return f"begun:{match.id}:{forum}"


def open_(session: Session, ctx: Context, match: Match) -> None:
    """Begin the chronicles of a match: who plays, until when orders are due, and the seals of the first turn."""
    seated = letterhead.seat_lines(match_queries.assignments_in(session, match.id))
    begun = Notice(
        head=letterhead.head(ctx, None, match),
        code="match-begun",
        lines=tuple(f"{line.seat}: {line.player or line.bot}" for line in seated),
        due=letterhead.due(match),
        seals=(
            replace(evidence.seal(match, order_requests.current(session, match)), match_secret=dice.seal(match.secret)),
        ),
    )
    for forum in forums(session, ctx, match):
        letter = OutgoingLetter(key=_beginning(match, forum), to=f"{FORUM}{forum}", payload=begun)
        outbox.enqueue(session, ctx, match, letter)

"""The public thread of a match in a forum: how it begins."""

from collections.abc import Set as AbstractSet

from msgspec.structs import replace
from sqlmodel import Session, col, select

from moderator.core import dice
from moderator.ports import FORUM
from moderator.service import outbox, spectators
from moderator.service.context import Context
from moderator.service.facts import Notice
from moderator.service.matches import evidence, letterhead, order_requests
from moderator.service.outbox import OutgoingLetter
from moderator.store import match_queries, people_queries
from moderator.store.statuses import OutboxStatus
from moderator.store.tables import Match, Outbox


def wanted_in(ctx: Context, match: Match, played: AbstractSet[str]) -> AbstractSet[str]:
    """Return the forums in which a chronicle of a match is to begin: those that it is ``played`` in.

    Where players are masked, nobody is to learn that somebody plays in a forum: there every forum has one, or none if
    spectators are told nothing.
    """
    if not match.settings.masks:
        return played
    return {*ctx.settings.forums} if spectators.are_let_in(match) else set()


def kept_in(session: Session, match: Match, played: AbstractSet[str]) -> AbstractSet[str]:
    """Return the forums in which a chronicle of a match goes on: where players are masked, those in which it began."""
    if not match.settings.masks:
        return played
    if not spectators.are_let_in(match):
        return set()
    begun = select(Outbox.to).where(col(Outbox.key).startswith(_beginning(match, "")))
    return {to.removeprefix(FORUM) for to in session.exec(begun)}


def forums(session: Session, ctx: Context, match: Match) -> tuple[str, ...]:
    """Return the forums in which a match has a chronicle: not one whose beginning was called back."""
    there = kept_in(session, match, _played_in(session, ctx, match))
    keys = {_beginning(match, forum): forum for forum in there}
    dropped = select(Outbox.key).where(col(Outbox.key).in_(keys), Outbox.status == OutboxStatus.DROPPED)
    there = there - {keys[key] for key in session.exec(dropped)} if there else there
    return tuple(forum for forum in ctx.settings.forums if forum in there)


def _played_in(session: Session, ctx: Context, match: Match) -> AbstractSet[str]:
    return people_queries.forums_of(session, [match.id]).get(match.id, set()) if ctx.settings.forums else set()


def _beginning(match: Match, forum: str) -> str:
    """Return the key of the letter with which the chronicle of a match begins."""
    return f"begun:{match.id}:{forum}"


def open_(session: Session, ctx: Context, match: Match) -> None:
    """Begin the chronicles of a match that it lacks: who plays, until when orders are due, and the seals."""
    seated = letterhead.seat_lines(match, match_queries.assignments_in(session, match.id))
    begun = Notice(
        head=letterhead.head(ctx, None, match),
        code="match-begun",
        players=seated,
        due=letterhead.due(match),
        seals=(
            replace(evidence.seal(match, order_requests.current(session, match)), match_secret=dice.seal(match.secret)),
        ),
    )
    wanted = wanted_in(ctx, match, _played_in(session, ctx, match))
    for forum in (forum for forum in ctx.settings.forums if forum in wanted):
        letter = OutgoingLetter(key=_beginning(match, forum), to=f"{FORUM}{forum}", payload=begun)
        outbox.enqueue(session, ctx, match, letter)

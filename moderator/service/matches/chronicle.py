"""The public thread of a match in a forum: how it begins."""

from msgspec.structs import replace
from sqlmodel import Session

from moderator.core import dice
from moderator.ports import FORUM
from moderator.service import outbox
from moderator.service.context import Context
from moderator.service.facts import Notice
from moderator.service.matches import asking, evidence, letterhead
from moderator.service.outbox import OutgoingLetter
from moderator.store import queries
from moderator.store.tables import Match


def forums(session: Session, ctx: Context, match: Match) -> tuple[str, ...]:
    """Return the forums in which a match has a chronicle."""
    played = queries.forums_of(session, [match.id or 0]).get(match.id or 0, set())
    return tuple(forum for forum in ctx.settings.forums if forum in played)


def open_(session: Session, ctx: Context, match: Match) -> None:
    """Begin the chronicles of a match: who plays, until when orders are due, and the seals of the first turn."""
    seated = letterhead.seat_lines(queries.places_in(session, match.id or 0))
    begun = Notice(
        head=letterhead.head(ctx, None, match),
        code="match-begun",
        lines=tuple(f"{line.seat}: {line.player or line.bot}" for line in seated),
        due=letterhead.due(match),
        seals=(replace(evidence.seal(match, asking.current(session, match)), match_secret=dice.seal(match.secret)),),
    )
    for forum in forums(session, ctx, match):
        letter = OutgoingLetter(kind="notice", key=f"begun:{match.id}:{forum}", to=f"{FORUM}{forum}", payload=begun)
        outbox.enqueue(session, ctx, match, letter)

"""When a turn runs: at its deadline, or a while after everybody is in and nobody asked to wait."""

from sqlmodel import Session

from moderator.service import asking
from moderator.service.context import Context
from moderator.store.tables import Match, MatchStatus


def note_sheet(session: Session, ctx: Context, match: Match) -> None:
    """Set ``match.ready_at`` after a sheet was filed, cleared, or told to wait; part of the caller's transaction.

    The caller wakes somebody at ``match.ready_at`` once it has committed.
    """
    session.flush()
    filed = asking.sheets(session, match)
    asked = asking.prompts(asking.current(session, match))
    all_in = (
        match.status is MatchStatus.RUNNING
        and bool(asked)
        and all(seat in filed and not filed[seat].wait for seat in asked)
    )
    if not all_in:
        match.ready_at = None
    elif match.ready_at is None:
        match.ready_at = ctx.now() + asking.delay(ctx, match)
    session.add(match)

"""Whether a match keeps its secrets from its GM, and what of a fault the GM may read then."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from moderator.core.seats import Seat
from moderator.service.context import Context
from moderator.service.matches import asking
from moderator.store import queries
from moderator.store.tables import Match, MatchStatus


def is_blind(session: Session, ctx: Context, match: Match) -> bool:
    """Tell whether the GM may not see what is hidden in a match.

    So it is where the match says so, and where the GM's address belongs to somebody who plays in it or has played in
    it: a seat that is given away for a moment opens nothing. A match that is over has no secrets.
    """
    if match.status is MatchStatus.OVER:
        return False
    return asking.plan_of(match.settings).gm == "blind" or bool(seats_of_gm(session, ctx, match))


def seats_of_gm(session: Session, ctx: Context, match: Match) -> set[Seat]:
    """Return the seats of a match that the GM's address belongs or belonged to."""
    gm = bare(ctx.settings.gm)
    return {seat for seat, address in queries.addresses_ever_in(session, match.id or 0) if bare(address) == gm}


def any_blind(session: Session, ctx: Context) -> bool:
    """Tell whether one of the matches that are not over keeps its secrets from the GM."""
    going = session.exec(select(Match).where(Match.status != MatchStatus.OVER).order_by(col(Match.id)))
    return any(is_blind(session, ctx, match) for match in going)


def trace(session: Session, ctx: Context, match: Match | None, text: str) -> Sequence[str]:
    """Return the lines of a fault's trace for the GM: none where they may hold what is secret.

    Without a match, the fault may be about any.
    """
    hidden = any_blind(session, ctx) if match is None else is_blind(session, ctx, match)
    return () if hidden else text.strip().splitlines()


def bare(address: str) -> str:
    """Return an address in lower case, without what stands behind a plus."""
    local, _, host = address.strip().lower().rpartition("@")
    return f"{local.partition('+')[0]}@{host}"

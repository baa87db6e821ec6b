"""Whether a match keeps its secrets from its GM."""

from sqlmodel import Session

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
    return asking.plan_of(match.settings).gm == "blind" or plays(session, ctx, match)


def plays(session: Session, ctx: Context, match: Match) -> bool:
    """Tell whether the GM's address belongs to somebody who plays in a match, or has played in it."""
    gm = bare(ctx.settings.gm)
    return any(bare(address) == gm for address in queries.addresses_ever_in(session, match.id or 0))


def bare(address: str) -> str:
    """Return an address in lower case, without what stands behind a plus."""
    local, _, host = address.strip().lower().rpartition("@")
    return f"{local.partition('+')[0]}@{host}"

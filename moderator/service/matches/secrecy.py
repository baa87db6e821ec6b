"""Whether a match keeps its secrets from its GM, and what of a fault the GM may read then."""

from msgspec.structs import replace
from sqlmodel import Session, col, select

from moderator.core.seats import Seat
from moderator.service import tags
from moderator.service.context import Context
from moderator.service.facts import Memo
from moderator.store import match_queries, people_queries
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match

_DETAILED = frozenset(
    (
        "command-failed",
        "letter-faulted",
        "letter-shunted",
        "match-faulted",
        "other-rules",
        "report-quoted",
        "template-fault",
    )
)
"""Memos whose lines tell where a program failed, and upon what, or what stands in a private report."""


def is_blind(session: Session, ctx: Context, match: Match) -> bool:
    """Tell whether the GM may not see what is hidden in a match.

    So it is where the match says so, and where a GM's address belongs to somebody who plays in it or has played in
    it: a seat that is given away for a moment opens nothing, and all GMs read the same memos. A match that is over has
    no secrets.
    """
    if match.status is MatchStatus.OVER:
        return False
    return match.settings.gm == "blind" or bool(seats_of_gm(session, ctx, match))


def seats_of_gm(session: Session, ctx: Context, match: Match) -> set[Seat]:
    """Return the seats of a match that a GM's address belongs or belonged to."""
    gms = set(map(bare, ctx.settings.gms))
    return {seat for seat, address in people_queries.addresses_ever_in(session, match.id) if bare(address) in gms}


def played_by_gm(session: Session, ctx: Context, match: Match) -> tuple[Seat, ...]:
    """Return the seats of a match that are played now from a GM's address."""
    gms, held = set(map(bare, ctx.settings.gms)), match_queries.assignments_in(session, match.id)
    known = {place.seat: people_queries.addresses(session, player.id) for place, player in held if player is not None}
    return tuple(seat for seat, entries in known.items() if any(bare(entry.address) in gms for entry in entries))


def any_blind(session: Session, ctx: Context) -> bool:
    """Tell whether one of the matches that are not over keeps its secrets from the GM."""
    going = session.exec(select(Match).where(Match.status != MatchStatus.OVER).order_by(col(Match.id)))
    return any(is_blind(session, ctx, match) for match in going)


def redact(session: Session, ctx: Context, memo: Memo) -> Memo:
    """Return a memo as the GM may read it: details of a fault are left out where they may hold what is secret.

    A fault that names no match may be about any.
    """
    if memo.code not in _DETAILED:
        return memo
    match = match_queries.match_by_slug(session, tags.slug(memo.match)) if memo.match else None
    hidden = any_blind(session, ctx) if match is None else is_blind(session, ctx, match)
    return replace(memo, lines=()) if hidden else memo


def bare(address: str) -> str:
    """Return an address in lower case, without what stands behind a plus."""
    local, _, host = address.strip().lower().rpartition("@")
    return f"{local.partition('+')[0]}@{host}"

"""Whether a match keeps its secrets from its GM, and what of a fault the GM may read then."""

from collections.abc import Mapping
from datetime import datetime

from msgspec.structs import replace
from sqlmodel import Session, col, select

from moderator.core.seats import Seat
from moderator.service import masks, tags
from moderator.service.context import Context
from moderator.service.facts import Memo
from moderator.service.letter_parts import Fact, Note
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

_ABOUT_ACCOUNTS = frozenset(("join-code", "joined"))
"""Memos by which the GM is to bring somebody into a seat: they name both."""

_WISHES = frozenset(("join", "standby"))
"""Memos on what somebody would like besides the match in which they say so."""

_ABOUT_PERSONS = frozenset(("bounce", "letter-refused", "unreachable", *_WISHES))
"""Memos with which the GM can do something only if they name the person: they do not name the seat."""

_TOLD_OF_SEATS = frozenset(
    (
        *("seat", "turn", "turns", "bot", "duration", "begin", "end", "due", "until", "start", "match", "blind"),
        *("id", "record", "told", "why", "place", "count", "letters", "letter", "command", "kind"),
        *("forum", "readers", "url", "limit", "began", "rules"),
    )
)
"""The facts of a memo on a seat that do not tell who plays it."""


def is_blind(session: Session, ctx: Context, match: Match) -> bool:
    """Tell whether the GM may not see what is hidden in a match.

    So it is where the match says so, and where a GM's address belongs to somebody who plays in it or has played in
    it: a seat that is given away for a moment opens nothing, and all GMs read the same memos. A match that is over has
    no secrets.
    """
    if match.status is MatchStatus.OVER:
        return False
    return match.settings.gm == "blind" or bool(seats_of_gm(session, ctx, match))


def hides_players(session: Session, ctx: Context, match: Match) -> bool:
    """Tell whether the GM may not know who plays a match, nor who is ready."""
    return masks.are_worn(match) and is_blind(session, ctx, match)


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

    A fault that names no match may be about any. Masked players are their seats to a GM from whom the match keeps its
    secrets.
    """
    match = match_queries.match_by_slug(session, tags.slug(memo.match)) if memo.match else None
    may_be_secret = memo.code in _DETAILED or (match is not None and masks.are_worn(match))
    if not may_be_secret:
        return memo
    hidden = any_blind(session, ctx) if match is None else is_blind(session, ctx, match)
    if not hidden:
        return memo
    if match is not None and masks.are_worn(match):
        memo = _masked(memo)
    return replace(memo, lines=()) if memo.code in _DETAILED else memo


def _masked(memo: Memo) -> Memo:
    """Return a memo that names a seat or a person, and not both."""
    codes = {memo.code, *(note.code for note in memo.more)}
    if codes <= _ABOUT_ACCOUNTS:
        return memo
    told = _of_person if codes <= _ABOUT_PERSONS else _of_seat
    more = tuple(Note(note.code, told(note.facts), note.lines) for note in memo.more)
    return replace(memo, match="" if codes <= _WISHES else memo.match, facts=told(memo.facts), more=more)


def _of_person(facts: Mapping[str, Fact]) -> dict[str, Fact]:
    return {name: value for name, value in facts.items() if name != "seat"}


def _of_seat(facts: Mapping[str, Fact]) -> dict[str, Fact]:
    """Return what is told of a seat, whose name its player bears; what is about no seat stays as it is."""
    if not facts.get("seat"):
        return dict(facts)
    player = {"player": facts["seat"]} if "player" in facts else {}
    return {name: value for name, value in facts.items() if name in _TOLD_OF_SEATS} | player


def told_at(session: Session, ctx: Context, match: Match, by: Seat) -> datetime:
    """Return when the GM is told what the player of a seat does: if the GM plays among masks, when the others are."""
    if masks.are_worn(match) and seats_of_gm(session, ctx, match):
        return masks.told_at(ctx, match, by)
    return ctx.now()


def bare(address: str) -> str:
    """Return an address in lower case, without what stands behind a plus."""
    local, _, host = address.strip().lower().rpartition("@")
    return f"{local.partition('+')[0]}@{host}"

"""The GM's letter of the day (``gm_digest``): turns and memos of all matches, in place of a letter for each.

It waits and goes as a player's letter of the day does (``digests``). What needs the GM goes at once: faults, questions,
players' words, answers to the GM, and the whole report of a match that is over.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace
from sqlmodel import Session

from moderator.core import codec
from moderator.service import schedule, tags
from moderator.service.context import Context
from moderator.service.facts import GmDigest, LetterFacts, Memo, TurnReport, TurnRun
from moderator.service.people import late
from moderator.store import match_queries
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match, Outbox

KIND = "gm-digest"

CAN_WAIT = frozenset(
    {
        *("address-changed", "address-kept", "delegate-begun", "joined", "match-begun", "match-open", "open-off"),
        *("outage", "player-back", "press-used-up", "seat-kept", "seat-offered", "stepped-in", "wishes"),
    }
)
"""Memos that only tell the GM something. What asks for something, answers, or tells of a fault never waits."""

_OF_GM = ("memo", "turn-report", KIND)


def is_to_gm(row: Outbox) -> bool:
    """Tell whether a letter goes to the GM, and so to all GMs."""
    return row.kind in _OF_GM and not row.seat and not row.forum and row.player is None


def waits(session: Session, ctx: Context, row: Outbox, near: timedelta) -> bool:
    """Tell whether a letter that would go now waits for the GM's letter of the day."""
    until = held_until(session, ctx, row, near)
    return until is not None and ctx.now() < until


def held_until(session: Session, ctx: Context, row: Outbox, near: timedelta) -> datetime | None:
    """Return until when a letter waits for the GM's letter of the day, None for one that does not.

    A memo about a match never waits once its deadline is ``near``; nothing is to be done about a turn that ran.
    """
    time = ctx.settings.gm_digest
    if not time or not is_to_gm(row) or row.in_reply_to:
        return None
    written = min(max(row.made, row.due), ctx.now())  # a memo of a whole day is due when that is over
    moment = schedule.parse(f"at {time}", ctx.settings.zone).following(written)
    if row.kind == "turn-report":
        return None if session.get_one(Match, row.match).status is MatchStatus.OVER else moment
    memo = codec.unpack(row.payload, LetterFacts | None)
    if not isinstance(memo, Memo) or memo.author or memo.code not in CAN_WAIT:
        return None
    match = match_queries.match_by_slug(session, tags.slug(memo.match)) if memo.match else None
    return moment if match is None or match.deadline is None else min(moment, match.deadline - near)


def begin(ctx: Context, rows: Sequence[Outbox]) -> GmDigest:
    """Return the GM's letter of the day as it is kept until it goes."""
    settings = ctx.settings
    numbers = tuple(row.id for row in rows)
    return GmDigest(
        moderator=settings.name, address=settings.address, zone=settings.zone, language=settings.language, rows=numbers
    )


def together(session: Session, ctx: Context, told: Sequence[LetterFacts]) -> GmDigest:
    """Return the facts of the GM's letter of the day as of now, from those of its parts as the GM may read them."""
    return GmDigest(
        moderator=ctx.settings.name,
        address=ctx.settings.address,
        zone=ctx.settings.zone,
        language=ctx.settings.language,
        turns=tuple(_turn(each) for each in told if isinstance(each, TurnReport)),
        waiting=tuple(late.late_matches(session, ctx)),
        memos=tuple(each for each in told if isinstance(each, Memo)),
    )


def with_desk(ctx: Context, row: Outbox, facts: LetterFacts | None) -> LetterFacts | None:
    """Return a letter to the GM with the way to the GM's desk, if there is a web desk and it is no link to it."""
    if not ctx.settings.web or not isinstance(facts, Memo | GmDigest) or row.to != ctx.settings.gm:
        return facts
    if isinstance(facts, Memo) and facts.code == "desk-link":
        return facts
    return replace(facts, desk=f"{ctx.settings.web}{tags.gm_path(ctx)}")


def _turn(told: TurnReport) -> TurnRun:
    return TurnRun(
        match=told.head.match,
        game=told.head.game,
        turn=told.resolved_turn,
        silent=told.silent,
        stand_ins=told.stand_ins,
    )

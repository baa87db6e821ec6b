"""What a chat notice tells, as facts: what everybody may know of a match, or for a player no more than the deadline."""

import hashlib
from enum import StrEnum

from msgspec import Struct
from sqlmodel import Session

from moderator.core import codec
from moderator.service import masks, preferences, spectators
from moderator.service.chat.targets import COUNTED, Target
from moderator.service.context import Context
from moderator.service.letter_parts import Due
from moderator.service.matches import letterhead, order_requests
from moderator.store import match_queries
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match, Player


class Occasion(StrEnum):
    """When somebody is told."""

    TURN = "turn"
    """Another turn of a match has begun, or the match is over: told to a place of the operator's file."""
    REPORT = "report"
    """A player's report has gone out."""
    REMINDER = "reminder"
    """A player's reminder has gone out."""


class Event(StrEnum):
    """What has happened; templates word it."""

    BEGUN = "begun"
    """The match has begun."""
    RESOLVED = "resolved"
    """The turn before was resolved."""
    NEW_TURN = "new-turn"
    """A new turn has begun; of a match whose spectators see nothing, no more than that is told."""
    OVER = "over"
    REPORT = "report"
    REMINDER = "reminder"


class ChatFacts(Struct, frozen=True, kw_only=True):
    """A chat notice as facts; ``zone`` is the IANA zone of its times.

    Of ``players`` who are asked for orders, so many are ``ready``; both are None where that is not shown.
    """

    event: Event
    match: str
    game: str
    title: str
    turn: int
    zone: str
    language: str
    due: Due
    over: bool
    """Whether the match is over."""
    link: str = ""
    ready: int | None = None
    players: int | None = None

    @property
    def mark(self) -> str:
        """What stands for these facts in the database."""
        return hashlib.sha256(codec.encode(self)).hexdigest()[:24]


def of_match(session: Session, ctx: Context, match: Match, target: Target) -> ChatFacts:
    """Return what a place of the operator's file is told of a match now: nothing that a spectator may not know."""
    seen = spectators.are_let_in(match)
    ready, players = _readiness(session, match) if target.kind in COUNTED and shows_readiness(match) else (None, None)
    return ChatFacts(
        event=_event(match),
        match=match.name,
        game=match.game,
        title=ctx.game(match.game).info.title,
        turn=match.turn,
        zone=match.settings.zone or ctx.settings.zone,
        language=preferences.language(ctx, None, match),
        due=letterhead.due(match),
        over=match.status is MatchStatus.OVER,
        link=f"{ctx.settings.web}/m/{match.slug}" if ctx.settings.web and seen else "",
        ready=ready,
        players=players,
    )


def of_player(ctx: Context, match: Match, player: Player, occasion: Occasion) -> ChatFacts:
    """Return what a player is told: that a report or a reminder has gone out, and until when orders are due."""
    return ChatFacts(
        event=Event.REPORT if occasion is Occasion.REPORT else Event.REMINDER,
        match=match.name,
        game=match.game,
        title=ctx.game(match.game).info.title,
        turn=match.turn,
        zone=player.zone,
        language=preferences.language(ctx, player, match),
        due=letterhead.due(match),
        over=match.status is MatchStatus.OVER,
        link=f"{ctx.settings.web}/desk" if ctx.settings.web else "",
    )


def shows_readiness(match: Match) -> bool:
    """Tell whether everybody sees who is ready: where spectators see the newest board, and nobody wears a mask."""
    if masks.are_worn(match):
        return False
    return match.status is MatchStatus.RUNNING and spectators.last_turn_shown(match) == match.turn


def _event(match: Match) -> Event:
    if match.status is MatchStatus.OVER:
        return Event.OVER
    if not spectators.are_let_in(match):
        return Event.NEW_TURN
    return Event.BEGUN if match.turn <= 1 else Event.RESOLVED


def _readiness(session: Session, match: Match) -> tuple[int, int]:
    """Return how many of the people who are asked openly are ready, and how many they are."""
    prompts = order_requests.prompts(order_requests.current(session, match))
    people = {each.seat for each, player in match_queries.assignments_in(session, match.id) if player is not None}
    asked = {seat: prompt for seat, prompt in prompts.items() if seat in people and not prompt.secret}
    unready = letterhead.unready_seats(asked, order_requests.order_sets(session, match))
    return len(asked) - len(unready), len(asked)

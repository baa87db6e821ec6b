"""Versions of the rules: a match keeps the one that it began with, or is replayed to the same before it moves.

A release may bring other rules of a game. Every match that goes on is then played again from its records: if all
comes out the same, it moves to the new version without a record of its own, for nothing in it changed; else it is
stopped and the GM is told once. Until then no turn of it is resolved.
"""

import re
from collections.abc import Iterable
from functools import cache
from itertools import product

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import and_, or_
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from moderator.core.game import AnyGame
from moderator.service import outbox
from moderator.service.audit.finding import Finding
from moderator.service.audit.replay import first_difference
from moderator.service.context import Context
from moderator.store import match_queries
from moderator.store.session import Store
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match

_STOPPED = re.compile(r"rules (?P<now>\d+) in place of \d+, while (?P<status>\w+): ")
"""How the fault of a match begins that was stopped for its rules: which were tried, and where the match stood."""

_GOING_ON = (MatchStatus.RUNNING, MatchStatus.PAUSED)


class RulesStop(Struct, frozen=True):
    """What the fault of a match that was stopped for its rules says."""

    tried: int
    status: MatchStatus


def has_other_rules(ctx: Context, match: Match) -> bool:
    """Tell whether a match was begun under other rules than this release plays."""
    return ctx.game(match.game).info.rules != match.rules


def how_stopped(match: Match) -> RulesStop | None:
    """Return how a match was stopped for its rules, None if it was not."""
    found = _STOPPED.match(match.fault) if match.status is MatchStatus.FAULTED else None
    return RulesStop(int(found["now"]), MatchStatus(found["status"])) if found else None


def follow(store: Store, ctx: Context) -> dict[str, bool]:
    """Move matches to the rules of this release, or stop them; return by name whether each one goes on.

    Cheap when nothing changed, so it is done before every look and before letters are read. A match that was stopped
    goes on by itself under a release that plays it to the same again.
    """
    with store.read() as session:
        found = [match.id for match in _matches_to_replay(session, ctx)]
    told = [_follow(store, ctx, match_id) for match_id in found]
    return dict(each for each in told if each is not None)


def _matches_to_replay(session: Session, ctx: Context) -> list[Match]:
    """Return the matches to be played again, and those whose own rules have come back."""
    found = session.exec(_suspects(tuple((key, game.info.rules) for key, game in ctx.games.items())))
    return [match for match in found if match.status in _GOING_ON or _may_retry(match, ctx.game(match.game))]


@cache
def _suspects(rules: Iterable[tuple[str, int]]) -> SelectOfScalar[Match]:
    """Return what finds matches under other rules and faulted ones, by an index that leads past the many others."""
    wanted = []
    for key, now in rules:
        wanted.append(and_(col(Match.game) == key, col(Match.status) == MatchStatus.FAULTED))
        for status, other in product(_GOING_ON, (col(Match.rules) < now, col(Match.rules) > now)):
            wanted.append(and_(col(Match.game) == key, col(Match.status) == status, other))
    return select(Match).where(or_(*wanted))


def _may_retry(match: Match, game: AnyGame) -> bool:
    was = how_stopped(match)
    return was is not None and was.tried != game.info.rules


def _follow(store: Store, ctx: Context, match_id: int) -> tuple[str, bool] | None:
    """Play a match again, in no transaction that writes, and move or stop it unless it moved on meanwhile."""
    with store.read() as session:
        seen = session.get_one(Match, match_id)
        game = ctx.game(seen.game)
        number, began, status, fault = seen.number, seen.rules, seen.status, seen.fault
        difference = first_difference(session, game, seen) if began != game.info.rules else None
    with store.write() as session:
        match = match_queries.lock_match(session, match_id)
        if (match.number, match.rules, match.status, match.fault) != (number, began, status, fault):
            return None
        was = how_stopped(match)
        if difference is None:
            move(match, game)
            if was is not None:
                match.status, match.fault = was.status, ""
        else:
            before = was.status if was else match.status
            match.status, match.fault = MatchStatus.FAULTED, _fault(game, match, before, difference)
            _tell(session, ctx, match, game, difference)
        return match.name, difference is None


def move(match: Match, game: AnyGame) -> None:
    """Let a match go on under the rules of this release, which plays it to the same."""
    if match.rules != game.info.rules:
        match.rules = game.info.rules
        match.settings = replace(match.settings, moved=match.request)


def _fault(game: AnyGame, match: Match, status: MatchStatus, difference: Finding) -> str:
    rules = f"rules {game.info.rules} in place of {match.rules}, while {status.value}"
    return f"{rules}: record {difference.record or 0} differs ({difference.code}: {difference.about})"


def _tell(session: Session, ctx: Context, match: Match, game: AnyGame, difference: Finding) -> None:
    outbox.memo(
        session,
        ctx,
        "other-rules",
        f"rules:{match.id}:{game.info.rules}",
        match=match.name,
        facts={"began": match.rules, "rules": game.info.rules, "record": difference.record or 0},
        lines=(f"{difference.code}: {difference.about}",),
    )

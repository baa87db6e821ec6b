"""Matches whose turn is past its deadline, or that wait for somebody: for a GM who has many."""

from collections.abc import Sequence
from datetime import datetime
from itertools import islice

from sqlmodel import Session, col, select

from moderator.core.game import AnyGame
from moderator.core.seats import Seat
from moderator.service.context import Context
from moderator.service.letter_parts import LateMatch
from moderator.service.matches import deadlines, letterhead, order_requests, records, reports, secrecy
from moderator.store import match_queries
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match, SeatAssignment

_MOST = 9
"""Turns without orders that are counted, at most."""


def late_matches(session: Session, ctx: Context) -> list[LateMatch]:
    """Return the matches that are late or wait for somebody: those past their deadline first, then as they are due."""
    going = select(Match).where(Match.status != MatchStatus.OVER).order_by(col(Match.deadline), col(Match.name))
    found = [_look_at(session, ctx, match) for match in session.exec(going)]
    late = [each for each in found if each.past or each.waiting or each.status is not MatchStatus.RUNNING]
    return sorted(late, key=lambda each: (not each.past, each.deadline is None))


def _look_at(session: Session, ctx: Context, match: Match) -> LateMatch:
    opened = order_requests.current(session, match)
    prompts, order_sets = order_requests.prompts(opened), order_requests.order_sets(session, match)
    waiting = letterhead.unready_seats(prompts, order_sets, in_secret=not secrecy.is_blind(session, ctx, match))
    waiting = () if secrecy.hides_players(session, ctx, match) else waiting
    runs = match.status is MatchStatus.RUNNING
    return LateMatch(
        name=match.name,
        game=match.game,
        turn=match.turn,
        status=match.status,
        deadline=match.deadline,
        past=runs and deadlines.overdue(ctx, match, ctx.now()),
        waiting=waiting,
        since=opened.opened if opened is not None and waiting and runs else None,
        silent=_silent_turns(session, ctx.games[match.game], match) if match.game in ctx.games else {},
    )


def _silent_turns(session: Session, game: AnyGame, match: Match) -> dict[Seat, int]:
    """Return by seat for how many turns in a row no orders came from who plays it, as all were told."""
    people = [held for held, player in match_queries.assignments_in(session, match.id) if player is not None]
    turns: dict[Seat, set[int]] = {}
    heard = set[Seat]()
    for row in islice(reversed(records.turns_in_force(session, game, match)), _MOST):
        silent = {seat for step in records.body(game, row).steps for seat in step.silent}
        for seat in _asked(people, reports.asked_in_public(session, match, row), row.made):
            if seat not in silent:
                heard.add(seat)
            elif seat not in heard:
                turns.setdefault(seat, set()).add(row.turn)
    return {seat: len(turns[seat]) for seat in (held.seat for held in people) if seat in turns}


def _asked(people: Sequence[SeatAssignment], asked: Sequence[Seat], when: datetime) -> list[Seat]:
    """Return the seats among some whose players were asked for a turn that ran at a time."""
    return [held.seat for held in people if held.seat in asked and held.joined < when]

"""Step 8, due: find the turns that run now, then resolve and record each match for itself."""

import traceback
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy.exc import OperationalError

from moderator.service import outbox
from moderator.service.audit import versions
from moderator.service.context import Context
from moderator.service.matches import deadlines
from moderator.service.turns import recording
from moderator.service.turns.adjudication import OpenTurn, TurnResult, adjudicate, read_open_turns
from moderator.store import people_queries
from moderator.store.session import Store
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match

Drain = Callable[[datetime, Collection[int]], object]
"""Fetches letters for matches and acts on every one that arrived before a time.

It returns False if a mailbox could not be read. A collection names the forums that could not: turns of matches that
are played there wait, and no others.
"""

HandOver = Callable[[Sequence[int], datetime], object]
"""Has matches resolved elsewhere that are due by the letters until a time, all of which have been read."""

_TRIES = 3
_FIRST, _MOST = 4, 32
"""How many matches the first transaction rules, and how many one rules at most; its price is one write to the disk."""
_MOMENT = timedelta(seconds=0.25)
"""How long a transaction's turns should take: its letters wait for all of them, as does a daemon that is to stop."""


class RunResult(StrEnum):
    """What came of looking at a match."""

    NOT_DUE = "not due"
    RESOLVED = "ruled"
    OVER = "over"
    """It was resolved, and that was its end."""
    MOVED = "moved"
    """Somebody else recorded something meanwhile; look again."""
    UNREAD = "unread"
    """A mailbox cannot be read: letters may lie there that came in time."""
    WAITING = "waiting"
    """Nothing can be resolved until somebody answers."""
    FAULTED = "faulted"
    HANDED_OVER = "handed over"
    """Somebody else rules it."""


def run_if_due(
    store: Store, ctx: Context, match_id: int, drain: Drain | None = None, *, force: int | None = None
) -> RunResult:
    """Run a match's turn if it is due; harmless at any time, however often.

    The mailbox is drained first, so that what arrived in time counts; while it cannot be read, no turn runs unless
    it is forced. ``force`` is the number of the asking whose turn runs now as if the deadline were over, and no later
    one: the operator's ``resolve``, once the override RESOLVE is recorded. What raises in a step stops that match
    alone and is told to the GM.
    """
    now = ctx.now()
    versions.follow(store, ctx)
    match = _find(store, match_id)
    if versions.how_stopped(match):
        return RunResult.FAULTED
    if force is not None and force != match.request:
        return RunResult.MOVED
    forced = force is not None and match.status is MatchStatus.RUNNING
    if not forced and not deadlines.is_due(ctx, match, now):
        return RunResult.NOT_DUE
    unread = drain(deadlines.counts_until(ctx, match, now), [match_id]) if drain is not None else None
    if not forced and _unread_for(store, [match_id], unread):
        return _held_back(store, ctx, {match_id: match.name})[match.name]
    return resolve_matches(store, ctx, [match_id], now, force=force)[match_id]


def _find(store: Store, match_id: int) -> Match:
    with store.read() as session:
        match = session.get(Match, match_id)
    if match is None:
        raise LookupError(f"there is no match {match_id}")
    return match


def run_due(
    store: Store,
    ctx: Context,
    drain: Drain | None = None,
    resolved: Callable[[], bool] = lambda: True,
    hand_over: HandOver | None = None,
) -> dict[str, RunResult]:
    """Run every turn that is due, many matches to a transaction; return what came of each by its name.

    ``resolved`` is called after each transaction: its letters may go while the next turns are resolved, which are left
    alone if it returns False. With ``hand_over`` nothing is resolved here: it is called with matches that somebody else
    is to ``resolve_matches``.
    """
    versions.follow(store, ctx)
    with store.read() as session:
        due = deadlines.due_matches(session, ctx)
    out: dict[str, RunResult] = {}
    for until, names in due.items():
        held = _unread_for(store, names, drain(until, names) if drain is not None else None)
        if held:
            out.update(_held_back(store, ctx, {match_id: names[match_id] for match_id in held}))
        ready = [match_id for match_id in names if match_id not in held]
        if hand_over is not None:
            hand_over(ready, until)
            out.update({names[match_id]: RunResult.HANDED_OVER for match_id in ready})
            continue
        for found in _resolve_in_batches(store, ctx, ready, until):
            out.update({names[match_id]: looked for match_id, looked in found.items()})
            if not resolved():
                return out
    return out


def _resolve_in_batches(
    store: Store, ctx: Context, match_ids: Sequence[int], until: datetime
) -> Iterator[dict[int, RunResult]]:
    """Rule matches one transaction after another and give what came of each, as many at once as take a moment."""
    size, at = _FIRST, 0
    while at < len(match_ids):
        began = ctx.now()
        found = resolve_matches(store, ctx, match_ids[at : at + size], until)
        at, took = at + size, ctx.now() - began
        yield found
        if took > _MOMENT:
            size = max(1, size // 2)
        elif took < _MOMENT / 2:
            size = min(_MOST, size * 2)


def _unread_for(store: Store, match_ids: Collection[int], unread: object) -> set[int]:
    """Return the matches for which letters may lie unread, by the answer of a drain."""
    if unread is False:
        return set(match_ids)
    if not isinstance(unread, Collection) or not unread:
        return set()
    with store.read() as session:
        played = people_queries.forums_of(session, match_ids)
    return {match_id for match_id in match_ids if played.get(match_id, set()) & set(unread)}


def _held_back(store: Store, ctx: Context, held: Mapping[int, str]) -> dict[str, RunResult]:
    """Leave turns alone until the mail can be read, and tell the GM, once a day: silence must be the players' own."""
    with store.write() as session:
        outbox.memo(session, ctx, "turns-held", f"turns-held:{ctx.now():%Y-%m-%d}", lines=tuple(held.values()))
    return dict.fromkeys(held.values(), RunResult.UNREAD)


def resolve_matches(
    store: Store, ctx: Context, match_ids: Sequence[int], until: datetime, *, force: int | None = None
) -> dict[int, RunResult]:
    """Rule the turns of some matches that are due: one transaction reads, one writes, none is open between.

    ``until`` is the time until which all letters were acted on: a turn that became due later is left alone.
    """
    out: dict[int, RunResult] = {}
    left = list(match_ids)
    for _ in range(_TRIES):
        out.update(_resolve_matches(store, ctx, left, until, force=force))
        left = [match_id for match_id in left if out[match_id] is RunResult.MOVED]
        if not left:
            break
    return out


def _resolve_matches(
    store: Store, ctx: Context, match_ids: Sequence[int], until: datetime, *, force: int | None
) -> dict[int, RunResult]:
    out = dict.fromkeys(match_ids, RunResult.NOT_DUE)
    with store.read() as session:
        turns = read_open_turns(session, match_ids)
    resolved: list[tuple[OpenTurn, TurnResult]] = []
    faults: list[tuple[OpenTurn, str]] = []
    for match_id, turn in turns.items():
        forced = force == turn.match.request
        try:
            if versions.has_other_rules(ctx, turn.match) or not (forced or deadlines.is_due(ctx, turn.match, until)):
                continue  # under other rules nothing is resolved before the match has followed them
            verdict = adjudicate(ctx, turn, overdue=forced or deadlines.overdue(ctx, turn.match, until))
        except Exception:  # noqa: BLE001 - one bad match never stops the others
            faults.append((turn, traceback.format_exc()))
            continue
        if verdict is None:
            out[match_id] = RunResult.WAITING
        else:
            resolved.append((turn, verdict))
    if resolved:
        out.update(_commit(store, ctx, resolved))
    for turn, trace in faults:
        out.update(_stop(store, ctx, turn, trace))
    return out


def _commit(store: Store, ctx: Context, resolved: Sequence[tuple[OpenTurn, TurnResult]]) -> dict[int, RunResult]:
    """Record verdicts in one transaction; if one of them cannot be recorded, each in its own."""
    try:
        with store.write() as session:
            recorded = recording.record(session, ctx, resolved)
    except OperationalError:  # the database is busy or away: no match is to blame
        raise
    except Exception:  # noqa: BLE001 - one bad match never stops the others
        if len(resolved) == 1:
            return _stop(store, ctx, resolved[0][0], traceback.format_exc())
    else:
        return {turn.match.id: _run_result(verdict, turn.match.id in recorded) for turn, verdict in resolved}
    out: dict[int, RunResult] = {}
    for one in resolved:
        out.update(_commit(store, ctx, [one]))
    return out


def _run_result(verdict: TurnResult, recorded: bool) -> RunResult:  # noqa: FBT001 - a private step
    if not recorded:
        return RunResult.MOVED
    return RunResult.OVER if verdict.opening is None else RunResult.RESOLVED


def _stop(store: Store, ctx: Context, turn: OpenTurn, trace: str) -> dict[int, RunResult]:
    with store.write() as session:
        stopped = recording.fault(session, ctx, turn, trace)
    return {turn.match.id: RunResult.FAULTED if stopped else RunResult.MOVED}

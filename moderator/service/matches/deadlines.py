"""When a turn runs: at its deadline, or a while after everybody is in and nobody asked to wait.

Who sent lines that do not count is not in before the deadline: they would be mended, were they known to be bad. READY
says that the order set is right as it stands. From the moment when the last one is in, the pause is the same for all.

Each match knows when it is worth a look next (``Match.check_due``), and only those are looked at whose time has come or
that were changed since: what a look costs does not grow with the matches that wait.
"""

from collections.abc import Collection, Mapping
from datetime import datetime

from sqlalchemy import bindparam, func
from sqlalchemy.orm import load_only
from sqlmodel import Session, col, select

from moderator.core.seats import Observer, Seat, Who
from moderator.service import masks, schedule
from moderator.service.context import Context
from moderator.service.matches import order_requests, reminders
from moderator.service.matches.reminders import Wishes
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match, OrderRequest, OrderSet

_TIMES = load_only(
    *(Match.status, Match.settings, Match.deadline, Match.ready_at, Match.reminded, Match.check_due),  # type: ignore[arg-type]
)
"""The columns that times are read from; the position, which is large, is none of them."""

_OPEN = col(OrderRequest.closed).is_(None)
_WITH_REQUESTS = (
    select(Match, OrderRequest)
    .join(
        OrderRequest,
        (col(OrderRequest.match) == Match.id) & (col(OrderRequest.number) == Match.request) & _OPEN,
        isouter=True,
    )
    .options(_TIMES, load_only(OrderRequest.opened))  # type: ignore[arg-type]
    .order_by(col(Match.id))
    .with_for_update(of=Match)
)
"""Matches, which nobody else changes meanwhile, each with the order request that is open."""


# by their numbers, or SQLite goes through all matches in their order
_TIMELY = _WITH_REQUESTS.where(col(Match.id).in_(select(Match.id).where(col(Match.check_due) <= bindparam("now"))))
_DUE = (
    select(Match)
    .options(_TIMES, load_only(Match.name))  # type: ignore[arg-type]
    .where(col(Match.check_due) <= bindparam("now"))
    .order_by(col(Match.deadline), col(Match.id))
)
_NEXT = select(func.min(Match.check_due))

_SOME = 500
"""Matches that are read together where all are gone through."""


def next_deadline(ctx: Context, match: Match) -> datetime | None:
    """Return when the orders of an order request that opens now are due."""
    plan = match.settings
    return schedule.parse(match.schedule, plan.zone).next(ctx.now())


def note_order_set(session: Session, ctx: Context, match: Match) -> None:
    """Set ``match.ready_at`` after an order set was filed, cleared, or told to wait; part of the caller's transaction.

    The caller wakes somebody at ``match.ready_at`` once it has committed.
    """
    session.flush()
    note_order_sets(
        ctx,
        match,
        order_requests.prompts(order_requests.current(session, match)),
        order_requests.order_sets(session, match),
    )


def note_order_sets(ctx: Context, match: Match, asked: Collection[Seat], filed: Mapping[Seat, OrderSet]) -> None:
    """Set ``match.ready_at`` by who is ``asked`` and what is ``filed``."""
    all_in = (
        match.status is MatchStatus.RUNNING
        and bool(asked)
        and all(seat in filed and not filed[seat].holds for seat in asked)
    )
    # every change begins the pause anew: it is for second thoughts
    pause_over = ctx.now() + order_requests.settings_of(ctx, match).delay
    if masks.are_worn(match):  # the time of the turn does not tell when the last of them wrote
        pause_over = masks.next_quarter(pause_over)
    ready = pause_over if all_in else None
    if match.ready_at != ready:
        match.ready_at = ready  # what is set is written to the database, whether it was so before or not


def all_in_at(ctx: Context, match: Match, to: Who = Observer.PUBLIC) -> datetime | None:
    """Return when the turn runs because all are in, None while they are not; the pause ends with the deadline.

    Of masked players nobody but the GM is told.
    """
    if masks.are_worn(match) and to is not Observer.GM:
        return None
    last = cutoff(ctx, match)
    return match.ready_at if match.ready_at is None or last is None else min(match.ready_at, last)


def cutoff(ctx: Context, match: Match) -> datetime | None:
    """Return the last moment at which orders count, the grace included; None if no deadline runs."""
    if match.status is not MatchStatus.RUNNING or match.deadline is None:
        return None
    return match.deadline + order_requests.settings_of(ctx, match).grace


def overdue(ctx: Context, match: Match, now: datetime) -> bool:
    """Tell whether the deadline and the grace are over, so that silence is an answer."""
    last = cutoff(ctx, match)
    return last is not None and now >= last


def is_due(ctx: Context, match: Match, now: datetime) -> bool:
    """Tell whether the turn runs now: the deadline is over, or all are in and the pause is."""
    if match.status is not MatchStatus.RUNNING:
        return False
    return overdue(ctx, match, now) or (match.ready_at is not None and now >= match.ready_at)


def next_look(session: Session, _ctx: Context) -> datetime | None:
    """Return when some match is worth a look next; a time that is past if one could not be dealt with."""
    return session.exec(_NEXT).one()


def due_matches(session: Session, ctx: Context) -> dict[datetime, dict[int, str]]:
    """Return the names of the matches whose turns run now, by the moment until which letters to them count.

    The oldest come first.
    """
    now = ctx.now()
    found: dict[datetime, dict[int, str]] = {}
    for match in session.exec(_DUE, params={"now": now}):
        if is_due(ctx, match, now):
            found.setdefault(counts_until(ctx, match, now), {})[match.id] = match.name
    return dict(sorted(found.items()))


def counts_until(ctx: Context, match: Match, now: datetime) -> datetime:
    """Return the moment until which letters count for a turn that runs now: its cutoff, or now if all are in early."""
    last = cutoff(ctx, match)
    return now if last is None else min(now, last)


def look(session: Session, ctx: Context) -> int:
    """Remind the silent in the matches whose time has come, and note when each is to be looked at next.

    Return how many reminders were put into the outbox.
    """
    now, told = ctx.now(), 0
    timely = session.exec(_TIMELY, params={"now": now}).all()
    wished = reminders.wishes(session, [match.id for match, _ in timely]) if timely else {}
    for match, opened in timely:
        wishes = wished.get(match.id, {})
        reminder = reminders.next_at(ctx, match, opened, wishes, now)
        if opened is not None and reminder is not None and reminder <= now:
            told += reminders.remind(session, ctx, match, opened, wishes)
        match.check_due = _look_at(ctx, match, opened, wishes)
    return told


def reschedule_checks(session: Session, ctx: Context) -> None:
    """Note when each match that runs is to be looked at next; for whenever the operator's settings may be others."""
    running = _WITH_REQUESTS.where(Match.status == MatchStatus.RUNNING).execution_options(yield_per=_SOME)
    wished = reminders.wishes(session)
    for match, opened in session.exec(running):
        moment = _look_at(ctx, match, opened, wished.get(match.id, {}))
        if match.check_due != moment:  # what is set is written to the database, whether it was so before or not
            match.check_due = moment


def _look_at(ctx: Context, match: Match, opened: OrderRequest | None, wishes: Wishes) -> datetime | None:
    """Return when a match is worth a look next."""
    if match.status is not MatchStatus.RUNNING:
        return None
    moments = (reminders.next_at(ctx, match, opened, wishes, ctx.now()), match.ready_at, cutoff(ctx, match))
    return min((each for each in moments if each is not None), default=None)

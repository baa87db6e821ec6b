"""The moderator's own absences: time that players lost by them is given back, once, and told to each in one notice.

Whoever is at work notes it every minute. A longer gap between two notes is an absence, whatever it came of: it was
stopped, it crashed, the machine slept, the clock was put forward. In one transaction the gap is found, deadlines
move, everybody is told, and the gap is closed: a crash leaves either all of it or nothing.

A clock that was put back is not believed at once: machines without a battery start in the past until somebody tells
them the time. Until then no turn runs too early, for the deadlines lie ahead.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial

from msgspec import Struct
from sqlalchemy import update
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, col, select

from moderator.service import outbox, schedule
from moderator.service.context import Context
from moderator.service.matches import deadlines, order_requests, records
from moderator.service.outgoing import digests, posting
from moderator.service.overrides.carry_out import OverrideRun
from moderator.store import queries
from moderator.store.session import Store
from moderator.store.statuses import MatchStatus, OutboxStatus, RecordKind
from moderator.store.tables import AT_ONCE, Match, Outbox, Pulse, Record

SHORTEST = timedelta(minutes=5)
"""A shorter gap is none: a minute's note may come late where there is much to do."""

CLOCK_BELIEVED_AFTER = timedelta(hours=1)
"""How long a clock that was put back has to stay so until it is believed."""

EARLIEST = datetime(2026, 1, 1, tzinfo=UTC)
"""A clock that shows less is wrong, and never believed."""

_MINUTE, _QUARTER, _LONG = timedelta(minutes=1), timedelta(minutes=15), timedelta(hours=12)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class PulseResult(Struct, frozen=True):
    """What a note found: how long nobody was at work, how far the clock is behind, and whose deadlines moved."""

    away: timedelta = timedelta(0)
    behind: timedelta = timedelta(0)
    moved: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    """Matches whose deadlines could not be moved: they go on as they stand, and stop no other."""


def note(store: Store, ctx: Context, *, grant: bool = True) -> PulseResult:
    """Note that we are at work now, and make good an absence that ends with it.

    Without ``grant`` it is only noted: for work that is done now and then, whose pauses are no absences.
    """
    now = ctx.now()
    with store.write() as session:
        pulse = queries.lock_pulse(session)
        gone = pulse.seen or now
        if now < gone - SHORTEST:
            return _handle_clock_put_back(session, ctx, pulse, gone - now)
        pulse.seen, pulse.behind = max(now, gone), None
        away = max(now - gone, timedelta(0))
        if away <= SHORTEST or not grant:
            return PulseResult(away if away > SHORTEST else timedelta(0))
        moved, failed = _move(
            session, ctx, partial(_extended_deadline, session, ctx, gone=gone), "outage", _span(gone, now)
        )
        if moved:
            span: dict[str, str | int] = {"gone": _utc(gone), "back": _utc(now)}
            outbox.memo(session, ctx, "outage", f"outage:{gone.isoformat()}", facts=span, lines=moved)
        return PulseResult(away, moved=moved, failed=failed)


def _extended_deadline(session: Session, ctx: Context, match: Match, *, gone: datetime) -> datetime | None:
    """Return the deadline that makes good an absence until now, None if it cost too little of the turn.

    The clock of the turn stood still meanwhile; and a moment to answer remains in any case.
    """
    now, opened, last = ctx.now(), order_requests.current(session, match), deadlines.cutoff(ctx, match)
    if ctx.settings.outage is None or opened is None or match.deadline is None or last is None:
        return None
    length, away = match.deadline - opened.opened, now - max(gone, opened.opened)
    if gone >= last or length <= timedelta(0) or away <= ctx.settings.outage * length:
        return None
    fair = min(schedule.LEAST_NOTICE, length / 8)
    return _round(max(match.deadline + away, now + fair), _QUARTER if length >= _LONG else _MINUTE)


def _round(moment: datetime, to: timedelta) -> datetime:
    return moment + (_EPOCH - moment) % to


# ---- a clock that was put back -----------------------------------------------------------------------------


def _handle_clock_put_back(session: Session, ctx: Context, pulse: Pulse, behind: timedelta) -> PulseResult:
    """Wait until the clock is right again; if it stays as it is, believe it and mend what the other one had set."""
    now = ctx.now()
    if pulse.behind is None or now < pulse.behind:
        pulse.behind = now
    if now - pulse.behind < CLOCK_BELIEVED_AFTER or now < EARLIEST:
        return PulseResult(behind=behind)
    pulse.seen, pulse.behind = now, None
    waiting = update(Outbox).where(col(Outbox.status) == OutboxStatus.WAITING)
    session.execute(waiting.where(col(Outbox.leased) > now).values(leased=None))
    session.execute(waiting.where(col(Outbox.due) > now + 2 * posting.LONGEST_PAUSE).values(due=now))
    digests.reconsider(session, ctx)
    for match in _running(session):
        match.check_due = AT_ONCE
        if match.ready_at is not None:
            match.ready_at = min(match.ready_at, now + order_requests.settings_of(ctx, match).delay)
    moved, failed = _move(session, ctx, partial(_corrected_deadline, session, ctx), "clock", {})
    outbox.memo(session, ctx, "clock", f"clock:{now.isoformat()}", facts={"now": _utc(now)}, lines=moved)
    return PulseResult(moved=moved, failed=failed)


def _corrected_deadline(session: Session, ctx: Context, match: Match) -> datetime | None:
    """Return the deadline in place of one that was set by a clock that ran ahead, None if there is none to mend."""
    now, opened = ctx.now(), order_requests.current(session, match)
    if opened is None or match.deadline is None:
        return None
    if opened.opened > now:
        opened.opened = now
        return deadlines.next_deadline(ctx, match)
    granted = _granted_ahead(session, ctx, match)
    return None if granted is None else max(granted, now + schedule.LEAST_NOTICE)


def _granted_ahead(session: Session, ctx: Context, match: Match) -> datetime | None:
    """Return the deadline before time was given for an absence that the clock has taken back."""
    notes = session.exec(
        select(Record)
        .where(Record.match == match.id, Record.request == match.request, Record.kind == RecordKind.NOTE)
        .where(col(Record.made) > ctx.now())
        .order_by(col(Record.number))
    )
    told = (records.body(ctx.game(match.game), each).facts for each in notes)
    return next((datetime.fromisoformat(str(facts["was"])) for facts in told if facts.get("why") == "outage"), None)


# ---- moving deadlines --------------------------------------------------------------------------------------


def _move(
    session: Session, ctx: Context, target: Callable[[Match], datetime | None], why: str, facts: dict[str, str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Move the deadlines of the matches that have a target; return whose moved with both times, and whose could not."""
    moved, failed = [], []
    for match in _running(session):
        name, was = match.name, match.deadline
        try:
            with session.begin_nested():
                to = target(match)
                if to is None or to == was:
                    continue
                run = OverrideRun(session, ctx, match, rehearsal=False)
                run.move_deadline(to, why, facts)
                run.record(())
                run.news.send(session, ctx, match)
        except OperationalError:  # the database is busy or away: no match is to blame
            raise
        except Exception:  # noqa: BLE001 - one bad match never stops the others
            failed.append(name)
            continue
        moved.append(f"{name}: {_utc(was)} → {_utc(to)}" if was else f"{name}: {_utc(to)}")
    return tuple(moved), tuple(failed)


def _running(session: Session) -> list[Match]:
    running = select(Match).where(Match.status == MatchStatus.RUNNING).order_by(col(Match.id))
    return list(session.exec(running.with_for_update()))


def _span(gone: datetime, back: datetime) -> dict[str, str]:
    return {"gone": gone.isoformat(), "back": back.isoformat()}


def _utc(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"

"""How things stand, in numbers alone: for whoever watches over the moderator. No names, no addresses, no secrets."""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta

from msgspec import Struct
from sqlalchemy import func
from sqlmodel import Session, col, select

from moderator.service import outbox, schedule
from moderator.service.context import Context
from moderator.service.outgoing import claiming
from moderator.store import queries
from moderator.store.session import Store
from moderator.store.statuses import LetterStatus, MatchStatus, OutboxStatus, RecordKind
from moderator.store.tables import Letter, Match, Outbox, Record

_CODE = re.compile(r"[a-z]+(?:-[a-z]+)*")


class Queue(Struct, frozen=True, kw_only=True):
    """Letters that should have gone by now."""

    waiting: int = 0
    oldest: timedelta = timedelta(0)
    """How long the oldest of them has waited."""
    stuck: timedelta = timedelta(0)
    """For how long several readers have waited while nothing went to anybody, unless for a quota."""
    left_today: int | None = None


class Figures(Struct, frozen=True, kw_only=True):
    """Counts over all that was ever kept, and what waits now."""

    letters: dict[str, int]
    """Letters in by verdict; those not read yet are ``kept``."""
    matches: dict[str, int]
    turns: int
    outbox: dict[str, int]
    queue: Queue

    @property
    def faulted(self) -> int:
        """How many matches are stopped by a fault."""
        return self.matches[MatchStatus.FAULTED]

    @property
    def shunted(self) -> int:
        """How many letters a fault has set aside."""
        return self.letters[LetterStatus.SHUNTED]


def figures(session: Session, ctx: Context) -> Figures:
    """Count."""
    matches = dict(session.exec(select(Match.status, func.count()).group_by(col(Match.status))).all())
    waiting = dict(session.exec(select(Outbox.status, func.count()).group_by(col(Outbox.status))).all())
    return Figures(
        letters=_letters(session),
        matches={status.value: matches.get(status, 0) for status in MatchStatus},
        turns=queries.count(session, Record, Record.kind == RecordKind.TURN),
        outbox={status.value: waiting.get(status, 0) for status in OutboxStatus},
        queue=queue(session, ctx),
    )


def queue(session: Session, ctx: Context) -> Queue:
    """Look at the letters that should have gone by now, those among them that were tried and are to be tried again."""
    now = ctx.now()
    rows = session.exec(
        select(Outbox.player, Outbox.to, func.count(), func.min(Outbox.made))
        .where(Outbox.status == OutboxStatus.WAITING, (col(Outbox.due) <= now) | (col(Outbox.attempts) > 0))
        .group_by(col(Outbox.player), col(Outbox.to))
    ).all()
    left = claiming.backlog(session, ctx).left_today
    if not rows:
        return Queue(left_today=left)
    oldest = min(made for *_, made in rows)
    last = session.exec(select(func.max(Outbox.sent))).one()
    # a single reader may have a full mailbox for days; that nobody can be reached is another thing
    stuck = now - max(oldest, last or oldest) if len(rows) > 1 and left != 0 else timedelta(0)
    return Queue(waiting=sum(count for *_, count, _ in rows), oldest=now - oldest, stuck=stuck, left_today=left)


def _letters(session: Session) -> dict[str, int]:
    """Count letters by verdict; while one waits for somebody, where it stands is its verdict."""
    rows = session.exec(select(Letter.status, Letter.verdict, func.count()).group_by(Letter.status, Letter.verdict))
    found: dict[str, int] = {LetterStatus.KEPT.value: 0, LetterStatus.HELD.value: 0, LetterStatus.SHUNTED.value: 0}
    for status, verdict, count in rows:
        name = verdict if status not in found and _CODE.fullmatch(verdict) else LetterStatus(status).value
        found[name] = found.get(name, 0) + count
    return found


# ---- the heartbeat -----------------------------------------------------------------------------------------


def tell(store: Store, ctx: Context, rhythm: str, troubles: Mapping[str, int], size: int) -> bool:
    """Write to the GM how things stand, if it is time by the words of a schedule; tell whether it was.

    ``troubles`` are codes of what is not well, ``size`` is the database's in bytes. After an absence there is one
    letter, however many were due.
    """
    now = ctx.now()
    with store.write() as session:
        pulse = queries.lock_pulse(session)
        since, pulse.told = pulse.told, now
        if since is None or since > now:
            return False  # it was asked for just now: the first comes at its time
        if _next(ctx, rhythm, since) > now:
            session.rollback()
            return False
        known = figures(session, ctx)
        codes = [*troubles, *(code for code in ("faulted", "shunted") if getattr(known, code))]
        facts: dict[str, str | int] = {
            "since": since.isoformat(),
            "troubles": " ".join(codes),
            "letters_in": queries.count(session, Letter, col(Letter.kept) > since),
            "letters_out": queries.count(session, Outbox, col(Outbox.sent) > since),
            "turns": queries.count(session, Record, col(Record.made) > since, Record.kind == RecordKind.TURN),
            "running": known.matches[MatchStatus.RUNNING],
            "waiting": known.queue.waiting,
            "megabytes": -(-size // 1_000_000),
        }
        return outbox.memo(session, ctx, "heartbeat", f"heartbeat:{now.isoformat()}", facts=facts)


def _next(ctx: Context, rhythm: str, since: datetime) -> datetime:
    read = schedule.parse(rhythm, ctx.settings.zone)
    return since + read.every if read.every is not None else read.following(since)

"""What players have to tell the GM: one memo a letter, a few an hour, and the rest together when the hour is over.

Every note is kept as it was written; what goes in the memo that gathers the rest is shortened, and
``moderator memos`` shows it whole. What people wish for whom nobody vouches is gathered in one memo a day.
"""

import textwrap
from collections.abc import Iterator, Sequence
from datetime import datetime, time, timedelta
from itertools import groupby

from msgspec.structs import replace
from sqlmodel import Session, col, select

from moderator.core import codec
from moderator.service import outbox
from moderator.service.context import Context
from moderator.service.facts import LetterFacts, Memo
from moderator.service.letter_parts import Note
from moderator.service.schedule import real, zone_of
from moderator.store import people_queries, queries
from moderator.store.statuses import OutboxStatus
from moderator.store.tables import Outbox

PER_HOUR = 6
"""Letters of a player that bring the GM a memo of their own in an hour, at most."""

_HOUR = timedelta(hours=1)
_BY = "memo:by:"
_SHOWN, _LINES = 60, 4
"""Notes in the memo that gathers the rest of an hour, and lines of each, at most."""

WISHES = 20
"""How many lines the memo has that gathers the wishes of a day; the last says how many more there were."""

_UNPROVED = "memo:unproved:"
_WIDTH = 200
"""Characters that are shown of what one letter wishes."""


def tell(session: Session, ctx: Context, player: int, letter: int, note: Note, *, match: str, made: datetime) -> None:
    """Put what a player's letter says to the GM into the outbox: with what it said before, in one memo."""
    key = f"{_BY}{letter}:{player}"
    row = _row(session, key)
    if row is not None:
        memo = _memo(row)
        if memo is not None:
            row.payload = codec.pack(replace(memo, more=(*memo.more, note)))
        return
    count = _count_recent_letters(session, player, ctx.now() - _HOUR)
    facts = {**note.facts, "address": people_queries.written_to(session, player)}
    is_new = outbox.memo(
        session, ctx, note.code, key, match=match, facts=facts, lines=note.lines, author=player, made=made
    )
    if is_new and count >= PER_HOUR and (row := _row(session, key)) is not None:
        row.status = OutboxStatus.WITHHELD


_WAITING = (
    select(Outbox)
    .where(Outbox.status == OutboxStatus.WITHHELD, col(Outbox.key).startswith(_BY))
    .order_by(col(Outbox.id))
)


def gather(session: Session, ctx: Context) -> int:
    """Put a memo into the outbox for each player some of whose notes waited for an hour; return how many there are."""
    waiting = session.exec(_WAITING).all()
    count = 0
    for _, some in groupby(sorted(waiting, key=_author), _author):
        rows = list(some)
        if rows[0].made <= ctx.now() - _HOUR:
            _gather(session, ctx, rows)
            count += 1
    return count


def _gather(session: Session, ctx: Context, rows: Sequence[Outbox]) -> None:
    memos = [memo for row in rows if (memo := _memo(row)) is not None]
    for row in rows:
        row.status = OutboxStatus.DROPPED
    if not memos:
        return
    notes, last = [note for memo in memos for note in notes_of(memo)], memos[-1]
    told = {name: value for name, value in last.facts.items() if name in ("player", "seat", "address")}
    facts: dict[str, str | int] = {**told, "count": len(notes), "letters": len(memos)}
    shown = tuple(replace(note, lines=_shortened(note.lines)) for note in notes[:_SHOWN])
    key = f"notes:{last.author}:{rows[0].id}"
    outbox.memo(session, ctx, "notes", key, match=last.match, facts=facts, more=shown, author=last.author)


def wish(session: Session, ctx: Context, letter: int, line: str) -> None:
    """Put what a letter wishes for whose author nobody vouches into the memo of the day, which goes when that is over.

    The memo waits in the outbox until then, and each letter adds its line to it in a transaction of its own.
    """
    shown = textwrap.shorten(line, _WIDTH, placeholder=" …")
    row = session.exec(
        select(Outbox)
        .where(Outbox.status == OutboxStatus.WAITING, col(Outbox.key).startswith(_UNPROVED))
        .where(col(Outbox.due) > ctx.now(), col(Outbox.leased).is_(None))
        .order_by(col(Outbox.id).desc())
        .with_for_update()
    ).first()
    memo = _memo(row) if row is not None else None
    if row is None or memo is None:
        outbox.memo(session, ctx, "wishes", f"{_UNPROVED}{letter}", lines=(shown,), due=_day_over(ctx))
    elif shown not in memo.lines:
        row.payload = codec.pack(_with_wish(memo, shown))


def _with_wish(memo: Memo, line: str) -> Memo:
    """Return the memo of a day with a line more, or with one more counted in the last line."""
    more = int(memo.facts.get("more", 0))
    if not more and len(memo.lines) < WISHES:
        return replace(memo, lines=(*memo.lines, line))
    return replace(memo, lines=memo.lines[: WISHES - 1], facts={"more": more + (1 if more else 2)})


def _day_over(ctx: Context) -> datetime:
    """Return when the operator's day ends."""
    zone = zone_of(ctx.settings.zone)
    tomorrow = ctx.now().astimezone(zone).date() + timedelta(days=1)
    return real(datetime.combine(tomorrow, time(0)), zone)


def notes_of(memo: Memo) -> tuple[Note, ...]:
    """Return everything that a memo tells, note by note."""
    return (Note(memo.code, memo.facts, memo.lines), *memo.more)


def notes_by(session: Session, player: int, match: str) -> Iterator[tuple[datetime, Note]]:
    """Yield what the letters of a player told the GM about a match, the oldest first, with when."""
    theirs = col(Outbox.key).startswith(_BY), col(Outbox.key).endswith(f":{player}")
    for row in session.exec(select(Outbox).where(*theirs).order_by(col(Outbox.id))):
        memo = _memo(row)
        if memo is not None and memo.match == match:
            yield from ((row.made, note) for note in notes_of(memo))


def all_memos(session: Session) -> Iterator[tuple[datetime, OutboxStatus, Memo]]:
    """Yield every memo that was ever made and is kept, the oldest first, with when and what became of it."""
    for row in session.exec(select(Outbox).where(Outbox.kind == "memo").order_by(col(Outbox.id))):
        memo = _memo(row)
        if memo is not None:
            yield row.made, row.status, memo


def newest(session: Session, count: int) -> list[tuple[datetime, Memo]]:
    """Return the newest memos, the newest first, with when each was made."""
    rows = session.exec(select(Outbox).where(Outbox.kind == "memo").order_by(col(Outbox.id).desc()).limit(count))
    return [(row.made, memo) for row in rows if (memo := _memo(row)) is not None]


def _shortened(lines: tuple[str, ...]) -> tuple[str, ...]:
    return lines if len(lines) <= _LINES else (*lines[:_LINES], "…")


def _author(row: Outbox) -> tuple[str, str]:
    """Return whose note it is, and of which match: an answer goes to that player, about that match."""
    memo = _memo(row)
    return row.key.rpartition(":")[2], memo.match if memo else ""


def _count_recent_letters(session: Session, player: int, since: datetime) -> int:
    """Return how many letters of a player brought the GM a memo since a time."""
    theirs = col(Outbox.key).startswith(_BY), col(Outbox.key).endswith(f":{player}")
    return queries.count(session, Outbox, *theirs, col(Outbox.made) > since)


def _row(session: Session, key: str) -> Outbox | None:
    return session.exec(select(Outbox).where(Outbox.key == key)).first()


def _memo(row: Outbox) -> Memo | None:
    memo = codec.unpack(row.payload, LetterFacts | None)
    return memo if isinstance(memo, Memo) else None

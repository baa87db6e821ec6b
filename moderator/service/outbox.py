"""Letters that wait to go: thin rows, part of the transaction that gives cause to them.

A row's key is unique and stable, and its Message-ID derives from it: a letter that is sent twice after a crash is
the same letter for every mail client.
"""

from collections.abc import Sequence
from datetime import datetime
from enum import IntEnum
from typing import Any

from msgspec import Struct
from sqlalchemy import insert
from sqlmodel import Session, col, select

from moderator.core import codec
from moderator.core.seats import Seat
from moderator.service import tags
from moderator.service.context import Context
from moderator.service.facts import LetterFacts, Memo, Note
from moderator.store import queries
from moderator.store.tables import Match, Outbox, OutboxStatus, Place


class Priority(IntEnum):
    """What goes first where an operator's provider limits the letters of a day."""

    REPORT = 1
    ACKNOWLEDGEMENT = 3
    NOTICE = 5
    REMINDER = 7


class OutgoingLetter(Struct, frozen=True, kw_only=True):
    """One of several letters about a match; ``key_number`` is the one of the seat's tag."""

    kind: str
    key: str
    seat: Seat = ""
    player: int | None = None
    key_number: int = 0
    to: str = ""
    payload: LetterFacts | None = None


def enqueue(
    session: Session,
    ctx: Context,
    *,
    kind: str,
    key: str,
    match: int | None = None,
    seat: Seat = "",
    player: int | None = None,
    payload: LetterFacts | None = None,
    to: str = "",
    priority: int = Priority.NOTICE,
    in_reply_to: str = "",
    record: int | None = None,
    due: datetime | None = None,
    place: Place | None = None,
) -> bool:
    """Put a letter into the outbox as part of the caller's transaction; return False if its key is there already.

    ``payload`` holds the whole facts of a letter that are not in records (acknowledgement, notice, memo …); thin
    kinds (``welcome``, ``turn-report``, ``reminder``) have none, their facts are gathered when they are sent.
    ``to`` is empty for the address on file of ``player``; ``place`` spares the search for who sits in ``seat``.
    """
    about = session.get(Match, match) if match is not None else None
    if place is None and match is not None and seat:
        place = _place(session, match, seat)
    letter = OutgoingLetter(
        kind=kind,
        key=key,
        seat=seat,
        player=player,
        key_number=place.key_number if place else 0,
        to=to,
        payload=payload,
    )
    made = row(ctx, about, letter, priority, record)
    written = {**made, "in_reply_to": in_reply_to, "due": due or made["made"]}
    return queries.insert_new(session, Outbox, written) is not None


def enqueue_all(
    session: Session,
    ctx: Context,
    match: Match,
    letters: Sequence[OutgoingLetter],
    *,
    priority: int,
    record: int | None = None,
) -> None:
    """Put several letters about a match into the outbox at once; their keys must be new."""
    write(session, [row(ctx, match, letter, priority, record) for letter in letters])


def write(session: Session, rows: Sequence[dict[str, Any]]) -> None:
    """Insert rows in bulk."""
    if rows:
        session.execute(insert(Outbox), rows)


def memo(
    session: Session,
    ctx: Context,
    code: str,
    key: str,
    *,
    match: str = "",
    facts: dict[str, str | int] | None = None,
    lines: Sequence[str] = (),
    more: tuple[Note, ...] = (),
    due: datetime | None = None,
) -> bool:
    """Tell the GM something, once for a key; return False if that was told already or there is no GM to tell."""
    if not ctx.settings.gm:
        return False
    told = Memo(
        moderator=ctx.settings.name,
        address=ctx.settings.address,
        zone=ctx.settings.zone,
        code=code,
        match=match,
        facts=facts or {},
        lines=tuple(lines),
        more=more,
    )
    return enqueue(session, ctx, kind="memo", key=key, payload=told, to=ctx.settings.gm, due=due)


def row(ctx: Context, match: Match | None, letter: OutgoingLetter, priority: int, record: int | None) -> dict[str, Any]:
    """Return a letter as a row of the outbox."""
    now = ctx.now()
    message_id = tags.message_id(
        ctx,
        letter.key,
        match=match.name if match else "",
        seat=letter.seat if match else "",
        key_number=letter.key_number,
        asking=match.asking if match else 0,
    )
    return {
        "key": letter.key,
        "kind": letter.kind,
        "message_id": message_id,
        "bounce_id": tags.bounce_id(ctx, letter.key),
        "priority": int(priority),
        "match": match.id if match else None,
        "seat": letter.seat,
        "player": letter.player,
        "to": letter.to,
        "record": record,
        "payload": codec.pack(letter.payload),
        "in_reply_to": "",
        "status": OutboxStatus.WAITING,
        "made": now,
        "due": now,
        "attempts": 0,
        "detail": "",
    }


def _place(session: Session, match: int, seat: Seat) -> Place | None:
    return session.exec(
        select(Place).where(Place.match == match, Place.seat == seat, col(Place.left).is_(None))
    ).first()

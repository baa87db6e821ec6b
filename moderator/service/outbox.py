"""Letters that wait to go: thin rows, part of the transaction that gives cause to them.

A row's key is unique and stable, and its Message-ID derives from it: a letter that is sent twice after a crash is
the same letter for every mail client.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import IntEnum
from typing import Any

from msgspec import Struct
from sqlmodel import Session, select

from moderator.core import codec
from moderator.service import tags
from moderator.service.context import Context
from moderator.service.facts import LetterFacts, Memo, PressLetter, Stranger
from moderator.service.letter_parts import Fact, Note, OpenLine
from moderator.store import queries
from moderator.store.statuses import OutboxStatus
from moderator.store.tables import Match, Outbox, SeatAssignment


class Priority(IntEnum):
    """What goes first where an operator's provider limits the letters of a day."""

    REPORT = 1
    ACKNOWLEDGEMENT = 3
    NOTICE = 5
    REMINDER = 7
    WATCHER = 9


_PRIORITIES = {
    "welcome": Priority.REPORT,
    "turn-report": Priority.REPORT,
    "acknowledgement": Priority.ACKNOWLEDGEMENT,
    "held": Priority.ACKNOWLEDGEMENT,
    "reminder": Priority.REMINDER,
}
"""Of letters to players, by their kind; any other is a notice."""

_TO_ANYBODY = {"watched-report": Priority.WATCHER}
"""Of letters by their kind, to players and strangers alike."""


_THIN = codec.pack(None)
"""What a letter whose facts are gathered when it goes has in place of them."""


class OutgoingLetter(Struct, frozen=True, kw_only=True):
    """A letter to the player in an ``assignment``, to a ``player`` who speaks for no seat, or ``to`` an address.

    ``payload`` holds the whole facts of a letter that are not in records (acknowledgement, notice, memo …); thin
    kinds (``welcome``, ``turn-report``, ``watched-report``, ``reminder``) have none, their facts are gathered when they
    are sent. They
    alone name their ``kind``; that of others is their payload's. ``into`` is the ``bounce_id`` of an earlier
    letter: in a forum its post is written anew, and no further one is made. ``made`` is its date, before which it does
    not go; without one that is now.
    """

    key: str
    kind: str = ""
    assignment: SeatAssignment | None = None
    player: int | None = None
    to: str = ""
    payload: LetterFacts | None = None
    record: int | None = None
    in_reply_to: str = ""
    into: str = ""
    due: datetime | None = None
    made: datetime | None = None


def enqueue(session: Session, ctx: Context, match: Match | None, letter: OutgoingLetter) -> bool:
    """Put a letter into the outbox as part of the caller's transaction; return False if its key is there already."""
    return queries.insert_new(session, Outbox, row(ctx, match, letter)) is not None


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
    made: datetime | None = None,
    author: int = 0,
    in_reply_to: str = "",
) -> bool:
    """Tell the GM something, once for a key; return False if that was told already or there is no GM to tell."""
    if not ctx.settings.gm:
        return False
    told = Memo(
        moderator=ctx.settings.name,
        address=ctx.settings.address,
        zone=ctx.settings.zone,
        language=ctx.settings.language,
        code=code,
        match=match,
        facts=facts or {},
        lines=tuple(lines),
        more=more,
        author=author,
    )
    letter = OutgoingLetter(key=key, payload=told, to=ctx.settings.gm, due=due, made=made, in_reply_to=in_reply_to)
    return enqueue(session, ctx, None, letter)


def stranger(
    session: Session,
    ctx: Context,
    to: str,
    code: str,
    key: str,
    *,
    facts: Mapping[str, Fact] | None = None,
    about: OpenLine | None = None,
    made: datetime | None = None,
    in_reply_to: str = "",
) -> bool:
    """Tell somebody without a seat something, once for a key; return False if that was told already.

    Where it is ``about`` a match that people can join, that is shown with it.
    """
    settings = ctx.settings
    told = Stranger(
        moderator=settings.name,
        address=settings.address,
        gm=settings.gm,
        zone=settings.zone,
        language=settings.language,
        code=code,
        facts={**(facts or {})},
        open=(about,) if about is not None else (),
    )
    letter = OutgoingLetter(key=key, payload=told, to=to, made=made, in_reply_to=in_reply_to)
    return enqueue(session, ctx, None, letter)


def _priority(kind: str, to: str) -> Priority:
    return _TO_ANYBODY.get(kind) or (Priority.NOTICE if to else _PRIORITIES.get(kind, Priority.NOTICE))


def pass_on_press(session: Session, old: SeatAssignment, new: SeatAssignment) -> None:
    """Have the press that waits for a seat go to who plays it now, and drop it if that is a bot.

    What the GM wrote to one player alone is for that player.
    """
    waits = (Outbox.match == old.match, Outbox.seat == old.seat, Outbox.status == OutboxStatus.WAITING)
    to_player = (Outbox.kind == "press-letter", Outbox.player == old.player)
    for row in session.exec(select(Outbox).where(*waits, *to_player)):
        told: PressLetter | None = codec.unpack(row.payload, PressLetter | None)
        if told is not None and not told.private:
            row.player = new.player
            row.status = OutboxStatus.DROPPED if new.player is None else row.status


def row(ctx: Context, match: Match | None, letter: OutgoingLetter) -> dict[str, Any]:
    """Return a letter as a row of the outbox; the Message-ID of one that goes later does not tell the turn of now."""
    now, assignment = ctx.now(), letter.assignment
    made = letter.made or now
    kind = letter.kind if letter.payload is None else str(letter.payload.__struct_config__.tag)
    seat = assignment.seat if assignment else ""
    message_id = tags.message_id(
        ctx,
        letter.key,
        match=match.name if match else "",
        seat=seat,
        request=match.request if match and made <= now else 0,
    )
    return {
        "key": letter.key,
        "kind": kind,
        "message_id": message_id,
        "bounce_id": tags.bounce_id(ctx, letter.key),
        "priority": int(_priority(kind, letter.to)),
        "match": match.id if match else None,
        "seat": seat,
        "player": assignment.player if assignment else letter.player,
        "to": letter.to,
        "record": letter.record,
        "payload": _THIN if letter.payload is None else codec.pack(letter.payload),
        "in_reply_to": letter.in_reply_to,
        "into": letter.into,
        "status": OutboxStatus.WAITING,
        "made": made,
        "due": letter.due or made,
        "attempts": 0,
        "detail": "",
    }

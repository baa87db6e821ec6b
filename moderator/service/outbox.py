"""Letters that wait to go: thin rows, claimed with a lease, rendered when they are sent.

A row's key is unique and stable, and its Message-ID derives from it: a letter that is sent twice after a crash is
the same letter for every mail client.
"""

from datetime import datetime
from enum import IntEnum

from sqlmodel import Session, select

from moderator.core import codec
from moderator.core.seats import Seat
from moderator.service.context import Context
from moderator.service.facts import LetterFacts
from moderator.store.tables import Outbox, OutboxStatus


class Priority(IntEnum):
    """What goes first where an operator's provider allows so many letters a day."""

    REPORT = 1
    ACKNOWLEDGEMENT = 3
    NOTICE = 5
    REMINDER = 7


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
) -> bool:
    """Put a letter into the outbox as part of the caller's transaction; return False if its key is there already.

    ``payload`` holds the whole facts of a letter that are not in records (acknowledgement, notice, memo …); thin
    kinds (``welcome``, ``turn-report``, ``reminder``) have none, their facts are gathered when they are sent.
    ``to`` is empty for the address on file of ``player``.
    """
    if session.exec(select(Outbox.id).where(Outbox.key == key)).first() is not None:
        return False
    now = ctx.now()
    session.add(
        Outbox(
            key=key,
            kind=kind,
            priority=priority,
            match=match,
            seat=seat,
            player=player,
            to=to,
            record=record,
            payload=codec.pack(payload),
            in_reply_to=in_reply_to,
            status=OutboxStatus.WAITING,
            made=now,
            due=due or now,
        )
    )
    return True

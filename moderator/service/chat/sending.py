"""Sending chat notices: one at a time, under a lease, tried again with pauses, and given up after a day.

Each is marked as soon as the service has answered. After a crash in between the same message goes again: under the same
name, by which ntfy and programs know it again, while Discord and Matrix show it twice.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

import structlog
from msgspec import Struct
from sqlalchemy import ColumnElement, update
from sqlmodel import Session, col, select

from moderator.ports import ChatKind, ChatMessage, ChatOutbound, ChatSent, ChatTrouble, DeliveryStatus
from moderator.service.chat import facts, gathering, giving_up, targets
from moderator.service.chat.facts import ChatFacts, Occasion
from moderator.service.chat.targets import EDITED, Target
from moderator.service.context import Context
from moderator.store.chat import ChatNotice
from moderator.store.session import Store
from moderator.store.tables import Match, Player

LEASE = timedelta(minutes=5)
"""How long a claimed message is left alone where nobody can tell whether its sender lives."""

GIVE_UP = timedelta(hours=24)
"""How long a place may fail before nothing more is tried there for a message."""

_log = structlog.get_logger()

_FAULT = ChatSent(status=DeliveryStatus.LATER, trouble=ChatTrouble.FAULT)

_FIRST_PAUSE, _LONGEST_PAUSE = timedelta(seconds=30), timedelta(hours=1)


class ChatWords(Struct, frozen=True):
    """A chat notice in words: a title, and a few lines."""

    title: str
    lines: tuple[str, ...]


Word = Callable[[ChatFacts], ChatWords]
"""Words a chat notice."""


class Claimed(Struct, frozen=True):
    """A message that was claimed; without a ``message`` there is nothing to send after all, or making it ``failed``."""

    row: ChatNotice
    target: Target | None
    told: str = ""
    message: ChatMessage | None = None
    failed: bool = False


def claim(store: Store, ctx: Context, word: Word) -> Claimed | None:
    """Take the message under a lease that is due next, as it is to go now; None if none is due."""
    now = ctx.now()
    with store.write() as session:
        due = select(ChatNotice).where(*_due(ctx))
        due = due.order_by(col(ChatNotice.due), col(ChatNotice.id)).limit(1).with_for_update(skip_locked=True)
        row = session.exec(due).first()
        if row is None:
            return None
        row.leased = now
    with store.read() as session:
        target = targets.find(session, ctx, row.target, row.player)
        try:
            return _made(session, ctx, word, row, target)
        except Exception as error:  # noqa: BLE001 - one bad message never stops the others
            _log.error("notice.not-made", match=row.match, occasion=row.occasion, error=type(error).__name__)
            return Claimed(row, target, failed=True)


def _made(session: Session, ctx: Context, word: Word, row: ChatNotice, target: Target | None) -> Claimed:
    match = session.get_one(Match, row.match)
    if target is None or match.withdrawn:
        return Claimed(row, target)
    told = _facts(session, ctx, match, row, target)
    if told.mark == row.told or (row.told and not _can_be_edited(row, target)):
        return Claimed(row, target, told.mark)
    words = word(told)
    message = ChatMessage(
        url=target.url,
        kind=target.kind,
        key=gathering.key_of(ctx, row),
        title=words.title,
        lines=words.lines,
        link=told.link,
        edits=bool(row.told),
        remote=row.remote,
        facts=_for_programs(ctx, told),
    )
    return Claimed(row, target, told.mark, message)


def _can_be_edited(row: ChatNotice, target: Target) -> bool:
    """Tell whether a message that stands can be edited; Discord needs its own name for it, which it may not tell."""
    return target.kind in EDITED and (target.kind is not ChatKind.DISCORD or row.remote != "")


def _facts(session: Session, ctx: Context, match: Match, row: ChatNotice, target: Target) -> ChatFacts:
    if row.player is None:
        return facts.of_match(session, ctx, match, target)
    return facts.of_player(ctx, match, session.get_one(Player, row.player), Occasion(row.occasion))


def _for_programs(ctx: Context, told: ChatFacts) -> dict[str, str | int | bool | None]:
    """Return what a program is told besides the words."""
    deadline = None if told.over else told.due.deadline
    return {
        "moderator": ctx.settings.name,
        "event": told.event.value,
        "match": told.match,
        "game": told.game,
        "turn": told.turn,
        "due": deadline.isoformat() if deadline else None,
        "paused": told.due.paused,
        "ready": told.ready,
        "players": told.players,
    }


def is_due(session: Session, ctx: Context) -> bool:
    """Tell whether a message is due."""
    return session.exec(select(ChatNotice.id).where(*_due(ctx)).limit(1)).first() is not None


def _due(ctx: Context) -> tuple[ColumnElement[bool], ...]:
    now = ctx.now()
    free = col(ChatNotice.leased).is_(None) | (col(ChatNotice.leased) < now - LEASE)
    return col(ChatNotice.waits).is_(True), col(ChatNotice.due) <= now, free


async def send_one(store: Store, ctx: Context, word: Word, outbound: ChatOutbound) -> bool:
    """Send the message that is due next, and note what became of it; return False if none is due."""
    claimed = await asyncio.to_thread(claim, store, ctx, word)
    if claimed is None:
        return False
    await asyncio.to_thread(mark, store, ctx, claimed, await _sent(outbound, claimed))
    return True


async def _sent(outbound: ChatOutbound, claimed: Claimed) -> ChatSent | None:
    """Return what became of a message, None if there was nothing to send."""
    if claimed.message is None:
        return _FAULT if claimed.failed else None
    try:
        return await outbound.send(claimed.message)
    except Exception as error:  # noqa: BLE001 - as above; the error itself may quote the address
        _log.error("notice.not-sent", match=claimed.row.match, error=type(error).__name__)
        return _FAULT


def mark(store: Store, ctx: Context, claimed: Claimed, sent: ChatSent | None) -> None:
    """Note what became of a message; None says that there was nothing to send."""
    with store.write() as session:
        row = session.exec(select(ChatNotice).where(ChatNotice.id == claimed.row.id).with_for_update()).first()
        if row is None or row.leased != claimed.row.leased:  # erased, or taken over
            return
        row.leased = None
        if claimed.target is None:
            session.delete(row)
        elif row.about != claimed.row.about:  # it is about something new by now, which waits
            return
        elif sent is None or sent.status is DeliveryStatus.SENT:
            _note_delivered(ctx, row, claimed, sent)
        else:
            _note_failure(session, ctx, row, claimed.target, sent)


def _note_delivered(ctx: Context, row: ChatNotice, claimed: Claimed, sent: ChatSent | None) -> None:
    """Note that a message stands; one that is to be edited since it was claimed still waits."""
    row.waits = row.seen != claimed.row.seen
    row.attempts, row.failing = 0, None
    if sent is not None:
        row.told, row.remote, row.sent = claimed.told, sent.remote or row.remote, ctx.now()
    if row.waits:
        row.due = (row.sent or ctx.now()) + gathering.EDIT_PAUSE


def _note_failure(session: Session, ctx: Context, row: ChatNotice, target: Target, sent: ChatSent) -> None:
    now = ctx.now()
    row.attempts, row.failing = row.attempts + 1, row.failing or now
    if sent.status is DeliveryStatus.LATER and now < row.failing + GIVE_UP:
        again = now + max(_pause(row.attempts), min(timedelta(seconds=sent.after), _LONGEST_PAUSE))
        _rest(session, target, again)
        row.due = again
        return
    row.waits = False
    giving_up.tell(session, ctx, row, target, sent)


def _rest(session: Session, target: Target, until: datetime) -> None:
    """Leave a place alone until a time: whatever else waits for it would fail, too."""
    waits = update(ChatNotice).where(col(ChatNotice.target) == target.name, col(ChatNotice.waits))
    session.execute(waits.where(col(ChatNotice.due) < until).values(due=until))


def _pause(attempts: int) -> timedelta:
    """Return how long to wait before the next try: doubled each time."""
    return min(_FIRST_PAUSE * (1 << min(attempts - 1, 12)), _LONGEST_PAUSE)


def release_leases(session: Session) -> None:
    """Take all messages out of their senders' hands; for a caller who knows that these are dead."""
    session.execute(update(ChatNotice).where(col(ChatNotice.leased).is_not(None)).values(leased=None))

"""What the GM is told of an override for several matches: one memo, to which each of them adds its part."""

from datetime import timedelta

from msgspec.structs import replace
from sqlmodel import Session, col, select

from moderator.core import codec
from moderator.service import outbox
from moderator.service.context import Context
from moderator.service.facts import LetterFacts, Memo
from moderator.service.letter_parts import Note
from moderator.store.statuses import OutboxStatus
from moderator.store.tables import Match, Outbox

_PAUSE = timedelta(minutes=1)
"""How long the memo waits for the other matches."""


def tell(session: Session, ctx: Context, match: Match, note: Note) -> None:
    """Put what became of an override in a match into the memo on it that waits, or into a new one."""
    begins = f"{note.code}:{note.facts['id']}:"
    waiting = (
        select(Outbox)
        .where(Outbox.status == OutboxStatus.WAITING, col(Outbox.key).startswith(begins, autoescape=True))
        .where(col(Outbox.due) > ctx.now(), col(Outbox.leased).is_(None))
        .with_for_update()
    )
    row = session.exec(waiting).first()
    memo = codec.unpack(row.payload, LetterFacts | None) if row is not None else None
    facts = {**note.facts, "match": match.name}
    if row is None or not isinstance(memo, Memo):
        due = ctx.now() + _PAUSE
        outbox.memo(session, ctx, note.code, f"{begins}{match.id}", facts=facts, lines=note.lines, due=due)
    else:
        part = Note(note.code, {**facts, "place": ""}, () if note.lines == memo.lines else note.lines)
        row.payload = codec.pack(replace(memo, more=(*memo.more, part)))

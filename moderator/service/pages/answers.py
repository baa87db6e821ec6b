"""What became of a letter that was sent from a desk: the same answer that goes to the player by letter."""

from msgspec import Struct
from sqlmodel import Session, select

from moderator.core import codec
from moderator.ports import WEB
from moderator.posts import typed
from moderator.service.context import Context
from moderator.service.facts import Acknowledgement, LetterFacts
from moderator.service.inbox.intake import raw_of
from moderator.service.matches import records
from moderator.store.statuses import LetterStatus
from moderator.store.tables import Letter, Outbox


class SentLetter(Struct, frozen=True, kw_only=True):
    """A letter that was kept: what was typed, whether it is read, and the answer to it if there is one."""

    text: str
    is_read: bool
    answer: Acknowledgement | None = None


def find(session: Session, ctx: Context, player: int, once: str) -> SentLetter | None:
    """Return what became of a player's letter, by what the page gave it; None if it is not there."""
    row = session.exec(select(Letter).where(Letter.transport == WEB, Letter.origin == once)).first()
    if row is None or not row.raw:
        return None
    letter = typed.decode(raw_of(row))
    if letter.player != player:
        return None
    is_read = row.status is not LetterStatus.KEPT
    return SentLetter(text=letter.text, is_read=is_read, answer=_answer(session, ctx, row))


def _answer(session: Session, ctx: Context, row: Letter) -> Acknowledgement | None:
    """Return the acknowledgement of a letter, with its facts as those of the game that is played."""
    keys = (f"ack:{row.id}", f"ack:{row.id}:stopped", f"ack:{row.id}:faulted")
    for found in session.exec(select(Outbox).where(Outbox.key.in_(keys)).order_by(Outbox.id.desc())):  # type: ignore[attr-defined] # columns
        facts = codec.unpack(found.payload, LetterFacts | None)
        if isinstance(facts, Acknowledgement):
            told = records.with_types_of_game(ctx.game(facts.head.game), facts)
            return told if isinstance(told, Acknowledgement) else None
    return None

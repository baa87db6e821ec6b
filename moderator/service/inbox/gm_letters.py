"""Letters of a GM who changes matches by mail: ``GM hoth``, lines of an override, ``END GM``.

Nothing is done on the word of one letter, whose sender may be forged. The lines are tried, and the GM gets what they
would do; YES in reply applies them, and only who has that letter can say it. What is found here is carried out by
``overrides.by_letter`` once the letter is filed.
"""

import re
from collections.abc import Sequence

from msgspec import Struct
from sqlmodel import Session, col, select

from moderator.core import codec
from moderator.language.reading.text_lines import TextLine
from moderator.mail.letter import ReadLetter
from moderator.service import outbox
from moderator.service.codes import Verdict
from moderator.service.context import Context
from moderator.service.facts import LetterFacts, Memo
from moderator.service.recruiting import replies
from moderator.service.recruiting.replies import Reply
from moderator.store.statuses import LetterStatus
from moderator.store.tables import Letter, Outbox

OF_GM = "of-gm"
"""The verdict on a letter of a GM's that is about matches."""
TRIED = "gm-tried"
"""The code of the memo that tells what lines would do; its key ends with the record that they were tried at."""

_BEGIN, _END = re.compile(r"GM\s+(?P<match>[\w.-]+)\s*:?", re.IGNORECASE), re.compile(r"END(\s+GM)?\.?", re.IGNORECASE)


class GmWish(Struct, frozen=True, kw_only=True):
    """What a GM wishes of a match: lines that are to be tried, or those that were tried at a ``record``, applied."""

    letter: int
    number: int
    match: str
    lines: tuple[str, ...]
    record: int | None = None


def hear(session: Session, ctx: Context, row: Letter, letter: ReadLetter) -> tuple[GmWish, ...]:
    """Return what a GM wishes in a letter, and file the letter; nothing if it says nothing of the kind."""
    if not ctx.settings.is_gm(letter.address) or letter.proof.speaks_against(letter.address):
        return ()
    wishes = wishes_of(session, ctx, row, letter)
    if wishes:
        row.status, row.verdict = LetterStatus.DONE, OF_GM
    return wishes


def wishes_of(session: Session, ctx: Context, row: Letter, letter: ReadLetter) -> tuple[GmWish, ...]:
    """Return what stands in a letter of a GM's, also of one that was filed before."""
    own = replies.own_lines(ctx, letter.lines)
    return _confirmed(session, row, letter, own) or _blocks(row, own)


def explain(session: Session, ctx: Context, row: Letter, letter: ReadLetter) -> bool:
    """Tell a GM, once a day, how letters of GMs are read whose letter says nothing of that; False for others."""
    if not ctx.settings.is_gm(letter.address):
        return False
    row.status, row.verdict = LetterStatus.DONE, Verdict.ANSWERED
    outbox.memo(session, ctx, "gm-unread", f"memo:gm-unread:{ctx.now():%Y-%m-%d}")
    return True


def _blocks(row: Letter, lines: Sequence[TextLine]) -> tuple[GmWish, ...]:
    """Return what stands in the blocks of a letter; the last may have no end."""
    found: list[GmWish] = []
    match, block = "", list[str]()
    for text in [line.text.strip() for line in lines if not line.quoted] + ["END"]:
        begins = _BEGIN.fullmatch(text)
        if match and (begins or _END.fullmatch(text)):
            found.append(GmWish(letter=row.id, number=len(found), match=match, lines=tuple(block)))
            match, block = "", []
        if begins:
            match = begins["match"]
        elif match and text:
            block.append(text)
    return tuple(found)


def _confirmed(session: Session, row: Letter, letter: ReadLetter, own: Sequence[TextLine]) -> tuple[GmWish, ...]:
    """Return the lines that a letter lets be applied: it says YES to the memo that told what they would do."""
    if not letter.thread or replies.read(own) is not Reply.YES:
        return ()
    asked = select(Outbox).where(col(Outbox.message_id).in_(letter.thread), col(Outbox.key).startswith(f"{TRIED}:"))
    memo = session.exec(asked.order_by(col(Outbox.id).desc())).first()
    told = codec.unpack(memo.payload, LetterFacts | None) if memo is not None else None
    if memo is None or not isinstance(told, Memo):
        return ()
    record = int(memo.key.rpartition(":")[2])
    return (GmWish(letter=row.id, number=0, match=told.match, lines=told.lines, record=record),)

"""Letters to the GM about the operator's file: what is new first, what was told before in one line each.

What was told before is known by the marks that the letters hold of their lines, so a restart forgets nothing of it.
"""

import hashlib
import re
from collections.abc import Iterable, Sequence

from sqlmodel import Session, col, func, or_, select

from moderator.core import codec
from moderator.service import outbox
from moderator.service.context import Context
from moderator.service.facts import LetterFacts, Memo
from moderator.service.letter_parts import Note
from moderator.store.tables import Outbox

REFUSED, TOLD, _ACCEPTED = "config-refused", "config-told", "config-accepted"
_NEW, _BEFORE = "config-new", "config-before"
_MARKS = "marks"

_PLACE = re.compile(r"^\S+:\d+: ")
"""The place that a line begins with. It changes when lines are added above; what it says stays the same."""
_SHOWN, _MARK = 100, 16
"""How many characters are shown of a line that was told before, and how many a mark has."""


def report_refusal(session: Session, ctx: Context, lines: Sequence[str]) -> bool:
    """Tell the GM of all mistakes of a file that is refused; return False if just these were told last."""
    before = _lines_told_last(session, REFUSED, _ACCEPTED)
    if before == set(map(_digest_of, lines)):
        return False
    return _tell(session, ctx, REFUSED, lines, before)


def report_lines(session: Session, ctx: Context, lines: Sequence[str], stood: Iterable[str] | None = None) -> bool:
    """Tell the GM what is to be said of a file that was taken over; return False if nothing of it is new.

    What was told before is new again unless it ``stood`` until now; None if that is not known, after a restart.
    """
    before = _lines_told_last(session, TOLD)
    if stood is not None:
        before &= set(map(_digest_of, stood))
    if before >= set(map(_digest_of, lines)):
        return False
    return _tell(session, ctx, TOLD, lines, before)


def report_acceptance(session: Session, ctx: Context) -> bool:
    """Tell the GM, once, that a file is accepted that was refused before; return whether that was so."""
    last = _last_memo(session, REFUSED, _ACCEPTED)
    return last is not None and last.code == REFUSED and outbox.memo(session, ctx, _ACCEPTED, _key(session, _ACCEPTED))


def places(lines: Iterable[str]) -> list[str]:
    """Return the places in the file that lines begin with, for the log: the rest quotes what people wrote."""
    return [found[0].rstrip(": ") for line in lines if (found := _PLACE.match(line))]


def _tell(session: Session, ctx: Context, code: str, lines: Sequence[str], before: set[str]) -> bool:
    new = tuple(line for line in lines if _digest_of(line) not in before)
    old = tuple(_short(line) for line in lines if _digest_of(line) in before)
    notes = (Note(code=about, facts={}, lines=each) for about, each in ((_NEW, new), (_BEFORE, old)) if each)
    marks = " ".join(sorted({_digest_of(line) for line in lines}))
    return outbox.memo(session, ctx, code, _key(session, code), facts={_MARKS: marks}, more=tuple(notes))


def _lines_told_last(session: Session, code: str, *ends: str) -> set[str]:
    """Return the marks of what the last letter told, new and old; nothing if one came later that ends it."""
    last = _last_memo(session, code, *ends)
    if last is None or last.code != code:
        return set()
    return set(str(last.facts.get(_MARKS, "")).split())


def _last_memo(session: Session, *codes: str) -> Memo | None:
    of_file = or_(*(col(Outbox.key).startswith(f"{code}:") for code in codes))
    payload = session.exec(select(Outbox.payload).where(of_file).order_by(col(Outbox.id).desc()).limit(1)).first()
    facts = codec.unpack(payload, LetterFacts | None) if payload is not None else None
    return facts if isinstance(facts, Memo) else None


def _key(session: Session, code: str) -> str:
    of_code = select(func.count()).select_from(Outbox).where(col(Outbox.key).startswith(f"{code}:"))
    return f"{code}:{session.exec(of_code).one() + 1}"


def _digest_of(line: str) -> str:
    """Return what a line is known by again, wherever in the file it stands then."""
    return hashlib.sha256(" ".join(_PLACE.sub("", line).split()).encode()).hexdigest()[:_MARK]


def _short(line: str) -> str:
    whole = " ".join(line.split())
    return whole if len(whole) <= _SHOWN else f"{whole[: _SHOWN - 1]}…"

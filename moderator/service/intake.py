"""Step 2, keep: a raw letter becomes a row once, whatever a wire does twice; nothing in it is believed yet."""

import hashlib
import re
import zlib

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, or_, select

from moderator.ports import Delivery
from moderator.service.context import Context
from moderator.store.session import Store
from moderator.store.tables import Letter, LetterStatus

_AUTHOR_FIELDS = (b"from", b"subject", b"date")
_HEAD_END = re.compile(rb"\r?\n\r?\n")


def keep(store: Store, ctx: Context, delivery: Delivery) -> int | None:
    """Keep a letter durably (commit 1) and return its id, or None if it is here already.

    It is here already if this transport brought it under this origin before, or if a letter of the same Message-ID
    and the same content came by any way. Without a Message-ID the origin alone decides. Of a letter that is over the
    size limit only the beginning is kept, one byte more than allowed, so that it is still seen to be too long.
    """
    raw = delivery.raw[: ctx.settings.limits.letter_bytes + 1]
    letter = Letter(
        transport=delivery.transport,
        origin=delivery.origin,
        message_id=_message_id(raw),
        fingerprint=fingerprint(raw),
        arrived=delivery.arrived,
        kept=ctx.now(),
        trusted=delivery.trusted,
        raw=zlib.compress(raw, 6),
        status=LetterStatus.KEPT,
    )
    try:
        with store.write() as session:
            if _known(session, letter):
                return None
            session.add(letter)
    except IntegrityError:  # another instance on the same database kept it between our look and our commit
        return None
    return letter.id


def raw_of(letter: Letter) -> bytes:
    """Return a kept letter as it came; empty once its time of keeping is over."""
    return zlib.decompress(letter.raw) if letter.raw else b""


def fingerprint(raw: bytes) -> str:
    """Return the hash of what the author wrote: body and a few fields, none that a server adds on the way."""
    head, body = _split(raw)
    text = b"\n".join(line.rstrip() for line in body.strip().splitlines())
    said = b"\0".join(_field(head, name) for name in _AUTHOR_FIELDS)
    return hashlib.sha256(said + b"\0" + text).hexdigest()


def _known(session: Session, letter: Letter) -> bool:
    same = (col(Letter.transport) == letter.transport) & (col(Letter.origin) == letter.origin)
    if letter.message_id is not None:
        content = (col(Letter.message_id) == letter.message_id) & (col(Letter.fingerprint) == letter.fingerprint)
        same = or_(same, content)  # type: ignore[assignment]
    return session.exec(select(Letter.id).where(same).limit(1)).first() is not None


def _split(raw: bytes) -> tuple[bytes, bytes]:
    found = _HEAD_END.search(raw)
    return (raw[: found.start()], raw[found.end() :]) if found else (raw, b"")


def _message_id(raw: bytes) -> str | None:
    value = _field(_split(raw)[0], b"message-id").decode("ascii", "replace")
    found = re.search(r"<[^<>\s]+>", value.replace("\0", ""))
    return found[0] if found else None


def _field(head: bytes, name: bytes) -> bytes:
    found = re.search(rb"(?im)^" + name + rb"[ \t]*:((?:[^\n]*)(?:\n[ \t][^\n]*)*)", head)
    return b" ".join(found[1].split()) if found else b""

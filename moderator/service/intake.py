"""Step 2, keep: a raw letter becomes a row once, whatever a wire does twice; nothing in it is believed yet."""

import zlib

from moderator.ports import Delivery
from moderator.service import letter as mime
from moderator.service.context import Context
from moderator.store import queries
from moderator.store.session import Store
from moderator.store.tables import Letter, LetterStatus


def keep(store: Store, ctx: Context, delivery: Delivery) -> int | None:
    """Keep a letter durably (commit 1) and return its id, or None if it is here already.

    It is here already if this transport brought it under this origin before, or if a letter of the same Message-ID
    and the same content came by any way. Without a Message-ID the origin alone decides. Of a letter that is over the
    size limit only the beginning is kept, one byte more than allowed, so that it is still seen to be too long.
    """
    raw = delivery.raw[: ctx.settings.limits.letter_bytes + 1]
    copy = mime.read_copy(raw, _limits(ctx))
    letter = {
        "transport": delivery.transport,
        "origin": delivery.origin,
        "message_id": column_text(copy.message_id) if copy.message_id else None,
        "fingerprint": copy.fingerprint,
        "arrived": delivery.arrived,
        "kept": ctx.now(),
        "trusted": delivery.trusted,
        "raw": zlib.compress(raw, 6),
        "status": LetterStatus.KEPT,
    }
    with store.write() as session:
        number = queries.insert_new(session, Letter, letter)
        if number is None and not queries.is_kept(session, letter):
            raise AssertionError("a letter that is new was not taken by the database")
        return number


def column_text(text: str) -> str:
    """Return text as a column of every database takes it: PostgreSQL bears no NUL and no half characters."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()


def raw_of(letter: Letter) -> bytes:
    """Return a kept letter as it came; empty once its time of keeping is over."""
    return zlib.decompress(letter.raw) if letter.raw else b""


def read_kept(ctx: Context, raw: bytes) -> mime.Letter:
    """Step 3, read: raw bytes to a letter under the operator's limits; never raises."""
    own = (ctx.settings.address.lower(),)
    return mime.read_letter(raw, _limits(ctx), own=own, authserv_id=ctx.settings.authserv_id)


def _limits(ctx: Context) -> mime.Limits:
    limits = ctx.settings.limits
    return mime.Limits(
        size=limits.letter_bytes, parts=limits.letter_parts, depth=limits.letter_depth, lines=limits.letter_lines
    )

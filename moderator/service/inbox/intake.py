"""Step 2, keep: a raw letter becomes a row once, whatever a transport does twice; nothing in it is believed yet."""

import zlib
from collections.abc import Sequence
from typing import Any

from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from moderator.mail.letter import Bounds, ReadLetter, read_copy, read_letter
from moderator.ports import FORUM, WEB, Delivery
from moderator.posts.letter import read_post
from moderator.posts.typed import read_typed
from moderator.service.context import Context
from moderator.store import letter_queries, queries
from moderator.store.session import Store
from moderator.store.statuses import LetterStatus
from moderator.store.tables import Letter


def store_letters(store: Store, ctx: Context, deliveries: Sequence[Delivery]) -> list[int | Exception | None]:
    """Keep letters durably, in one transaction (commit 1), and return their ids in order; None for one that is here.

    It is here already if this transport brought it under this origin before, or if a letter of the same Message-ID
    and the same content came by any way. Without a Message-ID the origin alone decides. Of a letter that is over the
    size limit only the beginning is kept, one byte more than allowed, so that it is still seen to be too long.

    In place of a letter that raises stands the exception, and no letter stops the others: those with one that raises
    are kept each in a transaction of its own.
    """
    try:
        rows = [_row(ctx, delivery) for delivery in deliveries]  # before others wait for us to have written
        with store.write() as session:
            return [_insert(session, row) for row in rows]
    except OperationalError as error:  # the database is busy or away, for every one of them
        return [error] * len(deliveries)
    except Exception as error:  # noqa: BLE001 - as promised above
        if len(deliveries) == 1:
            return [error]
        return [kept for delivery in deliveries for kept in store_letters(store, ctx, [delivery])]


def _row(ctx: Context, delivery: Delivery) -> dict[str, Any]:
    raw = delivery.raw[: ctx.settings.limits.letter_bytes + 1]
    copy = read_copy(raw, _limits(ctx))
    return {
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


def _insert(session: Session, row: dict[str, Any]) -> int | None:
    number = queries.insert_new(session, Letter, row)
    if number is None and not letter_queries.is_kept(session, row):
        raise AssertionError("a letter that is new was not taken by the database")
    return number


def column_text(text: str) -> str:
    """Return text as a column of every database takes it: PostgreSQL bears no NUL and no half characters."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()


def raw_of(letter: Letter) -> bytes:
    """Return a kept letter as it came; empty once its time of keeping is over."""
    return zlib.decompress(letter.raw) if letter.raw else b""


def read_stored(ctx: Context, raw: bytes, transport: str = "") -> ReadLetter:
    """Step 3, read: raw bytes, as a transport brought them, to a letter under the operator's limits; never raises."""
    if transport.startswith(FORUM):
        return read_post(raw, _limits(ctx))
    if transport == WEB:
        return read_typed(raw, _limits(ctx))
    own = (ctx.settings.address.lower(),)
    return read_letter(raw, _limits(ctx), own=own, authserv_id=ctx.settings.authserv_id)


def _limits(ctx: Context) -> Bounds:
    limits = ctx.settings.limits
    return Bounds(
        size=limits.letter_bytes, parts=limits.letter_parts, depth=limits.letter_depth, lines=limits.letter_lines
    )

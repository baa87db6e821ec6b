"""Very many matches on one database, made as copies of one: making them one by one would take minutes."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from sqlalchemy import insert
from sqlmodel import Session, SQLModel, col, select

from moderator.service.context import Context
from moderator.store.session import Store
from moderator.store.statuses import OutboxStatus
from moderator.store.tables import (
    AT_ONCE,
    Address,
    Match,
    OrderRequest,
    OrderSet,
    Outbox,
    Player,
    Record,
    SeatAssignment,
)

_APART = 1000
"""How far the numbers of a copy are from those of the copy before; no original has a greater one."""

_NUMBERS = ("id", "match", "player")
_NAMES = ("name", "slug", "address", "key", "message_id", "bounce_id")


def crowd(store: Store, ctx: Context, count: int) -> None:
    """Copy the first match with its people, orders and letters, which have gone; every copy has a later deadline."""
    with store.write() as session:
        rows = list(_rows(session))
        for row in rows:
            copies = [_copy(ctx, row, number) for number in range(1, count + 1)]
            if copies:
                session.execute(insert(type(row)), copies)


def _rows(session: Session) -> Iterator[SQLModel]:
    match = session.exec(select(Match).order_by(col(Match.id))).first()
    assert match is not None
    places = session.exec(select(SeatAssignment).where(SeatAssignment.match == match.id)).all()
    players = [place.player for place in places]
    yield match
    yield from session.exec(select(Player).where(col(Player.id).in_(players)))
    yield from session.exec(select(Address).where(col(Address.player).in_(players)))
    yield from places
    for table in (OrderRequest, OrderSet, Record, Outbox):
        yield from session.exec(select(table).where(table.match == match.id))


def _copy(ctx: Context, row: SQLModel, number: int) -> dict[str, Any]:
    copied = row.model_dump()
    for name in _NUMBERS:
        if copied.get(name) is not None:
            copied[name] += number * _APART
    for name in _NAMES:
        if copied.get(name):
            copied[name] = f"{copied[name]}-{number}"  # as a name may stand in an address
    if isinstance(row, Match):
        copied |= {"deadline": ctx.now() + timedelta(days=2, minutes=number), "check_due": AT_ONCE}
    if isinstance(row, Outbox):
        copied["status"], copied["sent"] = OutboxStatus.SENT, ctx.now()
    return copied

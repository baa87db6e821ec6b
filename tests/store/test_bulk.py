"""Rows written in bulk are those that SQLAlchemy would have written."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from moderator.store import queries
from moderator.store.session import Store
from moderator.store.tables import Outbox, OutboxStatus

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)


def letter(key: str, **other: object) -> dict[str, Any]:
    """Return a row of the outbox without what has a default."""
    return {
        "key": key,
        "kind": "notice",
        "payload": b"\0\xff%s",
        "status": OutboxStatus.WAITING,
        "made": NOON,
        "due": NOON,
        "sent": None,
        **other,
    }


ROWS = [
    letter("a"),
    letter("b", status=OutboxStatus.SENT, sent=NOON + timedelta(microseconds=1)),
    letter("c", due=NOON.astimezone(timezone(timedelta(hours=2))), payload=b""),
]


def kept(session: Session) -> list[dict[str, Any]]:
    """Return all letters, without their numbers."""
    found = session.exec(select(Outbox).order_by(col(Outbox.key))).all()
    return [row.model_dump(exclude={"id"}) for row in found]


def test_rows_in_bulk_are_those_of_the_session(any_store: Store) -> None:
    """Equal and other values of a column, none at all, defaults, and a moment of another zone."""
    with any_store.trial() as session:
        session.add_all(Outbox(**row) for row in ROWS)
        session.flush()
        session.expire_all()
        one_by_one = kept(session)
    with any_store.trial() as session:
        queries.insert_all(session, {Outbox: ROWS})
        assert kept(session) == one_by_one


def test_a_single_row_is_written_as_many_are(any_store: Store) -> None:
    """One letter alone goes the same way."""
    with any_store.trial() as session:
        queries.insert_all(session, {Outbox: ROWS[:1]})
        assert [row["key"] for row in kept(session)] == ["a"]


def test_what_the_database_refuses_is_told_as_ever(any_store: Store) -> None:
    """A key that is there already raises what it raises elsewhere, without the values of the row."""
    with any_store.trial() as session:
        with pytest.raises(IntegrityError) as refused:
            queries.insert_all(session, {Outbox: [letter("secret-key"), letter("secret-key")]})
        assert "secret-key" not in str(refused.value).replace(str(refused.value.orig), "")


def test_a_time_without_a_zone_is_refused(any_store: Store) -> None:
    """As in the session: nobody knows which moment it is."""
    with any_store.trial() as session, pytest.raises(ValueError, match="timezone"):
        queries.insert_all(session, {Outbox: [letter("a", due=NOON.replace(tzinfo=None))]})

"""What all named queries share: rows counted, and rows added unless they are there.

A query is one statement and loads only what it is asked for. A statement that is run for every letter is built once
(``_LIKE_THIS``), since building it takes longer than running it.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, func
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, SQLModel, col, select

from moderator.store.chat import ChatNotice
from moderator.store.tables import (
    Letter,
    Outbox,
    Pulse,
)


def count(session: Session, table: type[SQLModel], *which: ColumnElement[bool] | bool) -> int:
    """Return how many rows of a table meet all conditions."""
    return session.exec(select(func.count()).select_from(table).where(*which)).one()


def insert_new(session: Session, table: type[Letter | Outbox | ChatNotice], row: Mapping[str, Any]) -> int | None:
    """Insert a row and return its id, or None if a row with one of its unique keys exists."""
    number: int | None = session.connection().execute(_insertion(table, _dialect(session)), row).scalar()
    return number


def _dialect(session: Session) -> str:
    return session.get_bind().dialect.name


@cache
def _insertion(table: type[Letter | Outbox | ChatNotice | Pulse], dialect: str) -> Any:  # noqa: ANN401 - each database has a type of its own
    kind = postgresql if dialect == "postgresql" else sqlite
    return kind.insert(table).on_conflict_do_nothing().returning(col(table.id))


def lock_pulse(session: Session) -> Pulse:
    """Lock the row that tells when the moderator was last at work until this transaction ends, and return it."""
    only = select(Pulse).order_by(col(Pulse.id)).with_for_update()
    found = session.exec(only).first()
    if found is None:  # somebody else may add it at the same time
        session.execute(_insertion(Pulse, _dialect(session)), {"id": 1})
        found = session.exec(only).one()
    return found

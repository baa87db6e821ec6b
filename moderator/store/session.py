"""The database: one engine, transactions that read and transactions that write, and the schema brought up to date.

SQLite runs in WAL with ``synchronous=FULL`` (with NORMAL a power cut may forget the last commit, and with it an
order that was acknowledged). A transaction that is going to write says so at its beginning (``BEGIN IMMEDIATE``):
one that had read first could not wait for another writer.
"""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, create_engine, event, func, inspect, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from moderator.core.errors import ModeratorError

if TYPE_CHECKING:
    from alembic.config import Config

_PATIENCE = 30
_OLDEST = (3, 35)
"""The first SQLite that tells of rows that it inserts (RETURNING)."""

_UPGRADE = int.from_bytes(b"upgrade")
"""Of the lock that keeps others from upgrading a PostgreSQL database meanwhile."""

_SIZE = "SELECT pg_database_size(current_database())"
_SCRIPTS = files("moderator.store") / "migrations"
_BEYOND = re.compile(r"\btoo (?:many|large|big|deep|complex)\b|overflow")


def engine_for(url: str) -> Engine:
    """Return an engine for a SQLite or PostgreSQL URL; PostgreSQL is spoken to through psycopg, an extra.

    What fails tells its statement without the values: they are letters, orders and seeds, and logs and memos quote it.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() == "postgresql":
        return create_engine(parsed.set(drivername="postgresql+psycopg"), pool_pre_ping=True, hide_parameters=True)
    if sqlite3.sqlite_version_info < _OLDEST:
        needed = ".".join(map(str, _OLDEST))
        raise ModeratorError(f"SQLite {needed} or newer is needed; this Python comes with {sqlite3.sqlite_version}")
    engine = create_engine(parsed, connect_args={"timeout": _PATIENCE}, hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def refuses(error: OperationalError) -> bool:
    """Tell that a database will never take what it was given from that it is busy or away.

    So both answer what is beyond their limits, in the same class of errors: PostgreSQL with a SQLSTATE of class 54,
    SQLite with its general code and words alone.
    """
    if str(getattr(error.orig, "sqlstate", None) or "").startswith("54"):
        return True
    code = getattr(error.orig, "sqlite_errorcode", None)
    return code in (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_TOOBIG) and bool(_BEYOND.search(str(error.orig)))


def _prepare_sqlite(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's own connection
    connection.isolation_level = None  # we begin transactions ourselves
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


class Store:
    """The way to the database; safe to be shared by threads, each transaction belongs to one."""

    def __init__(self, url: str) -> None:
        """Connect lazily to the database of that URL; its schema is the caller's care (``migrate``)."""
        self.url = url
        self.engine = engine_for(url)
        self._writing = self.engine.execution_options(writes=True)

    @contextmanager
    def read(self) -> Iterator[Session]:
        """Give a session that sees one consistent position; whatever it changes is dropped."""
        with Session(self.engine, expire_on_commit=False, autoflush=False) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """Give a session whose changes are committed at the end, or all dropped if anything raises."""
        with Session(self._writing, expire_on_commit=False) as session:
            session.connection()
            yield session
            session.commit()

    @contextmanager
    def trial(self) -> Iterator[Session]:
        """Give a session that may write what it likes; all of it is dropped at the end."""
        with Session(self._writing, expire_on_commit=False) as session:
            session.connection()
            yield session
            session.rollback()

    def size(self) -> int:
        """Return how many bytes the database takes up, on SQLite without its journal."""
        sqlite = self.engine.dialect.name == "sqlite"
        pages = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
        with self.engine.connect() as connection:
            return int(connection.execute(text(pages if sqlite else _SIZE)).scalar_one())

    def close(self) -> None:
        """Give back all connections."""
        self.engine.dispose()


def migrations(connection: Connection) -> "Config":
    """Return Alembic's configuration for our own migrations over an open connection."""
    from alembic.config import Config  # noqa: PLC0415 - a quarter of the start of every command, and rarely needed

    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def migrate(url: str) -> None:
    """Bring the database of that URL up to the newest schema; does nothing if it is there already.

    It is one transaction: who dies leaves the database as it was. Of several who start together one does it, and the
    others wait.
    """
    engine = engine_for(url)
    try:
        with engine.connect() as connection:
            if _revision(connection) == newest():
                return
        from alembic import command  # noqa: PLC0415 - as above

        with engine.execution_options(writes=True).begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(select(func.pg_advisory_xact_lock(_UPGRADE)))
            command.upgrade(migrations(connection), "head")
    finally:
        engine.dispose()


def newest() -> str:
    """Return the newest schema's revision: the number that its migration's file name begins with."""
    names = (script.name for script in (_SCRIPTS / "versions").iterdir())
    return max(name.partition("_")[0] for name in names if name[0].isdigit())


def _revision(connection: Connection) -> str | None:
    """Return the schema's revision that a database is at, None if it has none."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()

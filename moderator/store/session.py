"""The database: its engines, transactions that read or write, and the upgrade of its schema.

SQLite runs in WAL mode with ``synchronous=FULL``, since with NORMAL a power cut may lose the last commit, and with it
an acknowledged order. A writing transaction begins with ``BEGIN IMMEDIATE``: one that has read first cannot wait for
another writer.
"""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, create_engine, event, func, inspect, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from moderator.core.errors import ModeratorError

if TYPE_CHECKING:
    from alembic.config import Config

_PATIENCE = 30
_PAUSE = 0.01
"""Seconds between two tries to turn on the write-ahead log of SQLite."""
_OLDEST = (3, 35)
"""The first version of SQLite with RETURNING."""

_UPGRADE = int.from_bytes(b"upgrade")
"""The key of the advisory lock that is held while a PostgreSQL database is upgraded."""

_SIZE = "SELECT pg_database_size(current_database())"
_SCRIPTS = files("moderator.store") / "migrations"
_TOO_LARGE = re.compile(r"\btoo (?:many|large|big|deep|complex)\b|overflow")


def engines_for(url: str) -> tuple[Engine, Engine]:
    """Return the engines that read and that write at a SQLite or PostgreSQL URL; PostgreSQL needs the package psycopg.

    They share their connections. Errors show statements without their values, which are letters, orders and seeds: logs
    and memos quote errors.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() == "postgresql":
        engine = create_engine(parsed.set(drivername="postgresql+psycopg"), pool_pre_ping=True, hide_parameters=True)
        return engine, engine
    if sqlite3.sqlite_version_info < _OLDEST:
        needed = ".".join(map(str, _OLDEST))
        raise ModeratorError(f"SQLite {needed} or newer is needed; this Python has {sqlite3.sqlite_version}")
    reading = create_engine(parsed, connect_args={"timeout": _PATIENCE}, hide_parameters=True)
    event.listen(reading, "connect", _prepare_sqlite)
    event.listen(reading, "begin", _begin_sqlite)
    return reading, reading.execution_options(begin="BEGIN IMMEDIATE")


def refuses(error: OperationalError) -> bool:
    """Tell whether a database can never store what it was given, rather than being busy or away.

    A value beyond the database's limits raises the same class of error. PostgreSQL marks it with a SQLSTATE of class
    54; SQLite gives only its general code and a message.
    """
    if str(getattr(error.orig, "sqlstate", None) or "").startswith("54"):
        return True
    code = getattr(error.orig, "sqlite_errorcode", None)
    return code in (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_TOOBIG) and bool(_TOO_LARGE.search(str(error.orig)))


def _prepare_sqlite(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's own connection
    connection.isolation_level = None  # the driver begins no transactions: ``_begin_sqlite`` does
    _turn_on_write_ahead_log(connection)
    for pragma in ("synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _turn_on_write_ahead_log(connection: Any) -> None:  # noqa: ANN401 - as above
    """Turn on the write-ahead log, after whoever works on a database that has none yet: SQLite itself does not wait."""
    until = monotonic() + _PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL").close()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
            sleep(_PAUSE)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    """Begin a transaction that sees one state of the database, or that has it to itself if its engine writes."""
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))


class Store:
    """The database of an instance. Threads may share a store; each transaction belongs to one thread.

    ``reading`` and ``writing`` are its engines, which share their connections; on PostgreSQL they are one.
    """

    def __init__(self, url: str) -> None:
        """Prepare to connect to the database of a URL. Its schema must be up to date (``migrate``)."""
        self.url = url
        self.reading, self.writing = engines_for(url)

    @contextmanager
    def read(self) -> Iterator[Session]:
        """Give a session that sees one consistent position; its changes are rolled back."""
        with Session(self.reading, expire_on_commit=False, autoflush=False) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """Give a session whose changes are committed at the end, or rolled back if anything raises."""
        with Session(self.writing, expire_on_commit=False) as session:
            session.connection()
            yield session
            session.commit()

    @contextmanager
    def trial(self) -> Iterator[Session]:
        """Give a session that may write; its changes are rolled back at the end."""
        with Session(self.writing, expire_on_commit=False) as session:
            session.connection()
            yield session
            session.rollback()

    def size(self) -> int:
        """Return the size of the database in bytes, on SQLite without its journal."""
        sqlite = self.reading.dialect.name == "sqlite"
        pages = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
        with self.reading.connect() as connection:
            return int(connection.execute(text(pages if sqlite else _SIZE)).scalar_one())

    def close(self) -> None:
        """Close all connections."""
        self.reading.dispose()


def migrations(connection: Connection) -> "Config":
    """Return Alembic's configuration for the moderator's migrations over an open connection."""
    from alembic.config import Config  # noqa: PLC0415 - a quarter of the start of every command, and rarely needed

    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def migrate(url: str) -> None:
    """Upgrade the database of a URL to the newest schema, if it is not there already.

    The upgrade is one transaction, so a process that dies leaves the database as it was. If several processes start
    together, one upgrades and the others wait.
    """
    store = Store(url)
    try:
        with store.reading.connect() as connection:
            if _revision(connection) == newest():
                return
        from alembic import command  # noqa: PLC0415 - as above

        with store.writing.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(select(func.pg_advisory_xact_lock(_UPGRADE)))
            command.upgrade(migrations(connection), "head")
    finally:
        store.close()


def newest() -> str:
    """Return the revision of the newest schema: the number at the beginning of its migration's file name."""
    names = (script.name for script in (_SCRIPTS / "versions").iterdir())
    return max(name.partition("_")[0] for name in names if name[0].isdigit())


def _revision(connection: Connection) -> str | None:
    """Return the revision of a database's schema, None if it has no schema yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()

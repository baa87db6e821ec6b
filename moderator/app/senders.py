"""Who sends letters: a lock that all senders of an instance share, and that ends with its holder however it ends.

Whoever has it alone knows that a letter in somebody's hands is in those of the dead, and takes it back at once: a file
where all who work on an instance share its folder, the database's own lock where they may be on several machines. There
it lives and dies with a connection; one that is lost while its holder lives costs no more than ``posting.mark`` allows.
"""

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.sql.functions import Function

from moderator.app.files import private_file

_KEY = int.from_bytes(b"senders")
"""Of the lock in a PostgreSQL database; each database has its own."""

Alone = Callable[[], object]
"""Called first by who sends alone, before anybody else can begin."""


@contextmanager
def by_file(state: Path, alone: Alone) -> Iterator[None]:
    """Send letters beside whoever else does on this machine."""
    path = state / "sending.lock"
    private_file(path)
    with path.open("a", encoding="ascii") as file:
        with suppress(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            alone()
        fcntl.flock(file, fcntl.LOCK_SH)
        yield


@contextmanager
def by_database(engine: Engine, alone: Alone) -> Iterator[None]:
    """Send letters beside whoever else does on this PostgreSQL database."""
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.detach()  # not given back but closed: with it the lock ends, even if the server is gone by then
        if _ask(connection, func.pg_try_advisory_lock(_KEY)):
            alone()
            _ask(connection, func.pg_advisory_lock_shared(_KEY))
            _ask(connection, func.pg_advisory_unlock(_KEY))
        else:
            _ask(connection, func.pg_advisory_lock_shared(_KEY))
        yield


def _ask(connection: Connection, function: "Function[object]") -> object:
    return connection.execute(select(function)).scalar()

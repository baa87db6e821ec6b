"""Who sends letters: a lock that all senders of an instance share, and that ends with its holder however it ends.

Whoever has it alone knows that a letter in somebody's hands is in those of the dead, and takes it back at once: a file
where all who work on an instance share its folder, the database's own lock where they may be on several machines. There
it lives and dies with a connection; if that is cut while its holder lives, the holder's next mark fails, and it stops.
"""

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import Engine, func, select
from sqlalchemy.exc import DBAPIError

from moderator.app.files import private_file

_KEY = int.from_bytes(b"senders")
"""Of the lock in a PostgreSQL database; each database has its own."""

Alone = Callable[[], object]
"""Called first by who sends alone, while nobody else can begin."""


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
    """Send letters beside whoever else does on this PostgreSQL database.

    The locks are those of transactions: a pooler between us and the server may give each of ours another connection.
    """
    with engine.begin() as connection:
        if connection.execute(select(func.pg_try_advisory_xact_lock(_KEY))).scalar():
            alone()
    connection = engine.connect()
    try:
        connection.execute(select(func.pg_advisory_xact_lock_shared(_KEY)))
        yield
    finally:
        with suppress(DBAPIError):  # it may have been cut meanwhile, and the lock is gone with it
            connection.close()

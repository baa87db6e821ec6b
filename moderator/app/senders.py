"""The senders' lock: shared by all who send letters of an instance, and given up when its holder ends, however it ends.

Whoever holds it alone knows that every claimed letter was claimed by a sender that died, and takes it back at once. On
SQLite the lock is a file, since all senders share the instance's folder. On PostgreSQL senders may run on several
machines, so it is the database's own lock, which lives and dies with a connection. If that connection is cut while its
holder lives, the holder's next mark fails and it stops.
"""

import fcntl
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from pathlib import Path

from sqlalchemy import Engine, func, select
from sqlalchemy.exc import DBAPIError

from moderator.app.files import private_file
from moderator.service.outgoing import claiming
from moderator.store.session import Store

_KEY = int.from_bytes(b"senders")
"""The key of the advisory lock; every PostgreSQL database has keys of its own."""

WhenAlone = Callable[[], object]
"""What a sender that holds the lock alone calls first, while no other can begin."""


def senders_lock(store: Store, state: Path) -> AbstractContextManager[None]:
    """Hold the lock of the store's senders; letters that a dead sender claimed are taken back first.

    ``state`` is the folder of the lock's file, which only SQLite needs.
    """
    when_alone = partial(claiming.release_leases, store)
    if store.reading.dialect.name == "sqlite":
        return file_lock(state, when_alone)
    return database_lock(store.writing, when_alone)


@contextmanager
def file_lock(state: Path, when_alone: WhenAlone) -> Iterator[None]:
    """Hold the lock in a file, shared with every other sender on this machine."""
    path = state / "sending.lock"
    private_file(path)
    with path.open("a", encoding="ascii") as file:
        with suppress(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            when_alone()
        fcntl.flock(file, fcntl.LOCK_SH)
        yield


@contextmanager
def database_lock(engine: Engine, when_alone: WhenAlone) -> Iterator[None]:
    """Hold the lock in a PostgreSQL database, shared with its other senders.

    The locks belong to transactions, since a connection pooler may give each of our transactions another connection.
    """
    with engine.begin() as connection:
        if connection.execute(select(func.pg_try_advisory_xact_lock(_KEY))).scalar():
            when_alone()
    connection = engine.connect()
    try:
        connection.execute(select(func.pg_advisory_xact_lock_shared(_KEY)))
        yield
    finally:
        with suppress(DBAPIError):  # it may have been cut meanwhile, and the lock is gone with it
            connection.close()

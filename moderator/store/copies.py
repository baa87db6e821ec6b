"""Copies of a SQLite database that is in use, and checks of such copies."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

_PATIENCE = 30


class BadCopyError(Exception):
    """A file is not an intact database of the moderator; the text says why."""


def copy(database: Path, target: Path) -> None:
    """Copy a database as it stands at this moment into a new file. Nobody who works on it has to wait.

    ``VACUUM INTO`` reads one consistent position, as SQLite's backup interface does. It leaves out free pages, so the
    copy holds nothing that was erased.
    """
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=rw", uri=True, timeout=_PATIENCE)) as source:
        source.execute("VACUUM INTO ?", (str(target),))


def revision(database: Path) -> str:
    """Return the revision of the schema in a copy; raises BadCopyError if the copy is damaged."""
    try:
        with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as opened:
            faults = [str(row[0]) for row in opened.execute("PRAGMA integrity_check(3)")]
            if faults != ["ok"]:
                raise BadCopyError("; ".join(faults))
            found = opened.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError as error:
        raise BadCopyError(str(error)) from error
    return str(found[0]) if found else ""

"""A private PostgreSQL cluster on a socket of its own, from Debian's binaries; else the reason for none."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from moderator.core.errors import ModeratorError

BINARIES = Path("/usr/lib/postgresql")
"""Where Debian puts each version."""
_UNPRIVILEGED = "postgres"


class PostgresError(ModeratorError):
    """The server does not run; the text says why."""


def missing() -> str:
    """Return why PostgreSQL cannot be started here, with what mends it, or an empty text if it can."""
    if _binaries() is None:
        return f"there is no PostgreSQL server under {BINARIES}: apt install postgresql"
    if os.geteuid() == 0 and _user() is None:
        return (
            f"PostgreSQL refuses to run as root, and there is no user {_UNPRIVILEGED}: useradd --system {_UNPRIVILEGED}"
        )
    return ""


@contextmanager
def cluster() -> Iterator[str]:
    """Start a server that listens on a socket of its own alone, give its URL, stop it and remove everything."""
    binaries, user = _binaries(), _user()
    if binaries is None:
        raise PostgresError(missing())
    root = Path(tempfile.mkdtemp(prefix="pbem-pg-"))
    if user is not None:
        os.chown(root, user.pw_uid, user.pw_gid)
    data = root / "data"
    try:
        _run(user, binaries / "initdb", "-D", data, "-U", "pbem", "-A", "trust", "-E", "UTF8", "--no-sync")
        options = f"-c listen_addresses='' -c unix_socket_directories='{root}' -c fsync=off"
        _run(user, binaries / "pg_ctl", "-D", data, "-l", root / "log", "-w", "-o", options, "start")
        try:
            yield f"postgresql://pbem@/postgres?host={root}"
        finally:
            _run(user, binaries / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(root, ignore_errors=True)


def _binaries() -> Path | None:
    found = sorted(BINARIES.glob("*/bin"))
    return found[-1] if found and (found[-1] / "initdb").exists() else None


def _user() -> pwd.struct_passwd | None:
    """Return whom to become, if we are root."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam(_UNPRIVILEGED)
    except KeyError:
        return None


def _run(user: pwd.struct_passwd | None, *command: str | Path) -> None:
    done = subprocess.run(  # noqa: S603 - the server's own programs, with arguments of ours
        list(map(str, command)),
        check=False,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        user=user.pw_uid if user else None,
        group=user.pw_gid if user else None,
        extra_groups=() if user else None,
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
    )
    if done.returncode:
        raise PostgresError(f"PostgreSQL failed: {command[0]} {command[-1]} ended with {done.returncode}")

"""A private PostgreSQL cluster for the length of a test run, from Debian's binaries; else the reason for none."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy import create_engine, make_url, text

_UNPRIVILEGED = "postgres"


def missing() -> str:
    """Return why PostgreSQL cannot be started here, or an empty text if it can."""
    if find_spec("psycopg") is None:
        return "psycopg is not installed"
    if _binaries() is None:
        return "no PostgreSQL server under /usr/lib/postgresql"
    if os.geteuid() == 0 and _user() is None:
        return f"PostgreSQL refuses to run as root, and there is no user {_UNPRIVILEGED}"
    return ""


@contextmanager
def cluster() -> Iterator[str]:
    """Start a server that listens on a socket of its own alone, give its URL, stop it and remove everything."""
    binaries, user = _binaries(), _user()
    assert binaries is not None
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


def database(url: str, name: str, copied_from: str = "template1") -> str:
    """Make a database anew on a server, as a copy of another that nobody is in; return its URL."""
    server = make_url(url).set(drivername="postgresql+psycopg")
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {copied_from}"))
    engine.dispose()
    return make_url(url).set(database=name).render_as_string(hide_password=False)


def _binaries() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
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
    subprocess.run(  # noqa: S603 - the server's own programs, with arguments of ours
        list(map(str, command)),
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        user=user.pw_uid if user else None,
        group=user.pw_gid if user else None,
        extra_groups=() if user else None,
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
    )

"""The demo's PostgreSQL cluster for tests, with databases as copies of others; else the reason for none."""

from importlib.util import find_spec

from sqlalchemy import create_engine, make_url, text

from contrib.forum_demo import postgres
from contrib.forum_demo.postgres import cluster

__all__ = ["cluster", "database", "missing"]


def missing() -> str:
    """Return why PostgreSQL cannot be used here, or an empty text if it can."""
    return postgres.missing() if find_spec("psycopg") else "psycopg is not installed"


def database(url: str, name: str, copied_from: str = "template1") -> str:
    """Make a database anew on a server, as a copy of another that nobody is in; return its URL."""
    server = make_url(url).set(drivername="postgresql+psycopg")
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {copied_from}"))
    engine.dispose()
    return make_url(url).set(database=name).render_as_string(hide_password=False)

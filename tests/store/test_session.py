"""The database keeps what was committed and forgets what was not."""

import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlmodel import SQLModel, select

from moderator.store import match_queries
from moderator.store.session import Store, migrate, migrations, newest
from moderator.store.tables import Address, Player


def test_the_migrations_lead_to_the_tables_as_they_are_declared(any_store: Store) -> None:
    """Running every migration on an empty database gives exactly the declared tables."""
    with any_store.reading.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, SQLModel.metadata) == []


def test_migrating_twice_changes_nothing(any_store: Store) -> None:
    """A database that is up to date stays as it is, with what is in it."""
    with any_store.write() as session:
        session.add(Player(name="Ann", zone="UTC"))
    migrate(any_store.url)
    with any_store.read() as session:
        assert [player.name for player in session.exec(select(Player))] == ["Ann"]


def begins_to_write(store: Store) -> None:
    """Begin to write to a SQLite database as another program, which waits for nobody."""
    path = store.url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")


def test_who_writes_has_the_database_from_the_beginning(store: Store) -> None:
    """A transaction that has read first could not wait for another writer."""
    with store.write(), pytest.raises(sqlite3.OperationalError, match="locked"):
        begins_to_write(store)


def test_who_reads_keeps_nobody_from_writing(store: Store) -> None:
    """A reader sees its own moment, and locks nothing."""
    with store.read() as session:
        assert session.exec(select(Player)).all() == []
        begins_to_write(store)


def test_a_closed_store_that_is_used_again_has_one_pool(any_store: Store) -> None:
    """Those who read and those who write share connections."""
    any_store.close()
    assert any_store.reading.pool is any_store.writing.pool
    with any_store.write() as session:
        session.add(Player(name="Ann", zone="UTC"))
    with any_store.read() as session:
        assert session.exec(select(Player.name)).all() == ["Ann"]


_OLD = """
INSERT INTO "match"
    (id, name, game, rules, status, settings, schedule, secret, number, turn, asking, state, created, fault)
VALUES (1, 'Darth''s 2nd', 'rebel-commander', 1, 'RUNNING',
    '{"name":"Darths 2nd","game":"rebel-commander","schedule":"every 1d","zone":"UTC","options":{},"seats":[]}',
    'every 1d', '', 0, 1, 1, '', '2026-11-20 20:00', '');
INSERT INTO place (id, "match", seat, bot, key_number, joined) VALUES (1, 1, 'Red', 'random', 1, '2026-11-20 20:00')
"""


def test_a_match_of_the_first_schema_is_found_by_its_name_in_addresses(any_database: Store) -> None:
    """An upgrade fills in how the names of matches stand in addresses, and loses no seat."""
    with any_database.writing.begin() as connection:
        command.upgrade(migrations(connection), "0001")
        for statement in _OLD.split(";"):
            connection.execute(text(statement))
    migrate(any_database.url)
    with any_database.read() as session:
        found = match_queries.match_by_slug(session, "darths-2nd")
        assert found is not None
        assert [place.seat for place, _ in match_queries.assignments_in(session, found.id or 0)] == ["Red"]


def test_the_newest_schema_is_known_by_its_file_name(any_store: Store) -> None:
    """A database that is up to date is known as such without reading the migrations."""
    with any_store.reading.connect() as connection:
        scripts = ScriptDirectory.from_config(migrations(connection))
        assert scripts.get_current_head() == newest()
        assert MigrationContext.configure(connection).get_current_revision() == newest()


def test_what_raises_leaves_nothing_behind(any_store: Store) -> None:
    """A transaction that raises has changed nothing, whatever it had flushed."""

    def fail() -> None:
        with any_store.write() as session:
            session.add(Player(name="Ann", zone="UTC"))
            session.flush()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    with any_store.read() as session:
        assert session.exec(select(Player)).all() == []


def test_what_the_database_refuses_is_told_without_its_values(any_store: Store) -> None:
    """The complaint goes to logs and memos: it names the statement, and nothing that was to be written."""
    with any_store.write() as session:
        session.add(Player(id=1, name="Ann", zone="UTC"))
    with pytest.raises(IntegrityError) as raised, any_store.write() as session:
        session.add(Player(id=1, name="hidden-orders", zone="UTC"))
    assert "INSERT INTO player" in str(raised.value)
    assert "hidden-orders" not in str(raised.value)


def test_a_reading_session_changes_nothing(any_store: Store) -> None:
    """What is added while reading is dropped."""
    with any_store.read() as session:
        session.add(Player(name="Ann", zone="UTC"))
        session.flush()
    with any_store.read() as session:
        assert session.exec(select(Player)).all() == []


def test_times_come_back_in_utc(any_store: Store) -> None:
    """A time of any zone comes back as the same moment, aware and in UTC."""
    there = datetime(2026, 11, 20, 20, 0, tzinfo=timezone(timedelta(hours=-5)))
    with any_store.write() as session:
        session.add(Player(name="Ann", zone="America/New_York", vacation_from=there))
    with any_store.read() as session:
        player = session.exec(select(Player)).one()
    assert player.vacation_from == datetime(2026, 11, 21, 1, 0, tzinfo=UTC)
    assert player.vacation_from.utcoffset() == timedelta(0)


def test_rows_that_belong_to_nobody_are_refused(any_store: Store) -> None:
    """Foreign keys are enforced on both databases."""

    def add() -> None:
        with any_store.write() as session:
            session.add(Address(player=99, address="nobody@pbem.test"))

    with pytest.raises(IntegrityError):
        add()


def test_sqlite_never_forgets_a_commit(store: Store) -> None:
    """SQLite runs in WAL and waits for the disk at every commit."""
    with store.read() as session:
        pragmas = [
            session.connection().execute(text(f"PRAGMA {name}")).scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert pragmas == ["wal", 2, 1]


def test_writers_wait_for_each_other(any_store: Store) -> None:
    """Many threads that read and then write at the same time all get their turn."""

    def add(number: int) -> None:
        with any_store.write() as session:
            count = len(session.exec(select(Player)).all())
            session.add(Player(name=f"{number} after {count}", zone="UTC"))

    threads = [threading.Thread(target=add, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with any_store.read() as session:
        assert len(session.exec(select(Player)).all()) == 8


def test_a_start_waits_for_one_who_writes_to_a_new_database(tmp_path: Path) -> None:
    """Several may be started at once: SQLite turns on its write-ahead log for one alone, and waits for nobody then."""
    path = tmp_path / "new.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("CREATE TABLE theirs (id INTEGER)")
        done = threading.Timer(0.2, other.execute, ("COMMIT",))
        done.start()
        store = Store(f"sqlite:///{path}")
        with store.reading.connect() as connection:
            assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        done.join()
        store.close()

"""A process that is killed while it brings a database up to date leaves it as it was; the next start goes through."""

import multiprocessing
import os
import signal
from collections.abc import Mapping
from typing import Any

import pytest
from sqlalchemy import Engine, event, inspect, text

from moderator.store.session import Store, migrate, newest
from tests.store.test_upgrades import old  # noqa: F401 - a fixture

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload([__name__, "alembic.command", "psycopg"])

_APART = 10
"""A process dies at every tenth statement: what is kept of one transaction too early is there at each later death."""


def upgrade_and_die(url: str, last: int) -> None:
    """Be a process that is killed when it is about to ask the database for the so-many-th time."""
    left = last

    def count(*_: object) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    for moment in ("before_cursor_execute", "commit"):
        event.listen(Engine, moment, count)
    migrate(url)


def died(url: str, last: int) -> bool:
    """Let a process bring a database up to date; tell whether it was killed before it was done."""
    process = _FORKS.Process(target=upgrade_and_die, args=(url, last))
    process.start()
    process.join(60)
    assert process.exitcode in (0, -signal.SIGKILL)
    return process.exitcode != 0


_RENAMED = {"asking": "orderrequest", "place": "seatassignment", "sheet": "orderset"}
"""The tables that have another name since the first schema."""


def contents(store: Store) -> Mapping[str, Any]:
    """Return how many rows each table has, and at which schema they are."""
    with store.reading.connect() as connection:
        names = inspect(connection).get_table_names()
        found = {name: connection.execute(text(f'SELECT count(*) FROM "{name}"')).scalar_one() for name in names}  # noqa: S608 - our tables
        return found | {"at": connection.execute(text("SELECT version_num FROM alembic_version")).scalar()}


@pytest.mark.proof
@pytest.mark.usefixtures("old")
def test_a_death_at_any_statement_of_an_upgrade_changes_nothing(any_database: Store) -> None:
    """It is one transaction; after the last death the upgrade goes through, with every row that there was."""
    before = contents(any_database)
    last = 1
    while died(any_database.url, last):
        assert contents(any_database) == before
        last += _APART
    assert last > 10
    after = contents(any_database)
    assert after["at"] == newest()
    assert {name: after[_RENAMED.get(name, name)] for name in before} == {**before, "at": newest()}


@pytest.mark.proof
def test_a_death_at_any_statement_of_the_first_start_can_be_started_again(any_database: Store) -> None:
    """An empty database stays empty until all tables are there."""
    last = 1
    while died(any_database.url, last):
        last += _APART
        with any_database.reading.connect() as connection:
            assert inspect(connection).get_table_names() == []
    assert last > 30
    assert contents(any_database)["at"] == newest()


def test_several_who_start_together_upgrade_once(any_database: Store) -> None:
    """On PostgreSQL several may be started at once with a new release: one upgrades, the others wait for it."""
    starting = [_FORKS.Process(target=migrate, args=(any_database.url,)) for _ in range(4)]
    for each in starting:
        each.start()
    for each in starting:
        each.join(60)
    assert [each.exitcode for each in starting] == [0] * len(starting)
    assert contents(any_database)["at"] == newest()

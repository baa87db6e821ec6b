"""What all tests share: a frozen clock, databases, a world to play in, ``--regen`` for golden texts, and ``--year``."""

import contextlib
import gc
import logging
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from hypothesis import HealthCheck, settings
from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket
from sqlalchemy import Engine, text
from sqlalchemy.engine import make_url

from moderator.app import opening
from moderator.core.template_folders import ENGLISH
from moderator.rendering.environment import Templates
from moderator.store import session
from moderator.store.session import Store, migrate
from tests.support.seeds import counted
from tests.support.servers import postgres
from tests.support.world import World

# A busy machine is no fault: no test asserts a time.
settings.register_profile("calm", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("calm")

_MEMORY = Path("/dev/shm")  # noqa: S108 - looked at before it is used
_ROOM = 2**30


def pytest_configure() -> None:
    """Keep in memory what tests write, where there is room: none asks what a disk remembers after a power cut."""
    if "TMPDIR" not in os.environ and os.access(_MEMORY, os.R_OK | os.W_OK | os.X_OK):
        found = os.statvfs(_MEMORY)
        if found.f_bavail * found.f_frsize > _ROOM and not found.f_flag & os.ST_NOEXEC:
            os.environ["TMPDIR"] = tempfile.tempdir = str(_MEMORY)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put long tests first, whatever the order of the others: one that began last would leave a core idle."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    """Let the collector of garbage pass over what was collected, which stays until the end, and look seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let golden texts be written anew, which is then reviewed like code, and another year be played."""
    parser.addoption("--regen", action="store_true", help="write golden files anew instead of comparing with them")
    parser.addoption("--year", type=int, default=1, metavar="SEED", help="the seed of the year that a club plays")


@pytest.fixture
def regen(request: pytest.FixtureRequest) -> bool:
    """Tell whether golden files are to be written anew."""
    return bool(request.config.getoption("--regen"))


@pytest.fixture(scope="session", autouse=True)
def statements_compiled_once() -> Iterator[None]:
    """Let all SQLite databases share what was compiled of statements: else each test compiles every one anew."""
    engines_for = session.engines_for
    firsts = engines_for("sqlite://")
    for first in firsts:
        with first.connect():  # whereupon its dialect knows the database
            pass

    def sharing(url: str) -> tuple[Engine, Engine]:
        engines = engines_for(url)
        for engine, first in zip(engines, firsts, strict=True):
            if engine.dialect.name == first.dialect.name:
                engine.dialect, engine._compiled_cache = first.dialect, first._compiled_cache
        return engines

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session, "engines_for", sharing)
        yield
    for first in firsts:
        first.dispose()


@pytest.fixture(autouse=True)
def log_put_back() -> Iterator[None]:
    """Put the log back as it was: a command that set it up leaves it a stream that is closed with the test."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    yield
    root.handlers[:] = before
    root.setLevel(level)
    structlog.reset_defaults()


class Compiled(BytecodeCache):
    """What was compiled of templates, for as long as their text stays the same."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Look a template up."""
        if kept := self._kept.get(bucket.key):
            bucket.bytecode_from_string(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template."""
        self._kept[bucket.key] = bucket.bytecode_to_string()


@pytest.fixture(scope="session", autouse=True)
def templates_compiled_once() -> Iterator[None]:
    """Let renderers share the packaged templates, and what was compiled of others: else each compiles all anew."""
    made, environment_of = Templates.__init__, Templates._environment
    compiled: dict[tuple[type, bool], Compiled] = {}
    packaged: dict[tuple[type, str], dict[str, object]] = {}

    def making(
        self: Templates,
        operator: Path | None = None,
        language: str = ENGLISH,
        known: dict[str, Templates] | None = None,
    ) -> None:
        if operator is not None or (type(self), language) not in packaged:
            made(self, operator, language, known)
        if operator is None:
            vars(self).update(packaged.setdefault((type(self), language), dict(vars(self))))

    def sharing(self: Templates, *, html: bool, **choices: Any) -> Environment:  # noqa: ANN401 - handed on
        environment = environment_of(self, html=html, **choices)
        environment.bytecode_cache = compiled.setdefault((type(environment), html), Compiled())
        return environment

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Templates, "__init__", making)
        patch.setattr(Templates, "_environment", sharing)
        yield


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give an empty SQLite database with the newest schema, to be copied."""
    path = tmp_path_factory.mktemp("database") / "empty.sqlite"
    migrate(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session", autouse=True)
def schema_made_once(migrated: Path) -> Iterator[None]:
    """Let instances begin with a copied database: else each goes through all upgrades. One that exists is upgraded."""

    def copying(url: str) -> None:
        parsed = make_url(url)
        path = Path(parsed.database or "")
        if parsed.get_backend_name() == "sqlite" and parsed.database and _is_new(path):
            with contextlib.suppress(OSError):  # it cannot be made, as will be said
                shutil.copyfile(migrated, path)
        migrate(url)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "migrate", copying)
        yield


def _is_new(path: Path) -> bool:
    """Tell whether there is no database yet: opening an instance makes an empty file first."""
    return not os.path.lexists(path) or (path.is_file() and path.stat().st_size == 0)


@pytest.fixture
def store(migrated: Path, tmp_path: Path) -> Iterator[Store]:
    """Give an empty SQLite database of the test's own."""
    path = tmp_path / "moderator.sqlite"
    shutil.copy(migrated, path)
    store = Store(f"sqlite:///{path}")
    yield store
    store.close()


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Give a PostgreSQL server of the run's own, or skip with the reason."""
    if reason := postgres.missing():
        pytest.skip(reason)
    with postgres.cluster() as url:
        yield url


@pytest.fixture(scope="session")
def postgres_migrated(postgres_url: str) -> str:
    """Give the name of an empty PostgreSQL database with the newest schema, to be copied."""
    migrate(postgres.database(postgres_url, "migrated"))
    return "migrated"


@pytest.fixture
def postgres_store(postgres_url: str, postgres_migrated: str) -> Iterator[Store]:
    """Give an empty PostgreSQL database of the test's own."""
    store = Store(postgres.database(postgres_url, "of_the_test", copied_from=postgres_migrated))
    yield store
    store.close()


def _clear(store: Store) -> None:
    with store.writing.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))


@pytest.fixture(params=["sqlite", "postgres"])
def any_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Give each kind of database in turn, without any table."""
    if request.param == "sqlite":
        store = Store(f"sqlite:///{tmp_path / 'without-tables.sqlite'}")
    else:
        store = Store(request.getfixturevalue("postgres_url"))
        _clear(store)
    yield store
    store.close()


@pytest.fixture(params=["sqlite", "postgres"])
def any_store(request: pytest.FixtureRequest) -> Store:
    """Give each kind of database in turn."""
    name = "store" if request.param == "sqlite" else "postgres_store"
    store: Store = request.getfixturevalue(name)
    return store


@pytest.fixture(scope="session")
def begun_once(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a database with a match that has just begun, to be copied."""
    path = tmp_path_factory.mktemp("database") / "begun.sqlite"
    shutil.copy(migrated, path)
    store = Store(f"sqlite:///{path}")
    with counted("begun once"):
        World(store).match()
    store.close()
    return path


@pytest.fixture
def world(begun_once: Path, store: Store) -> World:
    """Give a moderator in memory with one match, ``hoth``, of the tests' own game: Ann and Bob are people."""
    shutil.copy(begun_once, str(store.reading.url.database))
    return World(store)


@pytest.fixture
def empty_world(store: Store) -> World:
    """Give a moderator in memory without a match."""
    return World(store)

"""The desk as a process of its own, beside a moderator that serves on PostgreSQL."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from moderator import cli
from moderator.app.daemon import Daemon
from moderator.app.opening import open_instance
from moderator.app.web import hear, make_site, serve_alone
from moderator.config import ConfigError, load
from moderator.web.settings import WebSettings
from tests.support.crashes.machines import CONFIG
from tests.support.servers import postgres
from tests.support.waiting import until

OWN = WebSettings(listen="127.0.0.1:0", process="own")


@pytest.fixture
def root(tmp_path: Path, postgres_url: str, postgres_migrated: str) -> Path:
    """Give the folder of a moderator on PostgreSQL."""
    url = postgres.database(postgres_url, "of_the_desk", copied_from=postgres_migrated)
    (tmp_path / "config.toml").write_text(CONFIG.format(url=url, queue="false"), encoding="utf-8")
    return tmp_path


def test_a_desk_of_its_own_calls_the_moderator(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a browser leaves to do rings in the process that serves; a first ring tells that it listens."""
    config = replace(load(root / "config.toml"), web=OWN)
    rung: list[bool] = []

    async def rouse(site: object, _stopping: asyncio.Event) -> None:
        await asyncio.to_thread(site.wake)  # type: ignore[attr-defined]

    monkeypatch.setattr("moderator.app.web.serve", rouse)
    with open_instance(config) as instance:

        async def play() -> None:
            stopping = asyncio.Event()
            hearing = asyncio.ensure_future(hear(config.database, lambda: rung.append(True), stopping))
            await until(lambda: len(rung) == 1)
            await serve_alone(instance, stopping)
            await until(lambda: len(rung) == 2)
            stopping.set()
            await asyncio.wait_for(hearing, 30)

        asyncio.run(play())


def test_a_moderator_opens_no_second_desk(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It listens to the other process instead."""
    heard: list[str] = []

    async def listen(database: str, _wake: object, stopping: asyncio.Event) -> None:
        heard.append(database)
        await stopping.wait()

    monkeypatch.setattr("moderator.app.web.hear", listen)
    monkeypatch.setattr("moderator.web.server.serve", None)
    config = replace(load(root / "config.toml"), web=OWN)
    with open_instance(config) as instance:
        assert make_site(instance, lambda: None).settings.process

        async def play() -> None:
            daemon = Daemon(instance, workers=1)
            running = asyncio.create_task(daemon.run())
            await until(lambda: heard == [config.database])
            daemon.stop()
            await asyncio.wait_for(running, 30)

        asyncio.run(play())


def test_a_desk_is_opened_only_where_it_is_to_be(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without ``[web]``, and where ``moderator serve`` opens it, the command says what to do."""
    path = root / "config.toml"
    assert cli.main(["web", "--config", str(path)]) == 2
    assert "there is no [web]" in " ".join(capsys.readouterr().err.split())
    path.write_text(path.read_text(encoding="utf-8") + "\n[web]\n", encoding="utf-8")
    assert cli.main(["web", "--config", str(path)]) == 2
    assert 'add process = "own" to [web]' in " ".join(capsys.readouterr().err.split())


def test_a_desk_of_its_own_needs_postgresql(tmp_path: Path) -> None:
    """On SQLite one process works on an instance."""
    path = tmp_path / "config.toml"
    text = CONFIG.format(url="sqlite:///state/moderator.sqlite", queue="false")
    path.write_text(text + '\n[web]\nprocess = "own"\n', encoding="utf-8")
    with pytest.raises(ConfigError, match="only with a PostgreSQL database"):
        load(path)

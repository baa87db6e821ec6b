"""Turns and mail shared by several machines over one PostgreSQL database."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from moderator import cli
from moderator.app.daemon import Daemon
from moderator.app.files import InstanceError, secret_key
from moderator.app.instance import Instance
from moderator.app.jobs import Jobs, work
from moderator.app.opening import open_instance
from moderator.config import load
from moderator.service.matches import matches
from moderator.store import match_queries
from tests.support.crashes.machines import CONFIG
from tests.support.servers import postgres
from tests.support.waiting import PATIENCE, until

MATCH = """
[[match]]
name = "{name}"
game = "rebel-commander"
options = {{ edition = "skirmish", max_turns = 2 }}
seats = [{{ seat = "Red", bot = "random" }}, {{ seat = "Empire", bot = "random" }}]
"""
NAMES = ("hoth", "endor", "yavin")


@pytest.fixture
def main(tmp_path: Path, postgres_url: str, postgres_migrated: str) -> Path:
    """Give the folder of the machine that reads the mail, with matches of bots."""
    url = postgres.database(postgres_url, "of_the_machines", copied_from=postgres_migrated)
    root = tmp_path / "main"
    root.mkdir()
    text = CONFIG.format(url=url, queue="true") + "".join(MATCH.format(name=name) for name in NAMES)
    (root / "config.toml").write_text(text, encoding="utf-8")
    return root


@pytest.fixture
def helper(main: Path, tmp_path: Path) -> Path:
    """Give the folder of another machine: the same file, and the same key."""
    opened(main).close()
    root = tmp_path / "helper"
    (root / "state").mkdir(parents=True)
    for name in ("config.toml", "state/secret.key"):
        (root / name).write_bytes((main / name).read_bytes())
    return root


def opened(root: Path) -> Instance:
    """Open the instance of a folder."""
    return open_instance(load(root / "config.toml"))


def status(instance: Instance) -> set[str]:
    """Return how matches stand."""
    with instance.store.read() as session:
        found = [matches.find(session, name) for name in match_queries.match_names(session)]
    return {match.status.value for match in found if match}


def request(instance: Instance) -> int:
    """Return how often the first match has asked for orders."""
    with instance.store.read() as session:
        found = matches.find(session, NAMES[0])
    return found.request if found else 0


def sent(*roots: Path) -> list[str]:
    """Return the names of the letters that went out from some machines, without the time in them."""
    return [path.name for root in roots for path in (root / "state" / "outbox").glob("*.eml")]


async def beside(job: Callable[[asyncio.Event], Awaitable[object]], deed: Callable[[], Awaitable[None]]) -> None:
    """Do something while a machine works, then stop it."""
    stopping = asyncio.Event()
    working = asyncio.ensure_future(job(stopping))
    try:
        await deed()
    finally:
        stopping.set()
        await asyncio.wait_for(working, 30)


async def at_work(jobs: Jobs, count: int) -> None:
    """Wait until so many workers are there."""
    there = 0
    async with asyncio.timeout(PATIENCE):
        while there < count:
            (found,) = await jobs.app.connector.execute_query_all_async(
                "SELECT count(*) AS there FROM procrastinate_workers"
            )
            there = found["there"]


async def nothing() -> None:
    """Send nothing."""


def test_a_daemon_with_a_queue_plays_on_its_own(main: Path) -> None:
    """It does the jobs that it gives, if nobody else does."""
    with opened(main) as instance:

        async def play() -> None:
            daemon = Daemon(instance, workers=1)
            running = asyncio.create_task(daemon.run())
            await until(lambda: status(instance) == {"over"})
            await until(lambda: len(sent(main)) == len(NAMES) * 3)  # to the GM: of the beginning, and of two turns
            daemon.stop()
            await asyncio.wait_for(running, 30)

        asyncio.run(play())


def test_another_machine_rules_and_sends(main: Path, helper: Path) -> None:
    """The one that reads the mail hands over; here it does nothing else, and looks again when a turn was resolved."""
    with opened(main) as instance, opened(helper) as other:
        instance.apply(instance.config)
        looks: list[bool] = []

        async def play() -> None:
            async with Jobs(instance, nothing, lambda: looks.append(True)) as jobs:

                async def hand_over() -> None:
                    await jobs.hand_over([1], instance.ctx.now())
                    await until(lambda: request(instance) == 2 and any("match-begun" in name for name in sent(helper)))

                await beside(lambda stopping: work(other, stopping, workers=1), hand_over)
                assert not looks
                await beside(jobs.work, lambda: until(lambda: bool(looks)))

        asyncio.run(play())
        assert not sent(main)


def test_nobody_is_given_work_by_somebody_with_another_key(main: Path, helper: Path) -> None:
    """Its letters would have reply addresses that the other does not know."""
    (helper / "state" / "secret.key").write_bytes(b"0" * 32)
    with opened(main) as instance, opened(helper) as other:

        async def play() -> None:
            async with Jobs(instance, nothing, lambda: None):
                await work(other, asyncio.Event(), workers=1)

        with pytest.raises(InstanceError, match=r"copy its state/secret\.key to this machine"):
            asyncio.run(play())


def test_what_waits_is_not_handed_over_again(main: Path) -> None:
    """The mailbox is looked at more often than turns are resolved; what became due anew comes after what is done."""
    with opened(main) as instance:

        async def play() -> list[object]:
            async with Jobs(instance, nothing, lambda: None) as jobs:
                now = datetime.now(UTC)
                await jobs.hand_over([1, 2], now)
                await jobs.hand_over([2, 3], now + timedelta(minutes=1))
                manager = jobs.app.job_manager
                doing = await manager.fetch_job(queues=["turns"], worker_id=await manager.register_worker())
                assert doing is not None
                await jobs.hand_over([1], now)
                await jobs.hand_over([1], now + timedelta(minutes=1))
                return [job.task_kwargs["match"] for job in await manager.list_jobs_async(status="todo")]

        assert asyncio.run(play()) == [2, 3, 1]


def test_a_dead_machines_turns_are_handed_over_again(main: Path) -> None:
    """Its jobs are forgotten, and the one that reads the mail looks what is due."""
    with opened(main) as instance:
        looks: list[bool] = []

        async def play() -> None:
            async with Jobs(instance, nothing, lambda: looks.append(True)) as jobs:
                manager = jobs.app.job_manager
                await jobs.hand_over([1], datetime.now(UTC))
                dead = await manager.register_worker()
                assert await manager.fetch_job(queues=["turns"], worker_id=dead) is not None
                await manager.unregister_worker(dead)
                await beside(jobs.work, lambda: until(lambda: bool(looks)))
                assert not await manager.list_jobs_async()

        asyncio.run(play())


def test_a_machine_waits_for_a_database_that_went_away(main: Path, helper: Path) -> None:
    """Its connections are cut; it goes on with new ones."""
    with opened(main) as instance, opened(helper) as other:
        instance.apply(instance.config)

        async def play() -> None:
            async with Jobs(instance, nothing, lambda: None) as jobs:

                async def cut() -> None:
                    await at_work(jobs, 2)
                    with instance.store.writing.begin() as connection:
                        connection.exec_driver_sql(
                            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                        )
                    await jobs.hand_over([1], instance.ctx.now())
                    await until(lambda: request(instance) == 2)

                await beside(lambda stopping: work(other, stopping, workers=1), cut)

        asyncio.run(play())


def test_a_queue_needs_postgresql(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Machines do not share a file."""
    text = CONFIG.format(url="sqlite:///state/moderator.sqlite", queue="true")
    (tmp_path / "config.toml").write_text(text, encoding="utf-8")
    assert cli.main(["serve", "--config", str(tmp_path / "config.toml")]) == 2
    assert (
        'workers.queue: only a PostgreSQL database can be shared by several machines (write [database] url = "postgresql://'
        in capsys.readouterr().err
    )


def test_a_machine_that_helps_is_told_what_it_lacks(main: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A queue in the file, the key of the machine that serves, and a mail server: its letters would lie here unsent."""
    file = main / "config.toml"
    assert cli.main(["work", "--config", str(file)]) == 2
    assert "Copy it from the machine on which moderator serve runs" in capsys.readouterr().err
    secret_key(main / "state")
    assert cli.main(["work", "--config", str(file)]) == 2
    assert "add [smtp], as on the machine that serves" in capsys.readouterr().err
    file.write_text(file.read_text(encoding="utf-8").replace("queue = true", "queue = false"), encoding="utf-8")
    assert cli.main(["work", "--config", str(file)]) == 2
    assert "add queue = true to [workers]" in capsys.readouterr().err

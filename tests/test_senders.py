"""Several who send letters of one instance: none takes a letter that a living one has, all take those of the dead."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import pytest
from sqlalchemy import QueuePool, text

from moderator.app.instance import Instance
from moderator.app.opening import open_instance
from moderator.app.senders import database_lock, file_lock
from moderator.config import load
from moderator.ports import DeliveryStatus, Dispatch, Sent
from moderator.service import outbox
from moderator.service.outgoing import posting
from moderator.store.session import Store
from tests.support.waiting import eventually

_HEAD = """\
[moderator]
name = "Battle Moderator"
address = "moderator@pbem.test"
gm = "gm@pbem.test"
"""
_LETTERS = 4 * posting.UNMARKED
_DYING = """\
import asyncio, os, signal, sys
from pathlib import Path
from moderator.app.opening import open_instance
from moderator.config import load

class Deadly:
    async def send(self, dispatches):
        os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    with open_instance(load(Path(sys.argv[1]))) as instance:
        asyncio.run(instance.pump(Deadly()))
"""


@pytest.fixture(params=["sqlite", "postgres"])
def root(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Give an instance's folder, with letters that wait to go; its database is of each kind in turn."""
    written = _HEAD
    if request.param == "postgres":
        store: Store = request.getfixturevalue("postgres_store")
        written += f'[database]\nurl = "{store.url}"\n'
    (tmp_path / "config.toml").write_text(written, encoding="utf-8")
    with opened(tmp_path) as instance, instance.store.write() as session:
        for number in range(_LETTERS):
            outbox.memo(session, instance.ctx, "config-told", f"note:{number}")
    return tmp_path


def opened(root: Path) -> Instance:
    """Work on an instance beside others."""
    return open_instance(load(root / "config.toml"))


class Taking:
    """A transport that takes every letter, and remembers which."""

    def __init__(self) -> None:
        """Begin with none."""
        self.taken: list[str] = []

    async def send(self, dispatches: Iterable[Dispatch]) -> list[Sent]:
        """Take letters."""
        keys = [dispatch.key for dispatch in dispatches]
        self.taken += keys
        return [Sent(DeliveryStatus.SENT) for _ in keys]

    async def close(self) -> None:
        """Leave it to whoever opened it."""
        raise AssertionError("whoever opened it closes it")


@pytest.mark.proof
def test_what_a_sender_had_that_was_killed_goes_at_once(root: Path) -> None:
    """It had claimed a whole round and was sending the first letter: nothing waits for a lease to be over."""
    script = root / "dying.py"
    script.write_text(_DYING, encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}
    command = [sys.executable, str(script), str(root / "config.toml")]
    assert subprocess.run(command, env=env, timeout=60, check=False).returncode == -signal.SIGKILL  # noqa: S603 - our own script
    with opened(root) as instance:
        assert asyncio.run(instance.pump(Taking())).sent == _LETTERS


def test_what_a_living_sender_has_is_left_to_it(root: Path) -> None:
    """A command that sends beside a daemon at work takes nothing out of its hands: each letter goes once."""
    with opened(root) as first, opened(root) as second:
        others = Taking()

        class Shared(Taking):
            async def send(self, dispatches: Iterable[Dispatch]) -> list[Sent]:
                await second.pump(others)
                return await super().send(dispatches)

        transport = Shared()
        asyncio.run(first.pump(transport))
        assert transport.taken
        assert sorted(transport.taken + others.taken) == sorted(f"note:{number}" for number in range(_LETTERS))


def test_who_sends_alone_is_told_so(root: Path) -> None:
    """The first one, and not the second as long as the first is there; the order in which they end does not matter."""
    with opened(root) as instance:
        told: list[str] = []

        def sender(name: str) -> AbstractContextManager[None]:
            alone = lambda: told.append(name)  # noqa: E731 - a name for what is handed over
            if instance.store.reading.dialect.name == "sqlite":
                return file_lock(root / "state", alone)
            return database_lock(instance.store.writing, alone)

        with ExitStack() as beside:
            with sender("first"):
                beside.enter_context(sender("second"))
            with sender("third"):
                assert told == ["first"]
        with sender("fourth"):
            assert told == ["first", "fourth"]


@pytest.mark.parametrize("root", ["postgres"], indirect=True)
def test_a_living_sender_that_is_taken_for_dead_stops(root: Path) -> None:
    """Its connection was cut, and another took its letters: it sends no more than what was on the transport already."""
    with opened(root) as first, opened(root) as second:
        others = Taking()

        class Cut(Taking):
            cut = False

            async def send(self, dispatches: Iterable[Dispatch]) -> list[Sent]:
                if not self.cut:
                    self.cut = True
                    cut(second)
                    await second.pump(others)
                return await super().send(dispatches)

        ours = Cut()
        with pytest.raises(posting.LeaseLostError):
            asyncio.run(first.pump(ours))
        assert set(ours.taken) | set(others.taken) == {f"note:{number}" for number in range(_LETTERS)}
        assert len(set(others.taken)) == len(others.taken), "and who took them is not stopped"
        assert len(set(ours.taken) & set(others.taken)) <= posting.UNMARKED
        assert isinstance(pool := first.store.reading.pool, QueuePool)
        assert pool.checkedout() == 0, "the connection that was cut is given up"


def cut(instance: Instance) -> None:
    """Break the connections by which anybody is known to send."""
    ended = text("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")
    with instance.store.reading.connect() as connection:
        assert eventually(lambda: not connection.scalars(ended).all())

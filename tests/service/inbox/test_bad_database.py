"""A database that is full, locked or read-only: what was acknowledged stays, the rest waits and is done once."""

import hashlib
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from moderator.ports import Words
from moderator.service.inbox import desk
from moderator.store.statuses import LetterStatus, OutboxStatus
from tests.support.world import World


class Short:
    """Words for letters that no test looks at."""

    def render(self, letter: object) -> Words:
        """Say its kind."""
        return Words(type(letter).__name__, "")


@contextmanager
def full(world: World) -> Iterator[None]:
    """Let the disk have no room for another page."""
    with _pragma(world, "max_page_count", lambda used: used), _pragma(world, "journal_size_limit", lambda _: 0):
        yield


@contextmanager
def read_only(world: World) -> Iterator[None]:
    """Let nothing be written."""
    with _pragma(world, "query_only", lambda _: 1):
        yield


@contextmanager
def locked(world: World) -> Iterator[None]:
    """Let another program write for longer than anybody waits."""
    other = sqlite3.connect(world.store.url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        with _pragma(world, "busy_timeout", lambda _: 1):
            yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@contextmanager
def _pragma(world: World, name: str, value: Callable[[int], int]) -> Iterator[None]:
    """Set a pragma for every connection, and take it back."""
    store = world.store

    def prepare(connection: Any, *_: object) -> None:  # noqa: ANN401 - the driver's own
        used = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA {name}={value(used)}").fetchall()

    store.close()
    event.listen(store.reading, "connect", prepare)
    try:
        yield
    finally:
        event.remove(store.reading, "connect", prepare)
        store.close()


def keep(world: World) -> None:
    """Keep what arrived, and act on nothing."""
    world.inbound.drain(world.keep)


TROUBLES = pytest.mark.parametrize("trouble", [read_only, locked])


@pytest.mark.parametrize("trouble", [full, read_only, locked])
def test_a_letter_that_cannot_be_kept_stays_with_the_server(world: World, trouble: Callable[[World], Any]) -> None:
    """The mailbox is told of the fault and keeps its copy; the next look finds it."""
    noise = {"X-Noise": hashlib.shake_256(b"noise").hexdigest(40_000)}
    world.put(world.raw("SEEK Mill", to=world.tag("Ann"), headers=noise))
    with trouble(world), pytest.raises(OperationalError):
        world.read()
    assert world.letters() == []
    world.read()
    assert [letter.verdict for letter in world.letters()] == ["filed"]
    assert world.order_set("Ann") == ["SEEK Mill"]


@TROUBLES
def test_a_letter_that_cannot_be_acted_on_waits(world: World, trouble: Callable[[World], Any]) -> None:
    """It is no fault of the letter's: it is neither set aside nor half filed, and acted on afterwards, once."""
    world.put(world.raw("SEEK Mill", to=world.tag("Ann")))
    keep(world)
    with trouble(world):
        desk.act_all(world.store, world.ctx)
    assert [letter.status for letter in world.letters()] == [LetterStatus.KEPT]
    assert (world.order_set("Ann"), world.rows("acknowledgement")) == (None, [])
    desk.act_all(world.store, world.ctx)
    assert (world.order_set("Ann"), len(world.rows("acknowledgement"))) == (["SEEK Mill"], 1)


@TROUBLES
def test_a_turn_that_cannot_be_written_is_resolved_afterwards(world: World, trouble: Callable[[World], Any]) -> None:
    """Nothing of it is there before, and all of it once afterwards."""
    for seat in ("Ann", "Bob"):
        world.says(seat, "SEEK Alley")
    world.move(hours=49)
    with trouble(world), suppress(OperationalError):
        world.look()
    assert (world.the_match().number, world.the_match().fault) == (0, "")
    world.look()
    assert (world.the_match().number, len(world.rows("turn-report"))) == (1, 3), "a report for each player and the GM"


@TROUBLES
def test_letters_out_wait(world: World, trouble: Callable[[World], Any]) -> None:
    """None is handed over that could not be marked as sent."""
    with trouble(world), suppress(OperationalError):
        world.post(Short())
    assert world.outbound.take() == []
    assert len(world.post(Short())) == len(world.rows("welcome"))
    assert {row.status for row in world.rows("welcome")} == {OutboxStatus.SENT}

"""Forums beside the mailbox: read side by side, left alone while they are down, as often as the file says."""

import asyncio
import itertools
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from sqlmodel import col, select
from structlog.testing import capture_logs

from moderator.app import forums
from moderator.app.daemon import Daemon
from moderator.app.forums import ForumReader
from moderator.app.instance import Instance
from moderator.app.opening import open_instance
from moderator.config import load
from moderator.posts.post import Account, Post, PostState
from moderator.scheduling.clock import FrozenClock
from moderator.store.tables import Letter, OrderSet
from moderator.transport.forum.http import Budget
from moderator.transport.forum.inbound import ForumInbound
from moderator.transport.forum.port import Act, Forum, ForumError, Partly, Refused, Spent, TryLater
from moderator.transport.forum.settings import ForumSettings
from tests.support.forums.memory_forum import MemoryForum
from tests.support.waiting import until

START = datetime(2026, 11, 20, 20, tzinfo=UTC)
HEAD = """\
[moderator]
name = "Battle Moderator"
address = "moderator@pbem.test"
gm = "gm@pbem.test"
delay = "0"
"""
FORUM = """
[[forum]]
name = "{name}"
kind = "misago"
url = "https://{name}.pbem.test"
category = 3
user = "Moderator"
password = "${{FORUM_PASSWORD}}"
poll = "{poll}"
"""
MATCH = """
[[match]]
name = "{name}"
game = "rebel-commander"
every = "48h"
options = {{ edition = "skirmish", max_turns = 2 }}
seats = [{{ seat = "Red", {red} }}, {{ seat = "Empire", bot = "random" }}]
"""


class Site:
    """A forum of which nothing is known but how often it was read, and which a test may hold back."""

    def __init__(self) -> None:
        self.looks, self.again = 0, list[str]()
        self.trouble: ForumError | None = None
        self.posts: list[Post] = []
        self.asked, self.answers = threading.Event(), threading.Event()
        self.answers.set()
        self.closed = False

    def changes(self, cursor: str, threads: Sequence[str] = ()) -> tuple[list[Post], str]:
        """Return the posts, once the site answers."""
        self.again = list(threads)
        self.looks += 1
        self.asked.set()
        assert self.answers.wait(60)
        if self.trouble is not None:
            raise self.trouble
        return self.posts, cursor

    def close(self) -> None:
        """Answer whoever still waits."""
        self.closed = True
        self.answers.set()


class Sites(dict[str, Site]):
    """Sites by the names of their forums; each is there once it is asked for."""

    def __missing__(self, name: str) -> Site:
        return self.setdefault(name, Site())


@pytest.fixture(name="sites")
def make_sites(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sites]:
    """Give the sites behind the forums of a file."""
    sites = Sites()

    def opened(settings: ForumSettings) -> Any:  # noqa: ANN401 - as little of a forum as is needed
        return sites[settings.name]

    monkeypatch.setattr(forums, "open_forum", opened)
    monkeypatch.setenv("FORUM_PASSWORD", "battery staple")
    yield sites
    for site in sites.values():
        site.close()


def write(root: Path, *tables: str) -> None:
    """Write the operator's file, whole at once as editors do."""
    (root / "draft").write_text("".join((HEAD, *tables)), encoding="utf-8")
    (root / "draft").replace(root / "config.toml")


def post(number: int) -> Post:
    """Return a post of a stranger."""
    return Post(
        id=str(number),
        thread="t1",
        private=False,
        author=Account("7", "Ann"),
        text="hello",
        revision="1",
        created=START,
        changed=START,
    )


def reader(site: Any, told: list[object], clock: Callable[[], float]) -> ForumReader:  # noqa: ANN401 - as above
    """Return a reader of a site, and note when posts came."""

    class Nowhere:
        def get(self, forum: str) -> str:
            return forum

        def set(self, forum: str, cursor: str) -> None:
            del forum, cursor

    def keep(posts: Any) -> list[object]:  # noqa: ANN401 - deliveries of any kind
        return list(range(1, len(posts) + 1))

    inbound = ForumInbound("main", site, Nowhere())
    return ForumReader(inbound, keep, lambda: told.append("came"), lambda: START, clock=clock)


def test_a_forum_that_hangs_keeps_neither_the_mailbox_nor_another_waiting(tmp_path: Path, sites: Sites) -> None:
    """A file of the inbox and a post of the other forum are kept while the first still says nothing."""
    write(tmp_path, FORUM.format(name="slow", poll="60s"), FORUM.format(name="quick", poll="60s"))
    dropped = tmp_path / "orders" / "inbox" / "hoth.Red.txt"
    dropped.parent.mkdir(parents=True)
    dropped.write_text("PASS\n", encoding="utf-8")
    os.utime(dropped, (1, 1))
    sites["slow"].answers.clear()
    sites["quick"].posts = [post(1)]
    clock = FrozenClock(datetime.now(UTC) + timedelta(hours=1))
    with open_instance(load(tmp_path / "config.toml"), clock=clock) as here:
        here.patience = 0.01
        here.drain()
        assert here.readers["quick"].read().result(30) == 1
        assert not dropped.exists()
        sites["slow"].answers.set()


def test_a_forum_that_cannot_be_read_is_left_alone_longer_each_time(sites: Sites) -> None:
    """Up to some minutes; once it was read, the next failure is a first one again."""
    site, now = sites["main"], [0.0]
    reading = reader(site, [], lambda: now[0])
    site.trouble = Refused("who are you?")
    waits = []
    for _ in range(8):
        looks, began = site.looks, now[0]
        while site.looks == looks:
            now[0] += 1
            reading.read().result(30)
        waits.append(now[0] - began)
    assert all(early < late for early, late in itertools.pairwise(waits[:5]))
    assert waits[0] <= 1
    assert 11 <= waits[1] <= 20
    assert all(220 <= wait <= 380 for wait in waits[-2:])
    site.trouble = None
    now[0] += 400
    reading.read().result(30)
    assert reading.read_to == START
    site.trouble = Refused("who are you?")
    reading.read().result(30)
    looks = site.looks
    now[0] += 20
    reading.read().result(30)
    assert site.looks == looks + 1
    reading.close()


def test_a_forum_that_names_a_pause_gets_it(sites: Sites) -> None:
    """Even one that is longer than ours."""
    site, now = sites["main"], [0.0]
    reading = reader(site, [], lambda: now[0])
    site.trouble = TryLater("too many calls", 1_000)
    for moment in (0, 999):
        now[0] = moment
        reading.read().result(30)
    assert site.looks == 1
    now[0] = 1_001
    reading.read().result(30)
    assert site.looks == 2
    reading.close()


def test_a_spent_budget_of_ours_is_no_outage(sites: Sites) -> None:
    """The reading goes on as soon as there are calls again, however often they were spent, and nothing is logged."""
    site, now = sites["main"], [0.0]
    reading = reader(site, [], lambda: now[0])
    site.trouble = Spent("the budget of calls is spent", 2)
    with capture_logs() as logged:
        for looks in range(1, 9):
            assert reading.read().result(30) == 0
            assert site.looks == looks
            now[0] += 1
            reading.read().result(30)
            assert site.looks == looks
            now[0] += 1
    assert (logged, reading.read_to) == ([], None)
    site.trouble = Refused("who are you?")
    reading.read().result(30)
    site.trouble, now[0] = None, now[0] + 20
    reading.read().result(30)
    assert reading.read_to == START
    reading.close()


def test_a_forum_that_is_never_to_be_asked_again_is_not(sites: Sites) -> None:
    """A header may say so; nothing fails over it."""
    site, now = sites["main"], [0.0]
    reading = reader(site, [], lambda: now[0])
    site.trouble = TryLater("go away", float("inf"))
    for now[0] in (0, 1e9):
        assert reading.read().result(30) == 0
    assert site.looks == 1
    reading.close()


def test_a_forum_that_was_read_in_part_is_not_read_to_its_end(sites: Sites) -> None:
    """What was read is kept, turns wait, and the reading goes on when the forum says, as if nothing had failed."""
    site, told, now = sites["main"], list[object](), [0.0]
    reading = reader(site, told, lambda: now[0])
    site.trouble = Partly(TryLater("the budget of calls is spent", 5), [post(1)], "half")
    reading.read().result(30)
    assert (told, reading.read_to) == (["came"], None)
    now[0] = 4
    reading.read().result(30)
    assert site.looks == 1
    now[0], site.trouble, site.posts = 5, None, [post(2)]
    assert reading.read().result(30) == 1
    assert reading.read_to is not None
    reading.close()


def test_who_asks_while_a_forum_is_read_gets_a_reading_that_begins_later(sites: Sites) -> None:
    """What is posted behind the back of the first is in the second; many who ask share that."""
    site, told = sites["main"], list[object]()
    site.answers.clear()
    reading = reader(site, told, lambda: 0.0)
    first = reading.read()
    assert site.asked.wait(30)
    second = reading.read()
    assert second is not first
    assert reading.read() is second
    site.posts = [post(1), post(2)]
    site.answers.set()
    assert second.result(30) == 2
    assert told == ["came", "came"]
    reading.close()
    assert reading.read().result(30) == 0
    assert site.looks == 2


def test_a_forum_that_is_closed_while_it_is_read_is_no_outage() -> None:
    """Whoever reads it knows before it is closed, so a reload or a stop puts no false alarm into the log."""

    class Closing(Site):
        def close(self) -> None:
            """Fail the look that goes on, and wait for what it makes of that."""
            self.trouble = TryLater("the client has been closed")
            super().close()
            look.result(30)

    site = Closing()
    site.answers.clear()
    reading = reader(site, [], lambda: 0.0)
    look = reading.read()
    assert site.asked.wait(30)
    with capture_logs() as logged:
        forums.close_forums({"main": cast("Forum", site)}, {"main": reading})
    assert logged == []


def test_other_work_is_done_in_order_after_what_it_waits_for(sites: Sites) -> None:
    """What a forum does not take now goes on with its next reading; a fault ends that piece of work alone."""
    site, told, done, clock = sites["main"], list[object](), list[str](), [0.0]
    reading = reader(site, told, lambda: clock[0])
    troubles: list[Exception] = [TryLater("not now"), Refused("never")]

    def hide() -> None:
        done.append("tried")
        if troubles:
            raise troubles.pop(0)

    reading.do(hide).result(30)
    reading.do(lambda: done.append("second")).result(30)
    assert (done, told) == (["tried"], [])
    with capture_logs() as logged:
        reading.read().result(30)
    assert done == ["tried", "tried", "second"]
    assert [line["event"] for line in logged] == ["forum.work-failed"]
    assert told == ["came", "came"]
    reading.do(lambda: done.append("third")).result(30)
    assert done[-1] == "third"
    reading.close()
    reading.do(lambda: done.append("never")).result(30)
    assert done[-1] == "third"


def test_other_work_leaves_calls_to_answers_and_a_forum_that_is_down_alone(sites: Sites) -> None:
    """Half of the budget is spared, and while the forum rests nothing is tried."""
    site, done, now = sites["main"], list[float](), [0.0]
    reading, budget = reader(site, [], lambda: now[0]), Budget(4, lambda: now[0])

    def call() -> None:
        budget.take()
        done.append(now[0])

    for _ in range(3):
        reading.do(call).result(30)
    assert len(done) == 2
    now[0], site.trouble = 15.0, TryLater("down", 100)
    reading.read().result(30)
    assert len(done) == 2
    now[0], site.trouble = 116.0, None
    reading.read().result(30)
    assert done == [0.0, 0.0, 116.0]
    reading.close()


def test_a_typo_keeps_no_letter_waiting_while_its_forum_hangs(tmp_path: Path, sites: Sites) -> None:
    """It is hidden when the forum answers, or when its table in the file has changed by then."""
    write(tmp_path, FORUM.format(name="main", poll="60s"), MATCH.format(name="hoth", red='forum = "main:bob"'))
    forum, hidden = MemoryForum(FrozenClock(START)), list[PostState]()
    answers, asked = threading.Event(), threading.Event()

    def moderate(target: Post, act: Act) -> None:
        asked.set()
        assert answers.wait(30)
        MemoryForum.moderate(forum, target, act)
        hidden.append(forum.posts[target.id].state)

    forum.moderate = moderate  # type: ignore[assignment, method-assign]
    sites["main"] = forum  # type: ignore[assignment]
    with open_instance(load(tmp_path / "config.toml"), clock=forum.clock) as here:
        here.apply(here.config)
        asyncio.run(here.send())
        forum.clock.move(timedelta(hours=49))
        here.look()
        asyncio.run(here.send())
        here.patience = 0.01
        chronicle = next(thread.id for thread in forum.threads.values() if not thread.private)
        for _ in range(2):
            forum.says("bob", chronicle, "1. PASS")
        here.readers["main"].read().result(30)
        assert len(here.act()) == 2
        assert asked.wait(30)
        assert not hidden
        answers.set()
        here.readers["main"].read().result(30)
        assert hidden == [PostState.HIDDEN] * 2
        forum.says("bob", chronicle, "1. PASS")
        here.readers["main"].read().result(30)
        forum.fails["moderate"] = TryLater("not now")
        here.act()
        write(tmp_path, FORUM.format(name="main", poll="90s"), MATCH.format(name="hoth", red='forum = "main:bob"'))
        closed, forum.close = forum.close, lambda: None  # type: ignore[method-assign]
        here.apply(load(tmp_path / "config.toml"))
        here.readers["main"].read().result(30)
        forum.close = closed  # type: ignore[method-assign]
        assert len([post for post in forum.posts.values() if post.state is PostState.HIDDEN]) == 3


def test_a_turn_waits_for_its_forum_and_not_for_that_of_others(tmp_path: Path, sites: Sites) -> None:
    """The match that is played by mail goes on while the forum hangs."""
    write(
        tmp_path,
        FORUM.format(name="slow", poll="60s"),
        MATCH.format(name="bymail", red='player = "Ann", address = "ann@pbem.test"'),
        MATCH.format(name="byforum", red='player = "Bob", forum = "slow:bob"'),
    )
    clock = FrozenClock(START)
    with open_instance(load(tmp_path / "config.toml"), clock=clock) as here:
        here.apply(here.config)
        here.patience = 0.01
        clock.move(timedelta(hours=49))
        sites["slow"].answers.clear()
        assert here.look() == 1
        sites["slow"].answers.set()
        here.readers["slow"].read().result(30)
        here.patience = None
        assert here.look() == 1


def test_a_turn_asks_no_forum_in_which_its_match_is_not_played(tmp_path: Path, sites: Sites) -> None:
    """A match that is played by mail waits for none, and one that is played in a forum for that one alone."""
    write(
        tmp_path,
        FORUM.format(name="slow", poll="60s"),
        FORUM.format(name="quick", poll="60s"),
        MATCH.format(name="bymail", red='player = "Ann", address = "ann@pbem.test"'),
        MATCH.format(name="later", red='player = "Bob", forum = "slow:bob"').replace("48h", "96h"),
        MATCH.format(name="there", red='player = "Cid", forum = "quick:cid"'),
    )
    clock = FrozenClock(START)
    with open_instance(load(tmp_path / "config.toml"), clock=clock) as here:
        here.apply(here.config)
        clock.move(timedelta(hours=49))
        assert here.look() == 2
        assert (sites["slow"].looks, sites["quick"].looks) == (0, 1)


def test_an_edit_of_an_earlier_turns_post_is_read_and_files_nothing(tmp_path: Path, sites: Sites) -> None:
    """The threads of all seats are read again before a turn; what answers a turn that is over is shown back."""
    write(
        tmp_path,
        FORUM.format(name="main", poll="60s"),
        MATCH.format(name="hoth", red='player = "Bob", forum = "main:bob"').replace("max_turns = 2", "max_turns = 3"),
    )
    clock = FrozenClock(START)
    forum = MemoryForum(clock)
    forum.lists_edits = False
    sites["main"] = forum  # type: ignore[assignment]
    with open_instance(load(tmp_path / "config.toml"), clock=clock) as here:
        here.apply(here.config)
        asyncio.run(here.send())
        first = forum.says("bob", forum.thread_of("bob"), "1. PASS")
        here.drain()
        here.act()
        clock.move(timedelta(hours=49))
        assert here.look() == 1
        forum.changes_mind(first, "1. BUILD TROOPS A0")
        clock.move(timedelta(hours=49))
        assert here.look() == 1
        with here.store.read() as session:
            order_sets = session.exec(
                select(OrderSet).where(OrderSet.seat == "Red", col(OrderSet.letter).is_not(None))
            ).all()
            verdicts = session.exec(select(Letter.verdict).order_by(col(Letter.id))).all()
        assert [order_set.request for order_set in order_sets] == [1]
        assert verdicts[-1] == "asking-over"


def test_an_edit_before_the_deadline_counts_though_forums_list_no_edits(tmp_path: Path, sites: Sites) -> None:
    """Before a turn runs, the threads of its seats are read again."""
    write(tmp_path, FORUM.format(name="main", poll="60s"), MATCH.format(name="hoth", red='forum = "main:bob"'))
    clock = FrozenClock(START)
    forum = MemoryForum(clock)
    forum.lists_edits = False
    sites["main"] = forum  # type: ignore[assignment]
    with open_instance(load(tmp_path / "config.toml"), clock=clock) as here:
        here.apply(here.config)
        asyncio.run(here.send())
        first = forum.says("bob", forum.thread_of("bob"), "1. PASS")
        here.drain()
        here.act()
        clock.move(timedelta(hours=1))
        forum.changes_mind(first, "1. BUILD TROOPS A0")
        clock.move(timedelta(hours=48))
        assert here.look() == 1
        with here.store.read() as session:
            order_sets = session.exec(
                select(OrderSet).where(OrderSet.seat == "Red", col(OrderSet.letter).is_not(None))
            ).all()
        assert [order_set.number for order_set in order_sets] == [1, 2]


def test_a_daemon_reads_a_forum_as_often_as_the_changed_file_says(tmp_path: Path, sites: Sites) -> None:
    """Without a new start."""
    write(tmp_path, FORUM.format(name="main", poll="1h"))

    async def deed(here: Instance) -> None:
        daemon = Daemon(here, workers=1)
        running = asyncio.create_task(daemon.run())
        await asyncio.wait_for(daemon.ready.wait(), 30)
        try:
            await until(lambda: sites["main"].looks > 0)
            write(tmp_path, FORUM.format(name="main", poll="1s"))
            await until(lambda: sites["main"].closed)
            looks = sites["main"].looks
            await until(lambda: sites["main"].looks >= looks + 2)
        finally:
            daemon.stop()
            await asyncio.wait_for(running, 30)

    with open_instance(load(tmp_path / "config.toml"), lock=True) as here:
        asyncio.run(deed(here))

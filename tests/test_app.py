"""The instance and its daemon: files of its own, changed settings, a clean stop."""

import asyncio
import json
import logging
import os
import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
import structlog
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlmodel import col, select

from moderator.app import logs, opening
from moderator.app.daemon import Daemon
from moderator.app.files import InstanceError, Lock, secret_key
from moderator.app.instance import Instance
from moderator.app.opening import open_instance
from moderator.app.render_workers import PicklableRenderer, RestartingPool
from moderator.config import Config, load
from moderator.core import codec
from moderator.games.registry import Games
from moderator.ports import Keep, Words
from moderator.scheduling.clock import FrozenClock
from moderator.service import player_memos, preferences
from moderator.service.context import OverridePlan
from moderator.service.facts import LetterFacts, Memo, Welcome
from moderator.service.matches import deadlines, matches
from moderator.service.outgoing import posting
from moderator.service.overrides.apply import apply
from moderator.service.turns import due
from moderator.store import match_queries, people_queries
from moderator.store.tables import Letter, Match, OrderSet, Outbox, Player
from moderator.transport.folder import FolderOutbound
from tests.rendering.samples import HEAD as HERE
from tests.rendering.samples import turn_report
from tests.support.waiting import until

HEAD = """\
[moderator]
name = "Battle Moderator"
address = "moderator@pbem.test"
gm = "gm@pbem.test"
delay = "0"
"""
MATCH = """
[[match]]
name = "{name}"
game = "rebel-commander"
every = "48h"
options = {{ edition = "skirmish", max_turns = 2 }}
seats = [{{ seat = "Red", {red} }}, {{ seat = "Empire", bot = "random" }}]
"""
ANN = 'player = "Ann", address = "ann@pbem.test"'
BOB = 'player = "Bob", address = "bob@pbem.test"'
BOT = 'bot = "random"'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Give a folder with a file that holds no match."""
    (tmp_path / "config.toml").write_text(HEAD, encoding="utf-8")
    return tmp_path


def add(root: Path, text: str) -> None:
    """Add to the operator's file, whole at once as editors do."""
    draft = root / "draft"
    draft.write_text((root / "config.toml").read_text(encoding="utf-8") + text, encoding="utf-8")
    draft.replace(root / "config.toml")


def played(instance: Instance) -> dict[str, str]:
    """Return the status of every match."""
    with instance.store.read() as session:
        found = [matches.find(session, name) for name in match_queries.match_names(session)]
        return {match.name: match.status.value for match in found if match}


async def at_work(instance: Instance, deed: Callable[[Daemon], Awaitable[None]]) -> None:
    """Do something while a daemon works on an instance, then stop it."""
    daemon = Daemon(instance, workers=1)
    running = asyncio.create_task(daemon.run())
    try:
        await asyncio.wait_for(daemon.ready.wait(), 30)
        await deed(daemon)
    finally:
        daemon.stop()
        await asyncio.wait_for(running, 30)


def letters(root: Path, part: str) -> list[Path]:
    """Return the letters that went out and whose name holds a part."""
    return [path for path in (root / "state" / "outbox").glob("*.eml") if part in path.name]


def test_the_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    """It is random, stays the same, and nobody else may read it."""
    key = secret_key(tmp_path)
    assert len(key) == 32
    assert secret_key(tmp_path) == key
    assert (tmp_path / "secret.key").stat().st_mode & 0o777 == 0o600


def test_a_damaged_key_is_not_replaced(tmp_path: Path) -> None:
    """A new key would withdraw every player's reply address: that is for the operator to decide."""
    (tmp_path / "secret.key").write_bytes(b"short")
    with pytest.raises(InstanceError, match="backup"):
        secret_key(tmp_path)


@pytest.mark.parametrize("moment", ["secrets.token_bytes", "os.fsync"])
def test_a_death_while_the_key_is_made_leaves_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """A half-written key would be a damaged one, and nothing could start any more."""
    with monkeypatch.context() as dying:
        dying.setattr(moment, _die)
        with pytest.raises(KeyboardInterrupt):
            secret_key(tmp_path)
    assert not (tmp_path / "secret.key").exists()
    assert len(secret_key(tmp_path)) == 32


def _die(*_: object) -> None:
    raise KeyboardInterrupt


def test_an_instance_is_worked_on_once(tmp_path: Path) -> None:
    """A second worker is told who holds the lock; afterwards the lock is free."""
    lock = Lock(tmp_path)
    with pytest.raises(InstanceError, match=str(os.getpid())):
        Lock(tmp_path)
    lock.release()
    Lock(tmp_path).release()


def test_a_match_of_bots_is_played_to_its_end(root: Path) -> None:
    """Nobody has to be waited for, so one round of work plays it all."""
    add(root, MATCH.format(name="bots", red=BOT))
    config = load(root / "config.toml")
    with open_instance(config, lock=True) as instance:
        assert instance.apply(config) == []
        done = asyncio.run(instance.once())
        assert done.turns == 2
        assert played(instance) == {"bots": "over"}


def test_a_match_whose_game_was_uninstalled_is_named_at_the_start(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is read or sent until its package is back: the match is as it was left."""
    add(root, MATCH.format(name="hoth", red=ANN))
    config = load(root / "config.toml")
    with open_instance(config) as instance:
        assert instance.apply(config) == []
    with monkeypatch.context() as uninstalled:
        uninstalled.setattr(opening, "GAMES", Games([]))
        with pytest.raises(InstanceError, match='The match hoth plays "rebel-commander", a game that is not installed'):
            open_instance(config, lock=True)
    with open_instance(config, lock=True) as instance:
        assert played(instance) == {"hoth": "running"}


def test_a_match_is_made_once(root: Path) -> None:
    """Later differences change nothing and are answered with the override to write."""
    add(root, MATCH.format(name="hoth", red=ANN))
    config = load(root / "config.toml")
    with open_instance(config) as instance:
        assert instance.apply(config) == []
        assert instance.apply(config) == []
        text = (root / "config.toml").read_text(encoding="utf-8").replace('every = "48h"', 'every = "24h"')
        (root / "config.toml").write_text(text, encoding="utf-8")
        (told,) = instance.apply(load(root / "config.toml"))
        assert "SCHEDULE every 24h" in told


def test_a_daemon_takes_over_a_changed_file(root: Path) -> None:
    """A match that is added while it works is made, and its player welcomed."""
    config = load(root / "config.toml")

    async def deed(_daemon: Daemon) -> None:
        add(root, MATCH.format(name="hoth", red=ANN))
        await until(lambda: bool(letters(root, "welcome")))

    with open_instance(config, lock=True) as instance:
        asyncio.run(at_work(instance, deed))
        assert played(instance) == {"hoth": "running"}


def test_a_daemon_takes_over_a_file_that_is_included(root: Path) -> None:
    """One that comes while it works, and one that was mended: the file that includes them is not touched."""
    file = root / "config.toml"
    file.write_text(f'include = ["matches/*.toml"]\n{file.read_text(encoding="utf-8")}', encoding="utf-8")
    config, good = load(file), MATCH.format(name="hoth", red=ANN)

    async def deed(_daemon: Daemon) -> None:
        (root / "matches").mkdir()
        (root / "matches" / "hoth.toml").write_text(f"{good}nonsense = 1\n", encoding="utf-8")
        await until(lambda: bool(letters(root, "config-refused")))
        (root / "matches" / "hoth.toml").write_text(good, encoding="utf-8")
        await until(lambda: bool(letters(root, "welcome")))

    with open_instance(config, lock=True) as instance:
        asyncio.run(at_work(instance, deed))
    (memo,) = letters(root, "config-refused")
    assert b"matches/hoth.toml:8" in memo.read_bytes()


def test_a_daemon_takes_nothing_of_a_bad_file(root: Path) -> None:
    """The GM is told of the mistake with its line, once; what was there goes on, and a mended file is taken."""
    config = load(root / "config.toml")

    async def deed(daemon: Daemon) -> None:
        good = (root / "config.toml").read_text(encoding="utf-8")
        add(root, MATCH.format(name="hoth", red=ANN) + "nonsense = 1\n")
        await until(lambda: bool(letters(root, "config-refused")))
        assert played(daemon.instance) == {}
        (root / "draft").write_text(good + MATCH.format(name="hoth", red=ANN), encoding="utf-8")
        (root / "draft").replace(root / "config.toml")
        await until(lambda: bool(letters(root, "welcome")))

    with open_instance(config, lock=True) as instance:
        asyncio.run(at_work(instance, deed))
    (memo,) = letters(root, "config-refused")
    assert b"config.toml:13" in memo.read_bytes()


def test_a_daemon_reads_what_is_dropped_into_the_inbox(root: Path) -> None:
    """A file is acted on soon after it was written, and the turn runs since everybody is in."""
    add(root, MATCH.format(name="hoth", red=ANN))
    config = load(root / "config.toml")

    async def deed(_daemon: Daemon) -> None:
        await until(lambda: bool(letters(root, "welcome")))
        (root / "orders" / "inbox" / "hoth.Red.txt").write_text("1. PASS\n2. PASS\n", encoding="utf-8")
        await until(lambda: bool(letters(root, "report")))

    with open_instance(config, lock=True) as instance:
        asyncio.run(at_work(instance, deed))


def test_a_failing_template_of_the_operators_does_not_stop_a_letter(root: Path) -> None:
    """The packaged one is used, in the workers too, and the operator is told where the fault is."""
    folder = root / "templates" / "service"
    folder.mkdir(parents=True)
    (folder / "welcome.j2").write_text("{{ nothing.of_the_kind }}", encoding="utf-8")
    add(root, MATCH.format(name="hoth", red=ANN))
    config = load(root / "config.toml")
    with open_instance(config) as instance:
        instance.apply(config)
        asyncio.run(instance.once())
    assert letters(root, "welcome")
    (memo,) = letters(root, "template-fault")
    assert b"welcome.j2" in memo.read_bytes()


def test_raw_letters_are_forgotten_in_time(root: Path) -> None:
    """With ``keep_letters = 0`` a letter that was acted on is emptied by the daily round; what came of it stays."""
    add(root, "keep_letters = 0\n" + MATCH.format(name="hoth", red=ANN))
    config = load(root / "config.toml")
    with open_instance(config) as instance:
        instance.apply(config)
        (root / "orders" / "inbox" / "hoth.Red.txt").write_text("1. PASS\n", encoding="utf-8")
        os.utime(root / "orders" / "inbox" / "hoth.Red.txt", (1, 1))
        asyncio.run(instance.once())
        instance.tidy()
        with instance.store.read() as session:
            (letter,) = session.exec(select(Letter)).all()
            assert letter.raw == b""
            assert letter.verdict


def test_the_log_strikes_out_secrets(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither values of secret names nor the code of a reply address get into the log."""
    logs.set_up("json")
    to = "m+hoth.red.abcdefghijklmnop@pbem.test"
    about = ["[hoth Red #5 abcdefghijklmnop]", "Re: [hoth Red #5 abcdefghijklmnop] orders"]
    log, more = structlog.get_logger("moderator.test"), {"seed": "hunter2", "to": to}
    log.info("tried", password="hunter2", to=to, about=about, more=more)
    line = json.loads(capsys.readouterr().err)
    assert line["event"] == "tried"
    assert "hunter2" not in str(line)
    assert "abcdefghijklmnop" not in str(line)


def test_the_log_is_silent_about_what_libraries_do(capsys: pytest.CaptureFixture[str]) -> None:
    """A look at a forum makes many calls, and a page many fonts; what is wrong with one is told all the same."""
    logs.set_up()
    with httpx.Client(transport=httpx.MockTransport(lambda _: httpx.Response(200))) as client:
        client.get("http://forum.test/")
    assert not capsys.readouterr().err
    logging.getLogger("httpx").warning("odd")
    logging.getLogger("fontTools.subset").info("quiet")
    assert [line.split()[-1] for line in capsys.readouterr().err.splitlines()] == ["odd"]


def test_a_database_that_cannot_be_reached_is_one_line_in_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    """A mistake of ours keeps its traceback."""
    logs.set_up("json")
    log = structlog.get_logger("moderator.test")
    for wrong, url in (("", "postgresql://nobody@127.0.0.1:1/none"), ("SELECT nonsense", "sqlite://")):
        try:
            with create_engine(url).connect() as connection:
                connection.exec_driver_sql(wrong)
        except DBAPIError:
            log.exception("work.failed")
    away, ours = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert away["database"] == "cannot be reached"
    assert "refused" in away["error"]
    assert "exception" not in away
    assert "Traceback" in ours["exception"]


def test_nothing_is_sent_twice(root: Path) -> None:
    """A second round with nothing new sends nothing."""
    add(root, MATCH.format(name="hoth", red=ANN))
    config = load(root / "config.toml")
    with open_instance(config) as instance:
        instance.apply(config)
        assert asyncio.run(instance.once()).sent == 2, "the welcome, and the GM's memo"
        assert not any(asyncio.run(instance.once()))
        assert asyncio.run(instance.send()) == posting.DeliveryCounts()


def test_a_letter_of_a_day_goes_at_its_time(root: Path) -> None:
    """The instance knows when that is, and the look that is due then puts it together."""
    add(root, MATCH.format(name="hoth", red=ANN).replace("48h", "96h"))
    clock = FrozenClock(datetime(2026, 11, 20, 20, tzinfo=UTC))
    with open_instance(load(root / "config.toml"), clock=clock, inbounds=()) as instance:
        instance.apply(instance.config)
        with instance.store.write() as session:
            preferences.put(session.exec(select(Player)).one(), "DIGEST", "07:00")
        for line in ("SPECTATORS public", "SCHEDULE every 72h"):
            apply(instance.store, instance.ctx, OverridePlan(name=line, match="hoth", lines=(line,)))
        assert asyncio.run(instance.send()).gathered == 2
        instance.look()
        assert instance.next_look() == datetime(2026, 11, 21, 7, tzinfo=UTC)
        clock.move(timedelta(hours=11))
        assert asyncio.run(instance.once()).sent == 1
        (sent,) = letters(root, "digest")
        assert "Your letters of the day" in sent.read_text()


class _Unread:
    """A mailbox behind a connection that is down."""

    def drain(self, keep: Keep) -> int:
        raise ConnectionError(keep.__name__)


def test_a_mailbox_that_is_down_holds_turns_back(root: Path) -> None:
    """Mail may lie there that came in time: a turn that is due waits until every mailbox was read."""
    add(root, MATCH.format(name="slow", red=ANN))
    clock = FrozenClock(datetime(2026, 11, 20, 20, tzinfo=UTC))
    with open_instance(load(root / "config.toml"), clock=clock, inbounds=[_Unread()]) as instance:
        instance.apply(instance.config)
        clock.move(timedelta(hours=49))
        assert instance.look() == 0
        instance.inbounds = ()
        assert instance.look() == 1


def test_who_is_told_to_stop_leaves_the_turns_that_are_not_resolved_yet(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hundreds may be due at once; they are resolved at the next start."""
    monkeypatch.setattr(due, "_FIRST", 1)
    for name in ("one", "two", "three"):
        add(root, MATCH.format(name=name, red=ANN))
    clock = FrozenClock(datetime(2026, 11, 20, 20, tzinfo=UTC))
    with open_instance(load(root / "config.toml"), clock=clock, inbounds=()) as instance:
        instance.apply(instance.config)
        clock.move(timedelta(hours=49))
        assert instance.look(lambda: False) == 1
        assert instance.look() == 2


def test_a_look_leaves_matches_alone_that_nobody_touched(root: Path) -> None:
    """Not a row of theirs is read, whatever else a look does, and it is told when the next is worth its while."""
    add(root, MATCH.format(name="slow", red=ANN) + MATCH.format(name="late", red=BOB))
    clock = FrozenClock(datetime(2026, 11, 20, 20, tzinfo=UTC))
    with open_instance(load(root / "config.toml"), clock=clock, inbounds=()) as instance:
        instance.apply(instance.config)
        instance.look()
        with matches_read() as read:
            assert instance.look() == 0
            assert instance.act() == []
            assert instance.query(deadlines.next_look) == clock.now() + timedelta(hours=24)
        assert read == []
        with instance.store.write() as session:
            match_queries.lock_match(session, 2).deadline = clock.now()
        with matches_read() as read:
            assert instance.look() == 1
        assert set(read) == {2}


def test_a_changed_file_counts_for_matches_that_were_looked_at(root: Path) -> None:
    """An earlier reminder for all comes although no match was touched since the last look."""
    add(root, MATCH.format(name="slow", red=ANN))
    clock = FrozenClock(datetime(2026, 11, 20, 20, tzinfo=UTC))
    with open_instance(load(root / "config.toml"), clock=clock, inbounds=()) as instance:
        instance.apply(instance.config)
        instance.look()
        path = root / "config.toml"
        path.write_text(path.read_text().replace("[moderator]", '[moderator]\nremind = "12h"', 1))
        instance.apply(load(path))
        assert instance.query(deadlines.next_look) == clock.now() + timedelta(hours=36)


@contextmanager
def matches_read() -> Iterator[list[int | None]]:
    """Give the numbers of the matches that are read meanwhile."""
    found: list[int | None] = []

    def read(match: Match, _: object) -> None:
        found.append(match.id)

    event.listen(Match, "load", read)
    try:
        yield found
    finally:
        event.remove(Match, "load", read)


def test_a_mailbox_that_is_down_holds_a_change_of_address_back(root: Path) -> None:
    """An objection may lie there; a moderator that was started again goes on with the change."""
    lost = '[[override]]\nid = "lost"\nmatch = "slow"\ndo = ["ADDRESS Red ann@new.test"]\n'
    add(root, MATCH.format(name="slow", red=ANN) + lost)
    clock = FrozenClock(datetime(2026, 11, 20, 20, tzinfo=UTC))
    with open_instance(load(root / "config.toml"), clock=clock) as instance:
        instance.apply(instance.config)
        asyncio.run(instance.once())
    clock.move(timedelta(hours=48))
    with open_instance(load(root / "config.toml"), clock=clock, inbounds=[_Unread()]) as instance:

        def address() -> str:
            instance.look()
            with instance.store.read() as session:
                return people_queries.written_to(session, 1)

        assert address() == "ann@pbem.test"
        instance.inbounds = ()
        assert address() == "ann@new.test"


class _Slow:
    """A mailbox that somebody else looks into while the first look at it goes on."""

    def __init__(self) -> None:
        self.looks = 0
        self.meanwhile: Callable[[], object] = lambda: None

    def drain(self, keep: Keep) -> int:
        del keep
        self.looks += 1
        if self.looks == 1:
            self.meanwhile()
        return 0


def test_a_look_at_the_mail_that_ends_late_does_not_undo_a_later_one(root: Path) -> None:
    """Letters and turns read the mailbox side by side: a turn waits for mail that cannot be read, and for no other."""
    clock, mailbox = FrozenClock(datetime(2026, 11, 20, 20, tzinfo=UTC)), _Slow()
    with open_instance(load(root / "config.toml"), clock=clock, inbounds=[mailbox]) as instance:
        moment = clock.now()

        def meanwhile() -> None:
            clock.move(timedelta(seconds=2))
            assert instance.fetch(moment)

        mailbox.meanwhile = meanwhile
        instance.drain()
        assert instance.fetch(moment)
        assert mailbox.looks == 2


def test_a_change_before_the_daemon_watches_is_not_lost(root: Path) -> None:
    """What was written between the reading of the file and the first watch rings no bell, and is taken all the same."""
    config = load(root / "config.toml")

    async def deed(_daemon: Daemon) -> None:
        await until(lambda: bool(letters(root, "welcome")))

    with open_instance(config, lock=True) as instance:
        add(root, MATCH.format(name="hoth", red=ANN))
        asyncio.run(at_work(instance, deed))


def test_a_daemon_goes_on_without_its_inbox(root: Path) -> None:
    """A folder that goes away while it works is made again, and a letter dropped there later is read."""
    add(root, MATCH.format(name="hoth", red=ANN))
    inbox = root / "orders" / "inbox"

    async def deed(daemon: Daemon) -> None:
        await until(lambda: bool(letters(root, "welcome")))
        shutil.rmtree(inbox)
        inbox.mkdir()
        (inbox / "hoth.Red.txt").write_text("1. PASS\n", encoding="utf-8")
        soon = time.time() + 5
        os.utime(inbox / "hoth.Red.txt", (soon, soon))  # so that it is not half-written
        daemon._wake_all()
        await until(lambda: bool(letters(root, "report")))

    with open_instance(load(root / "config.toml"), lock=True) as instance:
        asyncio.run(at_work(instance, deed))


def test_the_same_mistake_is_told_once_each_time_it_is_made(root: Path) -> None:
    """Saved again it is not told again; made again after it was mended, it is."""
    good = (root / "config.toml").read_text(encoding="utf-8")
    asyncio.run(_mistakes(root, load(root / "config.toml"), good))
    assert len(letters(root, "config-refused")) == 2


async def _mistakes(root: Path, config: Config, good: str) -> None:
    with open_instance(config) as instance:
        daemon = Daemon(instance, workers=1)
        daemon.instance.apply(config)
        for text in ("nonsense = 1\n", "nonsense = 1\n\n", "", "nonsense = 1\n"):
            (root / "config.toml").write_text(text + good, encoding="utf-8")
            await daemon._reload()
        await instance.send()


def test_a_mailbox_follows_the_file(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a change of [imap] turns drain the new mailbox, not the one of the start."""
    monkeypatch.setenv("IMAP_PASSWORD", "x")
    config = load(root / "config.toml")
    with open_instance(config) as instance:
        assert len(instance.inbounds) == 1
        add(root, '[imap]\nhost = "127.0.0.1"\nport = 1\ntls = "none"\nuser = "m"\npassword = "${IMAP_PASSWORD}"\n')
        instance.apply(load(root / "config.toml"))
        assert len(instance.inbounds) == 2


def test_what_waits_for_a_start_is_named(root: Path) -> None:
    """A running moderator keeps its database and its log; the file's other word counts from the next start."""
    before = load(root / "config.toml")
    assert before.needing_restart(before) == []
    add(root, '[database]\nurl = "sqlite:///state/other.sqlite"\n')
    assert before.needing_restart(load(root / "config.toml")) == ["database.url"]


@pytest.mark.proof
def test_a_worker_that_dies_is_replaced() -> None:
    """What was in work is done again, once, and the next letters find workers."""
    workers = RestartingPool(None, 1)
    try:
        with pytest.raises(BrokenProcessPool):
            workers.submit(os._exit, 1).result(60)
        assert workers.submit(len, "four").result(60) == 4
    finally:
        workers.shutdown()


def test_the_letters_of_a_match_go_to_one_worker() -> None:
    """It has kept what their boards are made of; other matches go to other workers, too."""
    workers = RestartingPool(None, 3)
    try:
        letters = [replace(turn_report(), head=replace(HERE, match=f"m{number}")) for number in range(20)]
        first, again = ([workers.worker(letter) for letter in letters] for _ in range(2))
        assert first == again
        assert len(set(first)) == 3
    finally:
        workers.shutdown()


@pytest.mark.proof
def test_an_idle_worker_takes_letters_of_a_match_that_has_a_queue() -> None:
    """One slow match keeps no core waiting, and holds up no letter of another match."""
    workers = RestartingPool(None, 2)
    try:
        letter = turn_report()
        own = workers.worker(letter)
        for _ in range(3):
            workers.submit(_slow, letter)
        assert workers.worker(letter) != own
    finally:
        workers.shutdown(cancel_futures=True)


@pytest.mark.proof
@pytest.mark.parametrize("begun", [True, False])
def test_workers_are_not_waited_for_when_what_they_have_is_cancelled(*, begun: bool) -> None:
    """A moderator that is told to stop does not wait for a letter that a worker has, nor for a worker that begins."""
    workers = RestartingPool(None, 1)
    try:
        if begun:
            workers.submit(len, "four").result(60)
        task = workers.submit(time.sleep, 3600)
    finally:
        workers.shutdown(cancel_futures=True)
    assert isinstance(task.exception(60), BrokenProcessPool | CancelledError)


@pytest.mark.proof
def test_workers_end_although_much_is_on_its_way_to_them() -> None:
    """More than a pipe holds: before Python 3.11.5 the thread that hands tasks over waits for a reader for ever."""
    workers = RestartingPool(None, 1)
    try:
        workers.submit(time.sleep, 3600)
        for _ in range(3):
            workers.submit(len, "x" * (1 << 20))
        time.sleep(1)
    finally:
        ending = threading.Thread(target=workers.shutdown, kwargs={"cancel_futures": True}, daemon=True)
        ending.start()
        ending.join(30)
    assert not ending.is_alive()


@pytest.mark.proof
def test_a_worker_that_is_killed_leaves_no_files() -> None:
    """A board that it had laid down for typst is a seat's secret."""
    workers = RestartingPool(None, 1)
    try:
        folder = Path(workers.submit(tempfile.mkdtemp).result(60))
        assert folder.exists()
        workers.submit(time.sleep, 3600)
    finally:
        workers.shutdown(cancel_futures=True)
    assert not folder.exists()


def _slow(_: object) -> None:
    time.sleep(1)


class _Deadly(Struct, frozen=True):
    """A renderer that kills the process that it is in, once."""

    done: Path

    def render(self, letter: LetterFacts) -> Words:
        """Die, or render."""
        with suppress(FileExistsError):
            self.done.touch(exist_ok=False)
            os.kill(os.getpid(), signal.SIGKILL)
        return PicklableRenderer().render(letter)


@pytest.mark.proof
def test_letters_go_although_a_worker_is_killed_at_its_work(root: Path) -> None:
    """As the machine does for want of memory: what was being worded is worded again, and every letter goes once."""
    for number in range(12):
        add(root, MATCH.format(name=f"m{number}", red=ANN))
    config = load(root / "config.toml")
    deadly = _Deadly(root / "done")
    workers = RestartingPool(None, 2)
    try:
        with open_instance(config, renderer=deadly) as instance:
            instance.apply(config)
            outbound = FolderOutbound(root / "state" / "outbox")
            assert asyncio.run(instance.pump(outbound, workers)) == posting.DeliveryCounts(sent=24)
    finally:
        workers.shutdown()
    assert deadly.done.exists()
    assert len(letters(root, "welcome")) == 12


class _DeadlyFor(Struct, frozen=True):
    """A renderer that kills the process that it is in, whenever it meets a letter about one match."""

    match: str

    def render(self, letter: LetterFacts) -> Words:
        """Die, or render."""
        if isinstance(letter, Welcome) and letter.head.match == self.match:
            os.kill(os.getpid(), signal.SIGKILL)
        return PicklableRenderer().render(letter)


@pytest.mark.proof
def test_a_letter_that_kills_its_workers_stops_no_other(root: Path) -> None:
    """It alone is tried again later, and the GM is told of it; what was in work beside it goes."""
    for number in range(8):
        add(root, MATCH.format(name=f"m{number}", red=ANN))
    config = load(root / "config.toml")
    workers = RestartingPool(None, 2)
    try:
        with open_instance(config, renderer=_DeadlyFor("m3")) as instance:
            instance.apply(config)
            posted = asyncio.run(instance.pump(FolderOutbound(root / "state" / "outbox"), workers))
    finally:
        workers.shutdown()
    assert (len(letters(root, "welcome")), len(letters(root, "letter-fault"))) == (7, 1)
    assert (posted.sent, posted.later) == (16, 1)


@pytest.mark.proof
def test_letters_go_although_idle_workers_were_killed(root: Path) -> None:
    """Nobody notices until there is a letter to be worded; then there are others."""
    add(root, MATCH.format(name="hoth", red=ANN))
    config = load(root / "config.toml")
    workers = RestartingPool(None, 1)
    try:
        os.kill(workers.submit(os.getpid).result(60), signal.SIGKILL)
        with open_instance(config) as instance:
            instance.apply(config)
            outbound = FolderOutbound(root / "state" / "outbox")
            assert asyncio.run(instance.pump(outbound, workers)) == posting.DeliveryCounts(sent=2)
    finally:
        workers.shutdown()


def test_what_an_instance_keeps_is_for_its_owner_alone(root: Path) -> None:
    """Letters, order sets, key and database: nobody else on the machine reads a player's orders."""
    add(root, MATCH.format(name="hoth", red=ANN))
    config = load(root / "config.toml")
    with open_instance(config, lock=True) as instance:
        instance.apply(config)
        (root / "orders" / "inbox" / "hoth.Red.txt").write_text("1. PASS\n", encoding="utf-8")
        soon = datetime.now(UTC).timestamp() + 5
        os.utime(root / "orders" / "inbox" / "hoth.Red.txt", (soon, soon))
        asyncio.run(instance.once())
        kept = [root / "state", *(root / "state").rglob("*"), *(root / "orders").glob("*")]
        assert any(path.suffix == ".eml" for path in kept)
        assert {path.name for path in kept} >= {"archive", "processed", "inbox", "moderator.sqlite"}
        open_to_others = [str(path) for path in kept if path.stat().st_mode & 0o077]
    assert open_to_others == []


def test_a_file_that_says_what_it_always_said_is_not_answered(root: Path) -> None:
    """After an override has changed schedule and player, the old words stay good, and so do the new ones."""
    add(root, MATCH.format(name="hoth", red=ANN))
    changes = '["SCHEDULE every 24h", \'REPLACE Red WITH "Bob" bob@pbem.test\']'
    add(root, f'[[override]]\nid = "other"\nmatch = "hoth"\ndo = {changes}\n')
    text = (root / "config.toml").read_text(encoding="utf-8")
    with open_instance(load(root / "config.toml")) as instance:
        assert instance.apply(load(root / "config.toml")) == []
        assert instance.apply(load(root / "config.toml")) == []
        bob = text.replace(ANN, 'player = "Bob", address = "bob@pbem.test"').replace('every = "48h"', 'every = "24h"')
        (root / "config.toml").write_text(bob, encoding="utf-8")
        assert instance.apply(load(root / "config.toml")) == []
        cat = text.replace(ANN, 'player = "Cat", address = "cat@pbem.test"').replace('every = "48h"', 'every = "12h"')
        (root / "config.toml").write_text(cat, encoding="utf-8")
        schedule, seat = instance.apply(load(root / "config.toml"))
        assert "SCHEDULE every 12h" in schedule
        assert "REPLACE Red WITH" in seat


def test_a_file_of_an_unknown_kind_is_told_once_and_stays(root: Path) -> None:
    """The operator is told which file and what to do about it, also by a moderator that was started again."""
    for _ in range(2):
        with open_instance(load(root / "config.toml")) as instance, structlog.testing.capture_logs() as logged:
            (root / "orders" / "inbox" / "orders.docx").write_bytes(b"PK\x03\x04")
            os.utime(root / "orders" / "inbox" / "orders.docx", (1, 1))
            instance.drain()
            instance.drain()
            assert [line["file"] for line in logged if line["event"] == "folder.unknown-kind"] == ["orders.docx"]
            with instance.store.read() as session:
                rows = session.exec(select(Outbox).where(Outbox.kind == "memo")).all()
            (memo,) = [codec.unpack(row.payload, LetterFacts | None) for row in rows]
            assert isinstance(memo, Memo)
            assert (memo.code, memo.facts) == ("dropped-unknown-kind", {"file": "orders.docx"})
            assert (root / "orders" / "inbox" / "orders.docx").exists()


def test_files_of_any_name_stop_no_letter_and_no_turn(root: Path) -> None:
    """Names that are no text: what can be read is read, the operator is told of the rest, and the turn runs."""
    add(root, MATCH.format(name="hoth", red=ANN))
    config = load(root / "config.toml")
    inbox, then = root / "orders" / "inbox", time.time() + 60
    with open_instance(config) as instance:
        instance.apply(config)
        for name in (b"hoth.R\xe4d.txt", b"odd\xff.docx", b"\xfe.eml", b"hoth.Red.\x80.txt"):
            path = Path(os.fsdecode(bytes(inbox) + b"/" + name))
            path.write_bytes(b"1. PASS\n2. PASS\n")
            os.utime(path, (then, then))
        instance.drain()
        instance.act()
        assert [os.fsencode(path.name) for path in inbox.iterdir()] == [b"odd\xff.docx"]
        assert instance.fetch(instance.ctx.now()), "no mailbox is unread"
        with instance.store.read() as session:
            assert session.exec(select(OrderSet.seat).where(col(OrderSet.letter).is_not(None))).all() == ["Red"]
            told = [memo.facts["file"] for _, _, memo in player_memos.all_memos(session) if memo.code != "match-begun"]
    assert sorted(map(str, told)) == ["\\xfe.eml", "hoth.R\\xe4d.txt", "odd\\xff.docx"]


def test_a_match_that_is_taken_out_of_the_file_goes_on_and_is_named(root: Path) -> None:
    """The operator is told how to end it, once: when the file is read without it."""
    bare = (root / "config.toml").read_text(encoding="utf-8")
    add(root, MATCH.format(name="hoth", red=ANN))
    config = load(root / "config.toml")
    with open_instance(config) as instance:
        assert instance.apply(config) == []
        (root / "config.toml").write_text(bare, encoding="utf-8")
        (line,) = instance.apply(load(root / "config.toml"))
        assert 'match "hoth" is not in the file any more' in line
        assert instance.apply(load(root / "config.toml")) == []

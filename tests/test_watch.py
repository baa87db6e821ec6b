"""Watching over a moderator: health, figures, the service manager, the heartbeat."""

import asyncio
import json
import os
import re
import socket
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError
from sqlmodel import col, select

from moderator.app import vitals, watch
from moderator.app.daemon import Daemon
from moderator.app.opening import open_instance
from moderator.app.systemd import Notifier
from moderator.app.vitals import Vitals
from moderator.app.watch import Page, Watch, health, metrics
from moderator.config import load
from moderator.rendering.mail import MailRenderer
from moderator.scheduling.clock import FrozenClock
from moderator.service.admin import figures
from moderator.service.matches import deadlines
from moderator.store.statuses import LetterStatus, MatchStatus, OutboxStatus
from moderator.store.tables import Match, Outbox
from moderator.transport.connections import Tls
from moderator.transport.imap import ImapSettings
from moderator.transport.imap_watcher import ImapWatcher
from tests.support.cases import every_case
from tests.support.servers.ports import free_ports
from tests.support.waiting import PATIENCE, until
from tests.support.world import START, World

HEAD = """\
[moderator]
name = "Battle Moderator"
address = "moderator@pbem.test"
gm = "gm@pbem.test"

[[match]]
name = "hoth"
game = "rebel-commander"
every = "48h"
options = { edition = "skirmish" }
seats = [{ seat = "Red", player = "Ann", address = "ann@pbem.test" }, { seat = "Empire", bot = "random" }]
"""
SAMPLE = re.compile(r'moderator_[a-z_]+(\{[a-z]+="[a-z-]+"\})? -?[0-9]+(\.[0-9]+)?')


class Seconds:
    """A clock of seconds that is moved by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        """Return the seconds."""
        return self.now


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Give a folder with a match."""
    (tmp_path / "config.toml").write_text(HEAD, encoding="utf-8")
    return tmp_path


# ---- what is well and what is not --------------------------------------------------------------------------


def test_work_that_is_done_is_well() -> None:
    """Every kind of work succeeds now and then: there is nothing to tell."""
    clock = Seconds()
    known = Vitals(clock)
    for _ in range(100):
        clock.now += 60
        for work in vitals.PATIENCE:
            known.mark_success(work)
    assert known.troubles(mailbox=True) == {}
    assert not known.stuck


@every_case("work", vitals.PATIENCE)
def test_work_that_does_not_succeed_for_long_is_told(work: str) -> None:
    """The trouble has the name of the work, and says for how many seconds."""
    clock = Seconds()
    known = Vitals(clock)
    clock.now += vitals.PATIENCE[work] + 1
    for other in vitals.PATIENCE:
        if other != work:
            known.mark_success(other)
    assert known.troubles(mailbox=True) == {work: int(vitals.PATIENCE[work] + 1)}


def test_failing_is_a_trouble_but_not_stuck() -> None:
    """A disk that is full is not mended by starting anew: the operator is told, the watchdog is fed."""
    clock = Seconds()
    known = Vitals(clock)
    for _ in range(60):
        clock.now += 60
        with suppress(OSError), known.track("database"):
            raise OSError
    assert "database" in known.troubles(mailbox=False)
    assert known.failures["database"] == 60
    assert not known.stuck


def test_work_that_neither_ends_nor_goes_on_is_stuck() -> None:
    """It was begun and gives no sign of life."""
    clock = Seconds()
    known = Vitals(clock)
    with known.track("turns"):
        clock.now += vitals.STUCK + 1
        assert known.stuck
    assert not known.stuck


def test_long_work_that_goes_on_is_not_stuck() -> None:
    """Each batch of turns is a sign of life, however long all of them take."""
    clock = Seconds()
    known = Vitals(clock)
    with known.track("turns"):
        for _ in range(10):
            clock.now += vitals.PATIENCE["turns"] - 1
            known.mark_success("turns")
            assert not known.stuck
            assert "turns" not in known.troubles(mailbox=False)


def test_without_a_mailbox_none_is_missed() -> None:
    """Letters come as files alone."""
    clock = Seconds()
    known = Vitals(clock)
    clock.now += 10_000
    assert "mailbox" in known.troubles(mailbox=True)
    assert "mailbox" not in known.troubles(mailbox=False)


def test_letters_that_wait_while_none_goes_are_told() -> None:
    """And so is a clock that was put back."""
    known = Vitals(Seconds())
    known.waited, known.behind = 9000.0, 60.0
    assert known.troubles(mailbox=True) == {"outbox": 9000, "clock": 60}


# ---- the listener ------------------------------------------------------------------------------------------


async def ask(port: int, request: bytes) -> bytes:
    """Send a request and return the whole answer, empty if the connection is cut."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        with suppress(ConnectionError):
            return await reader.read()
        return b""
    finally:
        writer.close()


def get(path: str) -> bytes:
    """Return a request as curl writes it."""
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()


async def well() -> Page:
    """Answer that all is well."""
    return health({})


async def fail() -> Page:
    """Fail."""
    raise RuntimeError


def asked(deed: Callable[[int], Awaitable[None]]) -> None:
    """Do something with a listener."""

    async def run() -> None:
        listener = Watch({"/healthz": well, "/broken": fail})
        port = await listener.start(0)
        try:
            async with asyncio.timeout(60):
                await deed(port)
        finally:
            await listener.stop()

    asyncio.run(run())


@every_case(
    ("request_", "status"),
    [
        (get("/healthz"), 200),
        (get("/healthz?at=once"), 200),
        (b"GET /healthz HTTP/1.0\r\n\r\n", 200),
        (get("/"), 404),
        (get("/../state/secret.key"), 404),
        (b"POST /healthz HTTP/1.1\r\nContent-Length: 0\r\n\r\n", 405),
        (b"HEAD /healthz HTTP/1.1\r\n\r\n", 405),
        (b"\x16\x03\x01\x02\x00\r\n\r\n", 400),
        (b"GET /healthz\r\n\r\n", 400),
        (b"GET /healthz SMTP/1.1\r\n\r\n", 400),
        (b"GET /healthz HTTP/1.1\r\nX: " + b"x" * 9000 + b"\r\n\r\n", 431),
        (get("/broken"), 500),
    ],
)
def test_a_request_is_answered_or_refused(request_: bytes, status: int) -> None:
    """Known pages by GET, everything else by its number; nothing ends the listener."""

    async def deed(port: int) -> None:
        answer = await ask(port, request_)
        assert answer.startswith(f"HTTP/1.1 {status} ".encode())
        assert b"Content-Length: " in answer
        assert (await ask(port, get("/healthz"))).startswith(b"HTTP/1.1 200 ")

    asked(deed)


def test_who_says_nothing_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that sends no whole request ends by itself."""
    monkeypatch.setattr(watch, "_PATIENCE", 0.05)

    async def deed(port: int) -> None:
        assert await ask(port, b"GET /healthz HTTP/1.1\r\n") == b""

    asked(deed)


def test_more_than_a_few_connections_are_not_held() -> None:
    """Eight may wait; the ninth is cut, and when they go there is room again."""

    async def deed(port: int) -> None:
        silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(8)]
        assert await ask(port, get("/healthz")) == b""
        for _, writer in silent:
            writer.close()
            await writer.wait_closed()
        async with asyncio.timeout(PATIENCE):
            while not await ask(port, get("/healthz")):  # noqa: ASYNC110 - the listener rings no bell
                await asyncio.sleep(0.01)

    asked(deed)


def test_letters_left_alone_are_a_warning_and_no_trouble() -> None:
    """A mailbox may be shared: the page stays healthy, and says how many letters nobody reads here."""
    page = health({}, left_alone=500)
    assert page.status == HTTPStatus.OK
    assert json.loads(page.text) == {"healthy": True, "troubles": {}, "warnings": {"letters-left-alone": 500}}


def test_trouble_is_unhealthy() -> None:
    """503 with the troubles by their codes."""
    page = health({"mailbox": 2000})
    assert page.status is HTTPStatus.SERVICE_UNAVAILABLE
    assert json.loads(page.text) == {"healthy": False, "troubles": {"mailbox": 2000}}


# ---- figures -----------------------------------------------------------------------------------------------


def figures_of(world: World) -> figures.Figures:
    """Return the figures of a world."""
    with world.store.read() as session:
        return figures.figures(session, world.ctx)


def test_figures_are_as_prometheus_reads_them_and_name_nobody(world: World) -> None:
    """Each sample is one line with its help and type; no match, no player, no address is in them."""
    world.says("Ann", "SEEK Bridge")
    world.put(world.raw("hello", "mallory@evil.test"))
    world.read()
    world.move(hours=49)
    world.look()
    page = metrics(Vitals(), {"mailbox": 3}, figures_of(world), world.store.size(), mailbox=True)
    lines = page.text.splitlines()
    samples = [line for line in lines if not line.startswith("#")]
    assert all(SAMPLE.fullmatch(line) for line in samples)
    named = {line.split(" ")[2] for line in lines if line.startswith("# TYPE ")}
    assert named == {re.split(r"[{ ]", line)[0] for line in samples}
    assert 'moderator_letters{verdict="filed"} 1' in samples
    assert "moderator_turns_total 1" in samples
    assert "moderator_healthy 0" in samples
    assert not re.search(r"hoth|ann|bob|mallory|bridge|@", page.text, re.IGNORECASE)


def test_figures_without_a_database_say_so() -> None:
    """What the process itself knows is told all the same."""
    text = metrics(Vitals(), {}, None, 0, mailbox=False).text
    assert "moderator_database_readable 0" in text
    assert "moderator_work_failures_total" in text
    assert "moderator_turns_total" not in text


def test_nothing_that_goes_for_long_is_stuck(world: World) -> None:
    """Both players' letters are tried again and again and nothing goes: their age counts, not their next try."""
    assert figures_of(world).queue.stuck == timedelta(0)
    world.move(hours=3)
    with world.store.write() as session:
        for row in session.exec(select(Outbox)):
            row.attempts, row.due = 7, world.clock.now() + timedelta(hours=1)
            session.add(row)
    assert figures_of(world).queue.stuck == timedelta(hours=3)
    assert figures_of(world).queue.waiting == 2


def test_one_full_mailbox_is_not_stuck(world: World) -> None:
    """A single reader who cannot be reached is no trouble of ours."""
    world.move(hours=3)
    with world.store.write() as session:
        sent = session.exec(select(Outbox).order_by(col(Outbox.id))).first()
        assert sent is not None
        sent.status, sent.sent = OutboxStatus.SENT, START
        session.add(sent)
    assert figures_of(world).queue.stuck == timedelta(0)


def test_a_quota_that_is_used_up_is_not_stuck(world: World) -> None:
    """The provider lets no more go today: that is told in another way."""
    limits = world.ctx.settings.limits
    world.settings(limits=type(limits)(letters_per_day=1))
    with world.store.write() as session:
        sent = session.exec(select(Outbox).order_by(col(Outbox.id))).first()
        assert sent is not None
        sent.status, sent.sent = OutboxStatus.SENT, START
        session.add(sent)
    world.match("ridge")
    world.move(hours=3)
    assert figures_of(world).queue == figures.Queue(waiting=3, oldest=timedelta(hours=3), left_today=0)


# ---- the heartbeat -----------------------------------------------------------------------------------------


def beat(world: World, rhythm: str = "at 08:00", troubles: Mapping[str, int] | None = None) -> bool:
    """Let the operator be told if it is time."""
    return figures.tell(world.store, world.ctx, rhythm, troubles or {}, 1_500_000)


def test_the_operator_is_told_at_the_hour(world: World) -> None:
    """Asked for in the evening, the first letter comes at eight the next morning, in the file's zone, and one a day."""
    world.settings(zone="Europe/Berlin")
    told = []
    for _ in range(48):
        if beat(world):
            told.append(world.clock.now())
        world.move(hours=1)
    assert told == [datetime(2026, 11, 21, 7, tzinfo=UTC), datetime(2026, 11, 22, 7, tzinfo=UTC)]


def test_after_an_absence_there_is_one_letter(world: World) -> None:
    """Three mornings were slept through: one letter tells of all of them."""
    beat(world)
    world.move(days=3)
    assert [beat(world) for _ in range(3)] == [True, False, False]


def test_every_so_often_is_as_good_as_an_hour(world: World) -> None:
    """``every 2d`` counts from the letter before."""
    beat(world, "every 2d")
    told = []
    for hours in range(0, 96, 12):
        if beat(world, "every 2d"):
            told.append(hours)
        world.move(hours=12)
    assert told == [48]


def test_all_is_well_is_said_with_figures(world: World) -> None:
    """One short letter: what came in and out since the last one, and what waits."""
    beat(world)
    world.move(hours=1)
    world.says("Ann", "SEEK Bridge")
    world.move(hours=48)
    world.look()
    world.post(MailRenderer(world.clock))
    assert beat(world)
    (letter,) = world.post(MailRenderer(world.clock))
    text = " ".join(letter.dispatch.words.text.split())
    assert letter.dispatch.words.subject == "all is well"
    assert letter.dispatch.to == ("gm@pbem.test",)
    assert "All is well. Since Fri 20 Nov 20:00 UTC: letters in: 1, letters out: 6, turns: 1." in text
    assert "matches running: 1, letters waiting to go: 0, size of the database: 2 MB." in text


def test_what_is_not_well_is_said_first(world: World) -> None:
    """Troubles of the work, and what a fault keeps waiting, in words."""
    beat(world)
    world.put(world.raw("SEEK Bridge", to=world.tag("Ann")))
    world.read()
    with world.store.write() as session:
        match = session.exec(select(Match)).one()
        match.status = MatchStatus.FAULTED
        session.add(match)
    world.move(days=1)
    world.post(MailRenderer(world.clock))
    beat(world, troubles={"mailbox": 3000})
    (letter,) = world.post(MailRenderer(world.clock))
    assert letter.dispatch.words.subject == "not all is well"
    text = " ".join(letter.dispatch.words.text.split())
    assert "Not all is well: the mailbox cannot be reached; a match is stopped by a fault." in text


@pytest.mark.parametrize("code", [*vitals.PATIENCE, "outbox", "clock", "faulted", LetterStatus.SHUNTED.value])
def test_every_trouble_has_words(world: World, code: str) -> None:
    """No code of a trouble reaches the operator as it is."""
    beat(world)
    world.move(days=1)
    world.post(MailRenderer(world.clock))
    beat(world, troubles={code: 1})
    (letter,) = world.post(MailRenderer(world.clock))
    said = re.search(r"Not all is well: (.*?)\. moderator doctor", " ".join(letter.dispatch.words.text.split()))
    assert said is not None
    assert " " in said[1]


# ---- the service manager -----------------------------------------------------------------------------------


@pytest.mark.parametrize("abstract", [False, True])
def test_the_manager_is_told(tmp_path: Path, *, abstract: bool) -> None:
    """One datagram a word, to a path or a name in the abstract space."""
    name = f"moderator-test-{os.getpid()}"
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as manager:
        manager.bind(f"\0{name}" if abstract else str(tmp_path / "s"))
        notifier = Notifier({"NOTIFY_SOCKET": f"@{name}" if abstract else str(tmp_path / "s")})
        notifier.ready()
        notifier.alive()
        notifier.stopping()
        assert [manager.recv(99) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"STOPPING=1"]


def test_without_a_manager_nothing_is_said(tmp_path: Path) -> None:
    """In a terminal there is none; and one that is gone ends nothing."""
    Notifier({}).ready()
    Notifier({"NOTIFY_SOCKET": str(tmp_path / "gone")}).ready()


@every_case(
    ("env", "every"),
    [
        ({"NOTIFY_SOCKET": "/s", "WATCHDOG_USEC": "60000000"}, 30.0),
        ({"NOTIFY_SOCKET": "/s", "WATCHDOG_USEC": "60000000", "WATCHDOG_PID": str(os.getpid())}, 30.0),
        ({"NOTIFY_SOCKET": "/s", "WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "1"}, None),
        ({"NOTIFY_SOCKET": "/s"}, None),
        ({"WATCHDOG_USEC": "60000000"}, None),
    ],
)
def test_signs_of_life_are_given_where_they_are_asked_for(env: dict[str, str], every: float | None) -> None:
    """Twice in the time that is allowed, and only if it is we who are watched."""
    assert Notifier(env).every == every


# ---- the daemon --------------------------------------------------------------------------------------------


async def worked(daemon: Daemon, deed: Callable[[], Awaitable[None]]) -> None:
    """Do something while a daemon works, then stop it."""
    running = asyncio.create_task(daemon.run())
    try:
        await asyncio.wait_for(daemon.ready.wait(), 60)
        async with asyncio.timeout(60):
            await deed()
    finally:
        daemon.stop()
        await asyncio.wait_for(running, 60)


def test_a_daemon_tells_how_it_is(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ready, alive and stopping to the manager; health and figures to whoever asks on this machine."""
    (port,) = free_ports(1)
    with (root / "config.toml").open("a", encoding="utf-8") as file:
        file.write(f"[watch]\nport = {port}\n")
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as manager:
        manager.bind(f"\0moderator-daemon-{os.getpid()}")
        monkeypatch.setenv("NOTIFY_SOCKET", f"@moderator-daemon-{os.getpid()}")
        monkeypatch.setenv("WATCHDOG_USEC", "60000000")
        monkeypatch.delenv("WATCHDOG_PID", raising=False)

        async def deed() -> None:
            assert (await ask(port, get("/healthz"))).endswith(b'{"healthy": true, "troubles": {}}\n')
            assert b'moderator_matches{status="running"} 1\n' in await ask(port, get("/metrics"))

        with open_instance(load(root / "config.toml"), lock=True) as instance:
            asyncio.run(worked(Daemon(instance, workers=1), deed))
        assert [manager.recv(99) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"STOPPING=1"]


def test_a_daemon_counts_the_letters_that_it_leaves_alone(root: Path) -> None:
    """What the watcher passes over stands on the health page within a minute."""
    with open_instance(load(root / "config.toml")) as instance:
        daemon = Daemon(instance, workers=1)
        settings = ImapSettings(host="127.0.0.1", port=1, tls=Tls.NONE, user="m")
        daemon._watcher = ImapWatcher(settings, instance.keep, lambda: None)
        daemon._watcher.notes.others = frozenset({(1, 7), (1, 8)})
        daemon._loop = asyncio.new_event_loop()
        page = daemon._loop.run_until_complete(told(daemon))
        daemon._loop.close()
    assert json.loads(page.text)["warnings"] == {"letters-left-alone": 2}


async def told(daemon: Daemon) -> Page:
    """Return the health page after a look at how things stand."""
    await daemon._do_pulse()
    return await daemon._health()


def test_a_port_that_is_taken_stops_nothing(root: Path) -> None:
    """Nobody can look at it, and letters go all the same."""
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with (root / "config.toml").open("a", encoding="utf-8") as file:
            file.write(f"[watch]\nport = {other.getsockname()[1]}\n")

        async def deed() -> None:
            await until(lambda: bool([*(root / "state" / "outbox").glob("*welcome*")]))

        with open_instance(load(root / "config.toml"), lock=True) as instance:
            asyncio.run(worked(Daemon(instance, workers=1), deed))


def test_stuck_work_gets_no_sign_of_life(root: Path) -> None:
    """The event loop goes on and the turns do not: the manager is to start us anew."""
    with open_instance(load(root / "config.toml")) as instance:
        daemon = Daemon(instance, workers=1)
        clock = Seconds()
        daemon.vitals = Vitals(clock)
        said: list[str] = []

        class Listening(Notifier):
            """Remembers what is said."""

            def _say(self, word: str) -> None:
                said.append(word)

        daemon._notifier = Listening()
        daemon._notifier.every = 0.01

        async def run() -> None:
            signs = asyncio.create_task(daemon._tell_watchdog())
            await asyncio.sleep(0)
            assert said == ["WATCHDOG=1"]
            with daemon.vitals.track("turns"):
                clock.now += vitals.STUCK + 1
                await asyncio.sleep(0.1)
                assert said == ["WATCHDOG=1"]
                daemon.stop()
                await signs

        asyncio.run(run())


def test_a_database_that_takes_nothing_is_noticed(root: Path) -> None:
    """The note of each minute fails, and with it the health."""
    with open_instance(load(root / "config.toml")) as instance:
        daemon = Daemon(instance, workers=1)
        clock = Seconds()
        daemon.vitals = Vitals(clock)

        def refuse() -> None:
            raise OperationalError("INSERT", {}, Exception("disk I/O error"))

        instance.record_pulse = refuse  # type: ignore[method-assign,assignment]

        async def run() -> None:
            serving = asyncio.create_task(daemon._serve("database", daemon._pulse, daemon._do_pulse))
            daemon._pulse.set()
            await until(lambda: bool(daemon.vitals.failures["database"]))
            daemon._stopping.set()
            await serving

        asyncio.run(run())
        clock.now += 301
        assert daemon.vitals.troubles(mailbox=False) == {"database": 301}


def test_a_daemon_that_slept_rules_on_nothing_it_missed(root: Path) -> None:
    """Suspended in the middle of its work it finds the gap before it looks at any letter or turn."""
    clock = FrozenClock(START)
    with open_instance(load(root / "config.toml"), clock=clock, inbounds=()) as instance:
        Daemon(instance, workers=1)
        instance.apply(instance.config)
        assert instance.look() == 0
        clock.move(timedelta(hours=49))
        assert instance.look() == 0
        moment = instance.query(deadlines.next_look)
        assert moment is not None
        assert moment > clock.now()

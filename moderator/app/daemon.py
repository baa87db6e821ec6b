"""The daemon: one event loop that owns timers, watchers and transports, and gives all work to threads and processes.

Every arrival (a letter, a deadline, a changed file) only rings a bell; the task that answers it looks in the database.
All bells ring once a minute, so a lost one delays work by at most a minute.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import Executor
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import structlog
from sqlalchemy.exc import SQLAlchemyError
from watchfiles import awatch

from moderator.app.chat import send_notices
from moderator.app.instance import Instance
from moderator.app.opening import templates_of
from moderator.app.render_workers import pool
from moderator.app.systemd import Notifier
from moderator.app.vitals import Vitals
from moderator.app.watch import Page, Watch, health, metrics
from moderator.config import Config, ConfigError, load
from moderator.config.reading import FOLDER
from moderator.ports import Outbound
from moderator.scheduling.local import LocalWakeUps
from moderator.service.admin import figures
from moderator.service.outgoing import claiming
from moderator.service.pages.health import LEFT_ALONE
from moderator.transport.imap_watcher import ImapWatcher

if TYPE_CHECKING:
    from moderator.app.jobs import Jobs

_log = structlog.get_logger()

_TICK = 60.0
_DAY = 86_400.0
_PATIENCE = 20.0
"""Seconds that turns wait for forums that are being read, before they wait in the matches that are played there."""
_SHORTEST_INTERVAL = 1.0
"""Seconds between two looks at a forum, at least."""
_AGAIN = timedelta(seconds=1)
"""How long it takes until a match is looked at again whose time has come and which nothing could be done about."""
_QUIET = 1.2
"""Seconds from the last change in the inbox to a look at it: a file is read once it has not changed for a second."""
_POLL_INTERVAL_MS = 2_000
"""Milliseconds between two looks at the file: the system reports no changes on network drives, or before the watch."""


class Daemon:
    """An instance at work until it is told to stop. ``ready`` is set when everything runs."""

    def __init__(self, instance: Instance, *, workers: int | None = None) -> None:
        """Prepare the daemon. At most ``workers`` processes render letters, by default one for each core."""
        self.instance = instance
        self.ready = asyncio.Event()
        self._workers = workers
        self._stopping = asyncio.Event()
        self._letters, self._turns, self._post = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._posts, self._pulse, self._chat = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._seen: tuple[tuple[int, int, int], ...] | None = None
        self._watcher: ImapWatcher | None = None
        self._outbound: Outbound | None = None
        self._kept_back = 0
        self.vitals = Vitals()
        self._notifier = Notifier()
        self._watch = Watch({"/healthz": self._health, "/metrics": self._metrics})
        self._polls: list[Callable[[], object]] = []
        self._jobs: Jobs | None = None
        instance.guarded = True
        instance.patience = _PATIENCE

    def stop(self) -> None:
        """Tell the daemon to finish its current work and end."""
        self._notifier.stopping()
        self._stopping.set()

    async def run(self) -> None:
        """Work until ``stop`` is called. A daemon runs once."""
        self._loop = asyncio.get_running_loop()
        self.instance.arrived = lambda: self._ring_from_thread(self._letters, self._post)
        self._wake_ups = LocalWakeUps()
        executor = pool(templates_of(self.instance.config), self._workers)
        self._outbound = self.instance.outbound()
        try:
            await self._take_over(self.instance.config)
            await asyncio.to_thread(self.instance.catch_up)
            self._start_watcher()
            self._wake_ups.start()
            self._wake_ups.every(_TICK, self._wake_all)
            self._start_polls()
            self._wake_ups.every(_DAY, self._tidy)
            await self._start_watch()
            self._wake_all()
            async with self._sharing(executor), asyncio.TaskGroup() as tasks:
                self.ready.set()
                self._notifier.ready()
                _log.info("moderator.ready", name=self.instance.config.settings.name, **self._folders())
                tasks.create_task(self._serve("letters", self._letters, self._do_letters))
                tasks.create_task(self._serve("turns", self._turns, self._do_turns))
                tasks.create_task(self._serve("post", self._post, lambda: self._send_mail(executor)))
                tasks.create_task(self._serve("forums", self._posts, lambda: self._send_forum_posts(executor)))
                tasks.create_task(self._serve("chat", self._chat, self._send_notices))
                tasks.create_task(self._serve("database", self._pulse, self._do_pulse))
                if self._jobs is not None:
                    tasks.create_task(self._jobs.work(self._stopping))
                if self.instance.config.web is not None:
                    tasks.create_task(self._serve_web())
                tasks.create_task(self._tell_watchdog())
                tasks.create_task(self._watch_files())
        finally:
            await self._shut_down(executor)

    def _folders(self) -> dict[str, str]:
        """Return the folders that stand for mail servers: where letters are dropped, and where answers are found."""
        config = self.instance.config
        letters = {} if config.imap else {"letters": str(config.root / "orders" / "inbox")}
        return letters if config.smtp else {**letters, "answers": str(config.root / "state" / "outbox")}

    @asynccontextmanager
    async def _sharing(self, executor: Executor) -> AsyncIterator[None]:
        """Share turns and mail with other machines, if the file says so."""
        if not self.instance.config.queue:
            yield
            return
        from moderator.app.jobs import Jobs  # noqa: PLC0415 - an extra: not there in every installation

        send = partial(self._send, "post", executor, self.instance.queues[:1])
        async with Jobs(self.instance, send, self._turns.set) as self._jobs:
            yield

    # ---- bells ---------------------------------------------------------------------------------------------

    def _wake_all(self) -> None:
        for bell in (self._letters, self._turns, self._pulse):
            bell.set()
        self._ring_senders()
        for reader in self.instance.readers.values():
            reader.read()

    def _ring_senders(self) -> None:
        self._post.set()
        self._posts.set()
        self._chat.set()

    def _ring_from_thread(self, *bells: asyncio.Event) -> None:
        for bell in bells:
            self._loop.call_soon_threadsafe(bell.set)

    async def _serve(self, name: str, bell: asyncio.Event, work: Callable[[], Awaitable[None]]) -> None:
        """Do some work whenever its bell rings; a failure is logged, and the next ring tries again."""
        stopping = asyncio.ensure_future(self._stopping.wait())
        try:
            while not self._stopping.is_set():
                ringing = asyncio.ensure_future(bell.wait())
                await asyncio.wait((ringing, stopping), return_when=asyncio.FIRST_COMPLETED)
                ringing.cancel()
                if not bell.is_set():
                    continue
                bell.clear()
                try:
                    with self.vitals.track(name):
                        await work()
                except Exception:  # noqa: BLE001 - what fails now is tried again, and the rest goes on
                    _log.exception("work.failed", work=name)
        finally:
            stopping.cancel()

    # ---- work ----------------------------------------------------------------------------------------------

    async def _do_letters(self) -> None:
        watched = self._watcher is not None and self._watcher.connected.is_set()
        await asyncio.to_thread(self.instance.drain, mail=not watched, forums=())
        if await asyncio.to_thread(self.instance.act):
            self._ring_senders()
            self._turns.set()

    async def _do_turns(self) -> None:
        hand_over = partial(self._hand_over, self._jobs) if self._jobs is not None else None
        ran = await asyncio.to_thread(self.instance.look, self._send_between_turns, hand_over)
        self._ring_senders()
        moment = await asyncio.to_thread(self.instance.next_look)
        if ran:  # what bots alone play may be due again
            self._turns.set()
        elif moment is not None:
            self._wake_ups.at(max(moment, self.instance.ctx.now() + _AGAIN), self._turns.set)

    def _send_between_turns(self) -> bool:
        """Send the letters of some turns while the next are resolved, unless we are to stop; called in a thread."""
        self._loop.call_soon_threadsafe(self.vitals.mark_success, "turns")
        self._ring_from_thread(self._post, self._posts)
        return not self._stopping.is_set()

    def _hand_over(self, jobs: "Jobs", matches: Sequence[int], until: datetime) -> None:
        """Let this machine or another rule matches; called in a thread."""
        asyncio.run_coroutine_threadsafe(jobs.hand_over(matches, until), self._loop).result()

    async def _send_mail(self, executor: Executor) -> None:
        if self._jobs is not None:
            await self._jobs.call_senders()
        else:
            await self._send("post", executor, self.instance.queues[:1])
        await self._log_backlog()

    async def _send_forum_posts(self, executor: Executor) -> None:
        """Send to forums beside the mail, which is not to wait for them."""
        if queues := self.instance.queues[1:]:
            await self._send("forums", executor, queues)

    async def _send_notices(self) -> None:
        """Send chat notices beside the mail and the posts, which do not wait for them."""
        if await send_notices(self.instance, stopping=self._stopping, went=partial(self.vitals.mark_success, "chat")):
            self._post.set()  # one that is given up leads to a letter

    async def _send(self, work: str, executor: Executor, queues: Sequence[str]) -> None:
        if self._outbound is None:
            return
        went = partial(self.vitals.mark_success, work)
        posted = await self.instance.pump(self._outbound, executor, queues, stopping=self._stopping, went=went)
        if posted.total:
            _log.info("letters.out", by=work, sent=posted.sent, later=posted.later, refused=posted.refused)
            self._ring_senders()  # a letter may lead to another, by another way
        if posted.gathered:
            self._turns.set()  # whereupon the look is not missed that lets them go

    async def _log_backlog(self) -> None:
        """Log how many letters the provider's quota holds back, whenever that number changes."""
        backlog = await asyncio.to_thread(self.instance.query, claiming.backlog)
        waiting = backlog.waiting if backlog.left_today == 0 else 0
        if waiting and waiting != self._kept_back:
            _log.warning("letters.kept-back", waiting=waiting, oldest=str(backlog.oldest), limit="letters_per_day")
        self._kept_back = waiting

    async def _serve_web(self) -> None:
        """Answer browsers, or listen to the process that does; what a browser leaves to do is done at once."""
        from moderator.app.web import hear, make_site  # noqa: PLC0415 - an extra: not there in every installation
        from moderator.web.server import serve  # noqa: PLC0415 - as above

        bells = self._letters, self._turns, self._post, self._posts
        site = make_site(self.instance, lambda: self._ring_from_thread(*bells), self._everything_to_look_at)
        if site.settings.process:
            await hear(self.instance.config.database, site.wake, self._stopping)
        else:
            await serve(site, self._stopping)

    # ---- how we are ----------------------------------------------------------------------------------------

    async def _do_pulse(self) -> None:
        """Note that the moderator is at work, which also tries the database, and tell the operator how things stand."""
        noted = await asyncio.to_thread(self.instance.record_pulse)
        self.vitals.behind = noted.behind.total_seconds()
        if self._watcher is not None and self._watcher.connected.is_set():
            self.vitals.mark_success("mailbox")
        await asyncio.to_thread(self.instance.complain, *([self._watcher.notes] if self._watcher is not None else []))
        self.vitals.left_alone = len(self._watcher.notes.others) if self._watcher is not None else 0
        self.vitals.waited = (await asyncio.to_thread(self.instance.query, figures.queue)).stuck.total_seconds()
        if await asyncio.to_thread(self.instance.heartbeat, self._troubles()):
            self._ring_senders()

    def _troubles(self) -> dict[str, int]:
        return self.vitals.troubles(mailbox=self._watcher is not None)

    def _everything_to_look_at(self) -> dict[str, int]:
        """Return the troubles with their seconds, and how many letters in the mailbox are not ours, if any."""
        left = self.vitals.left_alone
        return self._troubles() | ({LEFT_ALONE: left} if left else {})

    async def _tell_watchdog(self) -> None:
        """Tell the service manager that the daemon is alive, unless work is stuck and a restart is needed."""
        if self._notifier.every is None:
            return
        while not self._stopping.is_set():
            if self.vitals.stuck:
                _log.error("work.stuck")
            else:
                self._notifier.alive()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), self._notifier.every)

    async def _start_watch(self) -> None:
        port = self.instance.config.port
        if port is None:
            return
        try:
            await self._watch.start(port)
        except OSError as error:  # only the health page is missing: the work goes on
            _log.error("watch.not-started", port=port, error=str(error))

    async def _health(self) -> Page:
        return health(self._troubles(), left_alone=self.vitals.left_alone)

    async def _metrics(self) -> Page:
        try:
            known = await asyncio.to_thread(self.instance.query, figures.figures)
            size = await asyncio.to_thread(self.instance.store.size)
        except SQLAlchemyError:
            known, size = None, 0
        return metrics(self.vitals, self._troubles(), known, size, mailbox=self._watcher is not None)

    # ---- housekeeping --------------------------------------------------------------------------------------

    def _tidy(self) -> None:
        self._loop.run_in_executor(None, self.instance.tidy)

    # ---- files ---------------------------------------------------------------------------------------------

    async def _watch_files(self) -> None:
        """Ring for files dropped into the inbox and take over a changed config.toml, whatever fails meanwhile."""
        polling = None
        while not self._stopping.is_set():
            try:
                await self._follow_files(polling)
            except Exception:  # noqa: BLE001 - no watches left, a folder that went away: look by ourselves
                _log.exception("files.not-watched")
                polling = True
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._stopping.wait(), _POLL_INTERVAL_MS / 1000)

    async def _follow_files(self, polling: bool | None) -> None:  # noqa: FBT001 - as the library names it
        config = self.instance.config.path
        inbox = self.instance.config.root / "orders" / "inbox"
        inbox.mkdir(parents=True, exist_ok=True)
        async for changes in awatch(
            config.parent,
            inbox,
            recursive=False,
            stop_event=self._stopping,
            debounce=300,
            step=50,
            force_polling=polling,
            yield_on_timeout=True,
            rust_timeout=_POLL_INTERVAL_MS,
        ):
            seen = _stamp(config)
            if seen is not None and seen != self._seen:
                await self._reload()
                self._seen = seen
            if any(Path(path).parent.name == inbox.name for _, path in changes):
                await asyncio.sleep(_QUIET)
                self._letters.set()

    async def _reload(self) -> None:
        """Take over a changed file completely, or not at all if it has mistakes; the GM is told of these once."""
        before = self.instance.config
        try:
            after = await asyncio.to_thread(load, before.path)
        except ConfigError as error:
            lines = [str(fault) for fault in error.faults]
            if await asyncio.to_thread(self.instance.file.refuse, self.instance.ctx, lines):
                # the places alone: what stands there people wrote, orders too, and the memo has it
                places = [f"{fault.file}:{fault.line} {fault.key}".strip() for fault in error.faults]
                _log.error("config.refused", places=places)
                self._ring_senders()
            return
        if after == before:
            if await asyncio.to_thread(self.instance.file.accept, self.instance.ctx):
                self._ring_senders()
            return
        _log.info("config.taken-over")
        later = [
            f"{after.path.name}: {key}: takes effect when you restart the moderator"
            for key in before.needing_restart(after)
        ]
        await self._take_over(after, later)
        if (after.smtp, after.forums) != (before.smtp, before.forums):
            old, self._outbound = self._outbound, self.instance.outbound()
            if old is not None:
                await old.close()
        if after.forums != before.forums:
            self._stop_polls()
            self._start_polls()
        if after.imap != before.imap:
            await asyncio.to_thread(self._stop_watcher)
            self._start_watcher()
        self._wake_all()

    async def _take_over(self, config: Config, later: Sequence[str] = ()) -> None:
        if await asyncio.to_thread(self.instance.apply, config, later):
            self._ring_senders()

    # ---- transports ---------------------------------------------------------------------------------------------

    def _start_watcher(self) -> None:
        settings = self.instance.config.imap
        self.vitals.forget("mailbox")
        if settings is not None:
            self._watcher = ImapWatcher(settings, self.instance.keep, lambda: self._ring_from_thread(self._letters))
            self._watcher.start()

    def _stop_watcher(self) -> None:
        if self._watcher is not None:
            self._watcher.stop()
            self._watcher = None

    def _start_polls(self) -> None:
        """Have forums read that are to be looked at more than once a minute."""
        for forum in self.instance.config.forums:
            if (poll := forum.poll.total_seconds()) < _TICK:
                read = self.instance.readers[forum.name].read
                self._wake_ups.every(max(poll, _SHORTEST_INTERVAL), read)
                self._polls.append(read)

    def _stop_polls(self) -> None:
        while self._polls:
            self._wake_ups.cancel_repeated(self._polls.pop())

    async def _shut_down(self, executor: Executor) -> None:
        self._wake_ups.stop()
        await self._watch.stop()
        await asyncio.to_thread(self._stop_watcher)
        self.instance.arrived = lambda: None
        if self._outbound is not None:
            await self._outbound.close()
        executor.shutdown(cancel_futures=True)
        _log.info("moderator.stopped")


def _stamp(config: Path) -> tuple[tuple[int, int, int], ...] | None:
    """Return a value that changes whenever the operator's file does, or one that it may include; None if it is away.

    It is away for a moment when an editor replaces it.
    """
    included = sorted((config.parent / FOLDER).glob("*.toml"))
    stamps = [_file_stamp(each) for each in (config, *included)]
    return None if stamps[0] is None else tuple(each for each in stamps if each is not None)


def _file_stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        facts = path.stat()
    except OSError:
        return None
    return facts.st_mtime_ns, facts.st_size, facts.st_ino

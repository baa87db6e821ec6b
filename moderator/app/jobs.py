"""Work for many machines: jobs in PostgreSQL, by procrastinate.

A job is a hint to look into our own tables, as a bell is within one process. One that is lost is given again within a
minute, and one that is done twice finds nothing to do the second time.
"""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Self

import procrastinate
import psycopg
import structlog
from procrastinate.exceptions import AlreadyEnqueued, ProcrastinateException
from procrastinate.jobs import Job, Status
from psycopg.sql import SQL, Identifier
from sqlalchemy.engine import make_url
from sqlmodel import select

from moderator.app.files import InstanceError
from moderator.app.instance import Instance
from moderator.app.opening import templates_of
from moderator.app.render_workers import pool
from moderator.service.outgoing import claiming
from moderator.service.outgoing.envelopes import MAIL
from moderator.service.turns import due
from moderator.store.tables import Match

_log = structlog.get_logger()

_MAILBOX, _TURNS, _LETTERS = "mailbox", "turns", "letters"
"""The queues: for the one who reads the mail, and for everybody."""

_POLL = 0.5
"""Seconds between two looks for jobs: a lock that is freed wakes nobody."""
_HEARTBEAT_SECONDS = 2.0
"""Seconds between two signs of life of a worker."""
_STALL_SECONDS = 10.0
"""Seconds without a sign of life after which a worker's jobs are taken from it."""
_AGAIN = 5.0
"""Seconds to wait before the next try, when the database went away."""
_MANY = 20
"""Letters that wait from which on one machine calls another to help."""


class Jobs:
    """The jobs of an instance: its machines give them to each other. Use it as an asynchronous context.

    The tables lie in a schema of their own, whose name holds the library's version and a mark of the instance's key:
    machines that cannot work together do not see each other's jobs.
    """

    def __init__(
        self, instance: Instance, send: Callable[[], Awaitable[object]], look: Callable[[], object] | None = None
    ) -> None:
        """Prepare to work on an instance on PostgreSQL.

        ``send`` sends the mail that is due. The one machine that reads the mail gives ``look``, which is called, on the
        event loop, when there may be turns to hand over.
        """
        self._instance, self._send_mail, self._look = instance, send, look
        url = make_url(instance.config.database).set(drivername="postgresql")
        self._conninfo = url.render_as_string(hide_password=False)
        mark = hashlib.sha256(instance.ctx.key).hexdigest()[:8]
        self._schema = f"jobs_{procrastinate.__version__.replace('.', '_')}_{mark}"
        connector = procrastinate.PsycopgConnector(
            conninfo=self._conninfo, configure=self._enter, min_size=1, max_size=4
        )
        self.app = procrastinate.App(connector=connector)
        """The library's own object, which knows the jobs."""
        self.app.task(name="rule")(self._resolve_match)
        self.app.task(name="send")(self._send)
        self.app.task(name="read")(self._read)

    async def __aenter__(self) -> Self:
        """Open the connections. Raises InstanceError if nobody who reads the mail has made the tables."""
        await asyncio.to_thread(self._prepare)
        await self.app.open_async()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.app.close_async()

    async def _enter(self, connection: psycopg.AsyncConnection) -> None:
        await connection.execute(SQL("SET search_path TO {}").format(Identifier(self._schema)))
        await connection.commit()

    def _prepare(self) -> None:
        """Make the tables if there are none and this is the machine that reads the mail."""
        with psycopg.connect(self._conninfo) as connection:
            connection.execute("SELECT pg_advisory_xact_lock(%s)", [int.from_bytes(b"jobs")])
            found = connection.execute("SELECT to_regnamespace(%s) IS NOT NULL", [self._schema]).fetchone()
            if found == (True,):
                return
            if self._look is None:
                raise InstanceError(
                    "there is no queue of work in the database. Start moderator serve first, with the same [database] "
                    "url, [workers] queue = true and the same release, and copy its state/secret.key to this machine"
                )
            schema = Identifier(self._schema)
            connection.execute(SQL("CREATE SCHEMA {}").format(schema))
            connection.execute(SQL("SET LOCAL search_path TO {}").format(schema))
            connection.execute(self.app.schema_manager.get_schema())

    # ---- giving --------------------------------------------------------------------------------------------

    async def hand_over(self, matches: Sequence[int], until: datetime) -> None:
        """Let somebody rule matches that are due by the letters until a time, which have been read."""
        when = until.isoformat()
        given = await self.app.job_manager.list_jobs_async(queue=_TURNS)
        again = {
            job.task_kwargs["match"]
            for job in given
            if job.status == Status.TODO.value or job.task_kwargs["until"] == when
        }
        fresh = [match for match in matches if match not in again]
        await self._add_jobs([_job(_TURNS, "rule", f"match {match}", match=match, until=when) for match in fresh])

    async def call_senders(self) -> None:
        """Let somebody send the letters that are due."""
        await self._add_jobs([_job(_LETTERS, "send")])

    async def _add_jobs(self, jobs: Sequence[Job]) -> None:
        if jobs:
            with suppress(AlreadyEnqueued):
                await self.app.job_manager.batch_defer_jobs_async(list(jobs))

    # ---- doing ---------------------------------------------------------------------------------------------

    async def work(self, stopping: asyncio.Event) -> None:
        """Do jobs until told to stop: a turn and a round of letters at a time."""
        turns = [_TURNS] if self._look is None else [_MAILBOX, _TURNS]
        work = [self._serve(turns, stopping), self._serve([_LETTERS], stopping)]
        if self._look is not None:
            work.append(self._drop_stalled_jobs(stopping))
        await asyncio.gather(*work)

    async def _serve(self, queues: Sequence[str], stopping: asyncio.Event) -> None:
        """Do the jobs of some queues; when the database goes away, try again."""
        while not stopping.is_set():
            doing = asyncio.create_task(
                self.app.run_worker_async(
                    queues=queues,
                    fetch_job_polling_interval=_POLL,
                    update_heartbeat_interval=_HEARTBEAT_SECONDS,
                    stalled_worker_timeout=_STALL_SECONDS,
                    delete_jobs="always",
                    install_signal_handlers=False,
                )
            )
            told = asyncio.create_task(stopping.wait())
            await asyncio.wait((doing, told), return_when=asyncio.FIRST_COMPLETED)
            doing.cancel()
            told.cancel()
            try:
                await doing
            except asyncio.CancelledError:
                continue
            except (ProcrastinateException, psycopg.Error) as error:
                _log.warning("jobs.database", error=str(error.__cause__ or error))
            await _pause(_AGAIN, stopping)

    async def _drop_stalled_jobs(self, stopping: asyncio.Event) -> None:
        """Forget the jobs of workers that died: who reads the mail looks what is to be done."""
        while not stopping.is_set():
            with suppress(ProcrastinateException, psycopg.Error):
                stalled = list(await self.app.job_manager.get_stalled_jobs(seconds_since_heartbeat=_STALL_SECONDS))
                for job in stalled:
                    await self.app.job_manager.finish_job(job, Status.FAILED, delete_job=True)
                if stalled:
                    _log.warning("jobs.taken-back", count=len(stalled))
                    await self._read()
            await _pause(_AGAIN, stopping)

    async def _resolve_match(self, match: int, until: str) -> None:
        await asyncio.to_thread(self._resolve_match_now, match, datetime.fromisoformat(until))
        await self._add_jobs([_job(_MAILBOX, "read")])
        await self.call_senders()

    def _resolve_match_now(self, match: int, until: datetime) -> None:
        with self._instance.store.read() as session:
            name = session.exec(select(Match.name).where(Match.id == match)).first()
        what = due.resolve_matches(self._instance.store, self._instance.ctx, [match], until)[match]
        _log.info("match.looked", match=name, what=what.value)

    async def _send(self) -> None:
        backlog = await asyncio.to_thread(self._instance.query, claiming.backlog)
        if backlog.waiting > _MANY:
            await self.call_senders()
        await self._send_mail()

    async def _read(self) -> None:
        if self._look is not None:
            self._look()


async def work(instance: Instance, stopping: asyncio.Event, *, workers: int | None = None) -> None:
    """Rule turns and send mail for the machine that reads the mail, until told to stop.

    At most ``workers`` processes render letters, by default one for each core.
    """
    executor, outbound = pool(templates_of(instance.config), workers), instance.outbound()

    async def send() -> None:
        sent = await instance.pump(outbound, executor, (MAIL,), stopping=stopping)
        if sent.total:
            _log.info("letters.out", sent=sent.sent, later=sent.later, refused=sent.refused)

    try:
        async with Jobs(instance, send) as jobs:
            _log.info("worker.ready", name=instance.config.settings.name)
            await jobs.work(stopping)
    finally:
        await outbound.close()
        executor.shutdown(cancel_futures=True)
        _log.info("worker.stopped")


def _job(queue: str, task: str, lock: str = "", **arguments: str | int) -> Job:
    """Return a job; at most one with the same lock is done at a time, and at most one waits."""
    return Job(queue=queue, task_name=task, lock=lock or None, queueing_lock=lock or task, task_kwargs=dict(arguments))


async def _pause(seconds: float, stopping: asyncio.Event) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(stopping.wait(), seconds)

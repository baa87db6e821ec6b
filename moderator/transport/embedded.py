"""Mail servers in one thread, for demos and tests: SMTP by aiosmtpd, IMAP by pymap.

They need the extra ``demo``. Letters are kept in memory and are lost when the servers stop.
"""

import asyncio
import secrets
import threading
from argparse import Namespace
from collections.abc import Coroutine, Generator, Mapping
from datetime import UTC, datetime
from typing import Any, Self

from aiosmtpd.smtp import SMTP, Envelope, Session
from proxyprotocol.reader import ProxyProtocolReader
from pymap.backend.dict import DictBackend, Identity
from pymap.backend.dict.filter import FilterSet
from pymap.backend.dict.mailbox import MailboxSet
from pymap.imap import IMAPServer
from pymap.parsing.message import AppendMessage
from pymap.user import Passwords, UserMetadata
from pysasl.hashing import Cleartext

_HOST = "127.0.0.1"
_PATIENCE = 20.0


class MailWorld:
    """The mailboxes of one domain, served on loopback.

    ``users`` maps local parts to passwords; ``ann+anything@domain`` reaches ann. IMAP takes the local part or the whole
    address as the user name. Port 0 takes a free port, which ``imap_port`` and ``smtp_port`` tell after ``start``.
    """

    def __init__(
        self, users: Mapping[str, str], domain: str = "pbem.test", *, imap_port: int = 0, smtp_port: int = 0
    ) -> None:
        self.users = dict(users)
        self.domain = domain
        self.imap_port = imap_port
        self.smtp_port = smtp_port
        self._ready = threading.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="mail-world", daemon=True)

    def start(self) -> Self:
        """Start the servers and return when both ports are open; raises whatever error kept them from starting."""
        self._thread.start()
        if not self._ready.wait(_PATIENCE):
            raise TimeoutError("the embedded mail world did not start")
        if self._failure is not None:
            raise self._failure
        return self

    def stop(self) -> None:
        """Close all connections and end the thread."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stopped.set)
            self._thread.join(_PATIENCE)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except Exception as error:  # noqa: BLE001 - handed to whoever waits in start()
            self._failure = error
        finally:
            self._ready.set()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stopped = asyncio.Event()
        tasks = _KeptTasks()
        self._loop.set_task_factory(tasks)
        imap = await self._open_imap()
        smtp = await self._loop.create_server(self._smtp_session, _HOST, self.smtp_port)
        self.imap_port = int(imap.sockets[0].getsockname()[1])
        self.smtp_port = int(smtp.sockets[0].getsockname()[1])
        self._ready.set()
        await self._stopped.wait()
        for server in (imap, smtp):
            server.close()
        await tasks.end()

    async def _open_imap(self) -> asyncio.Server:
        backend, config = await DictBackend.init(_settings(), hash_context=Cleartext())
        config.apply_context()
        self._login = backend.login
        for user, password in self.users.items():
            # One mailbox under both names that people log in with.
            address = f"{user}@{self.domain}"
            config.set_cache[user] = config.set_cache[address] = (MailboxSet(), FilterSet())
            hashed = await Passwords(config).hash_password(password)
            for name in (user, address):
                await self._identity(name).set(UserMetadata(config, name, password=hashed))
        reader = ProxyProtocolReader(config.proxy_protocol)
        serve = reader.get_callback(IMAPServer(backend.login, config))
        return await asyncio.start_server(serve, _HOST, self.imap_port)

    def _identity(self, name: str) -> Identity:
        return Identity(name, self._login, None, frozenset())

    def _smtp_session(self) -> SMTP:
        return SMTP(_Postman(self), enable_SMTPUTF8=True, loop=self._loop, hostname=self.domain)

    def user_of(self, address: str) -> str | None:
        """Return the user to whose mailbox an address belongs, plus-tag or not; None if there is none."""
        local, _, domain = address.lower().rpartition("@")
        user = local.partition("+")[0]
        return user if domain == self.domain and user in self.users else None

    async def deliver(self, user: str, raw: bytes) -> None:
        """Put a letter into a user's INBOX. Call this in the servers' event loop."""
        async with self._identity(user).new_session() as session:
            await session.append_messages("INBOX", [AppendMessage(raw, datetime.now(UTC))])


class _Postman:
    """The handler that aiosmtpd calls for each letter; the library gives its methods their names."""

    def __init__(self, world: MailWorld) -> None:
        self._world = world

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        """Accept recipients that have a mailbox here."""
        if self._world.user_of(address) is None:
            return "550 5.1.1 nobody of that name lives here"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(  # noqa: N802 - aiosmtpd's name
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        """Put one copy into the mailbox of each recipient, with the envelope on top as real servers do."""
        content = envelope.original_content or b""
        for recipient in envelope.rcpt_tos:
            user = self._world.user_of(recipient)
            if user is not None:
                head = f"Return-Path: <{envelope.mail_from or ''}>\r\nDelivered-To: {recipient}\r\n"
                await self._world.deliver(user, head.encode() + content)
        return "250 2.0.0 delivered"


class _KeptTasks:
    """A task factory that refers to its tasks: otherwise those of IMAP connections might be garbage-collected."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def __call__(
        self,
        loop: asyncio.AbstractEventLoop,
        work: Coroutine[Any, Any, Any] | Generator[Any, None, Any],
        **settings: Any,  # noqa: ANN401 - later versions of Python add some
    ) -> "asyncio.Task[Any]":
        """Make a task and refer to it until it is done."""
        task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, **settings)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def end(self) -> None:
        """Cancel all tasks but the caller's, and wait until they have ended."""
        others = [task for task in self._tasks if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)


def _settings() -> Namespace:
    """Return the options that pymap would read from its command line; its built-in user cannot log in."""
    return Namespace(
        debug=False,
        demo_data=False,
        demo_user="nobody",
        demo_password=secrets.token_hex(),
        host=_HOST,
        port="0",
        cert=None,
        key=None,
        tls=False,
        proxy_protocol="noop",
        inherited_sockets=None,
        passlib_cfg=None,
        skip_services=[],
        logging_cfg=None,
    )

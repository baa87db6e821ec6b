"""Chats for tests: one in memory that keeps what it is told, and a real little https server with a CA of its own."""

import asyncio
import json
import shutil
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from moderator.ports import ChatKind, ChatMessage, ChatSent, DeliveryStatus
from moderator.rendering.chat import ChatWriter
from moderator.service.chat import gathering, sending
from moderator.service.context import NoticePlan
from tests.support.games import TEMPLATES
from tests.support.world import World

CHANNEL = "https://discord.com/api/webhooks/1/verysecret"
TOPIC = "https://ntfy.sh/anna-verysecret"
SECRET = "verysecret"
HOST = "chat.pbem.test"

WRITER = ChatWriter(TEMPLATES)
TAKEN = ChatSent(status=DeliveryStatus.SENT, number=200)


def notice(url: str = CHANNEL, kind: ChatKind = ChatKind.DISCORD, match: str = "hoth") -> NoticePlan:
    """Return a table of the operator's file."""
    return NoticePlan(match=(match,), url=url, kind=kind)


@dataclass
class Chat:
    """A ``ChatOutbound`` that keeps what it is sent, and answers as it was told; at first it takes everything."""

    answers: list[ChatSent] = field(default_factory=list)
    got: list[ChatMessage] = field(default_factory=list)

    async def send(self, message: ChatMessage) -> ChatSent:
        """Keep a message."""
        self.got.append(message)
        if self.answers:
            return self.answers.pop(0)
        return ChatSent(status=DeliveryStatus.SENT, number=200, remote=str(len(self.got)))

    def take(self) -> list[ChatMessage]:
        """Return what came since the last look."""
        got, self.got = self.got, []
        return got


def tell(world: World, chat: Chat) -> list[ChatMessage]:
    """Gather what is to be told now, send what is due, and return it."""
    with world.store.write() as session:
        gathering.gather(session, world.ctx)

    async def send_all() -> None:
        while await sending.send_one(world.store, world.ctx, WRITER, chat):
            pass

    asyncio.run(send_all())
    return chat.take()


# ---- over the wire ---------------------------------------------------------------------------------------------------


@dataclass
class Asked:
    """A request as a server got it."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:  # noqa: ANN401 - whatever it says
        """Its body, read as JSON."""
        return json.loads(self.body)


@dataclass
class ChatServer:
    """A little https server; each request is kept, and answered by the next of ``answers``, or with 200."""

    port: int
    ca: Path
    asked: list[Asked] = field(default_factory=list)
    answers: list[Callable[[BaseHTTPRequestHandler], None]] = field(default_factory=list)

    def url(self, path: str, host: str = HOST) -> str:
        """Return an address at this server."""
        return f"https://{host}:{self.port}{path}"

    @property
    def context(self) -> ssl.SSLContext:
        """What trusts the server's CA, and nobody else."""
        return ssl.create_default_context(cafile=str(self.ca))


Answering = Callable[[BaseHTTPRequestHandler], None]


def answer(status: int, body: bytes = b"", headers: Mapping[str, str] | None = None) -> Answering:
    """Return what answers a request."""

    def write(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in (headers or {}).items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return write


def certificates(folder: Path) -> tuple[Path, Path, Path]:
    """Make a CA, and a certificate of it for the host; return the CA's, the host's and its key."""
    openssl = shutil.which("openssl")
    assert openssl, "these tests need openssl"

    def run(*words: str) -> None:
        subprocess.run([openssl, *words], check=True, capture_output=True, cwd=folder)  # noqa: S603 - our own words

    new = ("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-sha256")
    run(*new, "-x509", "-days", "2", "-subj", "/CN=Test CA", "-keyout", "ca.key", "-out", "ca.pem")
    run(*new, "-subj", f"/CN={HOST}", "-keyout", "host.key", "-out", "host.csr")
    (folder / "names").write_text(f"subjectAltName=DNS:{HOST}\n", encoding="ascii")
    by_ca = ("-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-sha256")
    run("x509", "-req", "-in", "host.csr", *by_ca, "-extfile", "names", "-out", "host.pem")
    return folder / "ca.pem", folder / "host.pem", folder / "host.key"


@contextmanager
def serving(made: tuple[Path, Path, Path]) -> Iterator[ChatServer]:
    """Serve https on this machine, as the host of the certificates."""
    ca, certificate, key = made
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _take(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            server.asked.append(Asked(self.command, self.path, dict(self.headers.items()), body))
            (server.answers.pop(0) if server.answers else answer(200))(self)

        do_POST = do_PATCH = do_GET = _take  # noqa: N815 - as the library names them

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            """Say nothing of connections that break off."""

        def get_request(self) -> tuple[Any, Any]:
            connection, where = super().get_request()
            return context.wrap_socket(connection, server_side=True, do_handshake_on_connect=False), where

    web = Quiet(("127.0.0.1", 0), Handler)
    server = ChatServer(web.server_address[1], ca)
    thread = threading.Thread(target=web.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server
    finally:
        web.shutdown()
        thread.join()
        web.server_close()

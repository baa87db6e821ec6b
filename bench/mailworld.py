"""A mail world in a process of its own: the mailbox that the moderator reads, and the relay that takes its letters."""

import asyncio
import json
import multiprocessing
import re
import smtplib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TextIO

from msgspec import Struct

from moderator.transport.embedded import MailWorld

USER, PASSWORD = "moderator", "modpw"
"""Whose mailbox it is."""

_KEPT = 200
"""Letters, the first of a storm, whose bytes are kept to be sent once more."""

_END = b"\r\n.\r\n"
_ID = re.compile(rb"^Message-ID:\s*(<[^>]*>)", re.IGNORECASE | re.MULTILINE)


class Arrived(Struct, frozen=True):
    """When a letter was taken, by the machine's clock, and its size."""

    at: float
    message_id: str
    size: int


class World(Struct, frozen=True):
    """Where the mail world listens, and what has arrived at its relay."""

    imap_port: int
    smtp_port: int
    relay_port: int
    process: int
    folder: Path

    def bring(self, sender: str, to: str, message_id: str, text: str) -> None:
        """Put a letter into the moderator's mailbox."""
        head = f"From: {sender}\r\nTo: {to}\r\nSubject: Orders\r\nMessage-ID: {message_id}\r\n\r\n"
        with smtplib.SMTP("127.0.0.1", self.smtp_port, timeout=60) as client:
            client.sendmail(sender, [to], head + text)

    def arrived(self) -> list[Arrived]:
        """Return all letters that the relay has taken."""
        lines = (self.folder / "arrived.jsonl").read_text().splitlines(keepends=True)
        return [Arrived(*json.loads(line)) for line in lines if line.endswith("\n")]

    def kept(self) -> list[bytes]:
        """Return some of the letters."""
        return [path.read_bytes() for path in sorted(self.folder.glob("*.eml"))]


@contextmanager
def mail_world(folder: Path) -> Iterator[World]:
    """Give a mail world that writes into a folder."""
    (folder / "arrived.jsonl").touch()
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_serve, args=(folder, there))
    process.start()
    try:
        imap, smtp, relay = here.recv()
        yield World(imap, smtp, relay, process.pid or 0, folder)
        here.send(None)
        process.join(10)
    finally:
        process.kill()


def _serve(folder: Path, pipe: Connection) -> None:
    with MailWorld({USER: PASSWORD}) as mail, (folder / "arrived.jsonl").open("a") as told:
        asyncio.run(_relay(_Book(folder, told), mail, pipe))


async def _relay(book: "_Book", mail: MailWorld, pipe: Connection) -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: _Session(book), "127.0.0.1", 0)
    pipe.send((mail.imap_port, mail.smtp_port, server.sockets[0].getsockname()[1]))
    await loop.run_in_executor(None, pipe.recv)
    server.close()


class _Book:
    """What the relay writes down of the letters that it takes."""

    def __init__(self, folder: Path, told: TextIO) -> None:
        self._folder, self._told, self._count = folder, told, 0

    def take(self, letter: bytes) -> None:
        found = _ID.search(letter)
        print(json.dumps((time.time(), found[1].decode() if found else "", len(letter))), file=self._told, flush=True)
        if self._count < _KEPT:
            (self._folder / f"{self._count:04}.eml").write_bytes(letter.replace(b"\r\n..", b"\r\n."))
        self._count += 1


class _Session(asyncio.Protocol):
    """One connection to the relay, which takes everything: what it costs is to be small beside the moderator."""

    def __init__(self, book: _Book) -> None:
        self._book, self._buffer, self._looked, self._data = book, bytearray(), 0, False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Greet the moderator."""
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport
        transport.write(b"220 relay\r\n")

    def data_received(self, data: bytes) -> None:
        """Answer every command, and every letter once it is whole."""
        self._buffer += data
        while (at := self._buffer.find(end := _END if self._data else b"\r\n", self._looked)) >= 0:
            said = bytes(self._buffer[: at + 2])
            del self._buffer[: at + len(end)]
            self._looked = 0
            self._transport.write(self._answer(said))
        self._looked = max(0, len(self._buffer) - len(_END))

    def _answer(self, said: bytes) -> bytes:
        if self._data:
            self._book.take(said)
            self._data = False
            return b"250 taken\r\n"
        self._data = said.upper().startswith(b"DATA")
        return b"354 go on\r\n" if self._data else b"250 relay\r\n"

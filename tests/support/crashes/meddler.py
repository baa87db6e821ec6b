"""A bad line between us and a server: it breaks off, stalls or says nonsense after so many bytes."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum

NONSENSE = b"\xff\x00* ! nonsense (((\r\n"


class Fault(StrEnum):
    """What a line does."""

    NONE = "none"
    BREAK = "break"
    """Both ends are hung up."""
    STALL = "stall"
    """Nothing comes through any more, and nobody hangs up."""
    GARBLE = "garble"
    """What the server says is followed by nonsense."""


class Meddler:
    """Passes connections on to a port of this machine; each of them meets the fault after ``after`` bytes.

    ``passed`` counts the bytes of the last connection that came from the server, or from the client with
    ``of_client``; those are what ``after`` counts.
    """

    def __init__(self, port: int, fault: Fault = Fault.NONE, after: int = 0, *, of_client: bool = False) -> None:
        """Listen at ``self.port``; close with ``close``."""
        self._to, self._fault, self._after, self._of_client = port, fault, after, of_client
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self.passed = 0
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Hang up everything."""
        for each in (self._listener, *self._open):
            _hang_up(each)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", self._to))
                self._open += [client, server]
                self.passed = 0
                for source, goal in ((server, client), (client, server)):
                    counted = (source is client) == self._of_client
                    arguments = (source, goal, counted, source is server)
                    threading.Thread(target=self._pass_on, args=arguments, daemon=True).start()

    def _pass_on(self, source: socket.socket, goal: socket.socket, counted: bool, of_server: bool) -> None:  # noqa: FBT001 - a thread's arguments
        with suppress(OSError):
            while chunk := source.recv(4096):
                room = self._after - self.passed if counted and self._fault is not Fault.NONE else len(chunk)
                goal.sendall(chunk[: max(room, 0)])
                if counted:
                    self.passed += len(chunk)
                if room < len(chunk) and not self._go_on(source, goal, chunk[max(room, 0) :], of_server=of_server):
                    return
        _hang_up(goal)

    def _go_on(self, source: socket.socket, goal: socket.socket, rest: bytes, *, of_server: bool) -> bool:
        """Do the harm; tell whether the line goes on afterwards."""
        if self._fault is Fault.GARBLE and of_server:
            goal.sendall(NONSENSE + rest)
            self._after = self.passed + (1 << 30)
            return True
        if self._fault is Fault.STALL:
            return False
        _hang_up(source)
        _hang_up(goal)
        return False


def _hang_up(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


@contextmanager
def meddling(port: int, fault: Fault = Fault.NONE, after: int = 0, *, of_client: bool = False) -> Iterator[Meddler]:
    """Give a bad line to a port."""
    meddler = Meddler(port, fault, after, of_client=of_client)
    try:
        yield meddler
    finally:
        meddler.close()

"""What the forums of ours for tests share: a clock that is set, routes, faults, and a real socket if one is wanted.

A forum is a function from a request to an answer, so most tests speak to it without a socket.
"""

import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
from msgspec import Struct

Json = Any
Fields = dict[str, Any]
Handler = Callable[..., httpx.Response]


class Fault(Struct):
    """What happens to the next request of a kind; ``done`` says that the forum has done by then what it was asked."""

    method: str
    path: str
    outcome: httpx.Response | Exception
    done: bool = False


class Refusal(Exception):  # noqa: N818 - the forum's answer, not an error of the test
    """A forum's answer to a request that it does not fulfil."""

    def __init__(self, status: int, body: Json, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status)
        self.answer = httpx.Response(status, json=body, headers=headers)


class FakeForum:
    """A forum without a socket: call it with a request."""

    routes: tuple[tuple[str, str, str], ...] = ()
    """Methods, paths as patterns, and the names of what answers them."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
        self.asked: list[str] = []
        self.faults: list[Fault] = []
        self._numbers = iter(range(1, 1_000_000))

    def __call__(self, request: httpx.Request) -> httpx.Response:
        """Answer a request."""
        path = request.url.path
        self.asked.append(f"{request.method} {path}")
        fault = next((each for each in self.faults if each.method == request.method and each.path in path), None)
        if fault:
            self.faults.remove(fault)
            if fault.done:
                self._answer(request)
            if isinstance(fault.outcome, Exception):
                raise fault.outcome
            return fault.outcome
        return self._answer(request)

    def tick(self, seconds: float) -> None:
        """Let time pass."""
        self.now += timedelta(seconds=seconds)

    def number(self) -> int:
        """Return a number that was never used."""
        return next(self._numbers)

    def admit(self, request: httpx.Request) -> None:
        """Check who asks; raises Refusal."""
        raise NotImplementedError

    def missing(self) -> httpx.Response:
        """Return the answer to a path that does not exist."""
        return httpx.Response(404, text="<html><body>Not found</body></html>")

    def _answer(self, request: httpx.Request) -> httpx.Response:
        try:
            self.admit(request)
            for method, pattern, name in self.routes:
                found = re.fullmatch(pattern, request.url.path)
                if method == request.method and found:
                    answer: httpx.Response = getattr(self, name)(request, *found.groups())
                    return answer
        except Refusal as refusal:
            return refusal.answer
        return self.missing()


def body_of(request: httpx.Request) -> Fields:
    """Return the JSON of a request."""
    fields: Fields = json.loads(request.content or b"{}")
    return fields


@contextmanager
def on_a_socket(forum: FakeForum) -> Iterator[str]:
    """Serve a forum on loopback, and yield its url; an exception of the forum's hangs up without an answer."""

    class Door(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # head and body in one packet; two would wait for each other

        def answer(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            url = f"http://{self.headers['Host']}{self.path}"
            request = httpx.Request(self.command, url, headers=dict(self.headers), content=self.rfile.read(length))
            try:
                answer = forum(request)
            except httpx.TransportError:
                self.close_connection = True
                return
            self.send_response(answer.status_code)
            for name in ("Content-Type", "Location", "Retry-After", "Set-Cookie"):
                if name in answer.headers:
                    self.send_header(name, answer.headers[name])
            self.send_header("Content-Length", str(len(answer.content)))
            self.end_headers()
            self.wfile.write(answer.content)
            self.wfile.flush()

        do_GET = do_POST = do_PUT = do_DELETE = answer  # noqa: N815 - the library's names

        def log_message(self, *_: object) -> None:
            """Keep quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

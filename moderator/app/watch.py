"""Health for programs on this machine: ``/healthz`` as JSON, ``/metrics`` in the format of Prometheus.

Every request is bounded: it must come over loopback, be a GET and be small, and may take a few seconds at most. Few are
answered at a time.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from http import HTTPStatus

import structlog
from msgspec import Struct

from moderator.app.vitals import Vitals
from moderator.service.admin.figures import Figures

_log = structlog.get_logger()

_HOST = "127.0.0.1"
_LARGEST = 4_096
_MOST = 8
_PATIENCE = 5.0


class Page(Struct, frozen=True):
    """An answer: its status, type and text."""

    status: HTTPStatus
    kind: str
    text: str


Pages = Mapping[str, Callable[[], Awaitable[Page]]]
"""The function that makes the answer, by path."""


class Watch:
    """The listener on the loopback interface."""

    def __init__(self, pages: Pages) -> None:
        """Prepare to answer requests with pages."""
        self._pages = pages
        self._open = 0
        self._server: asyncio.Server | None = None

    async def start(self, port: int) -> int:
        """Begin to listen and return the port; 0 lets the system choose one. Raises OSError if the port is taken."""
        self._server = await asyncio.start_server(self._answer, _HOST, port, limit=_LARGEST, backlog=_MOST)
        chosen: int = self._server.sockets[0].getsockname()[1]
        return chosen

    async def stop(self) -> None:
        """Stop listening; a request that is being answered has a few seconds at most."""
        if self._server is not None:
            self._server.close()
            self._server = None

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._open >= _MOST:
            writer.transport.abort()
            return
        self._open += 1
        try:
            async with asyncio.timeout(_PATIENCE):
                writer.write(_transport(await self._page(reader)))
                await writer.drain()
                writer.close()
                await writer.wait_closed()
        except (TimeoutError, OSError, asyncio.IncompleteReadError):
            writer.transport.abort()
        finally:
            self._open -= 1

    async def _page(self, reader: asyncio.StreamReader) -> Page:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.LimitOverrunError:
            return _plain(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        parts = head.split(b"\r\n", 1)[0].decode("ascii", "replace").split(" ")
        if len(parts) != 3 or not parts[2].startswith("HTTP/1."):  # noqa: PLR2004 - method, path, version
            return _plain(HTTPStatus.BAD_REQUEST)
        if parts[0] != "GET":
            return _plain(HTTPStatus.METHOD_NOT_ALLOWED)
        page = self._pages.get(parts[1].partition("?")[0])
        if page is None:
            return _plain(HTTPStatus.NOT_FOUND)
        try:
            return await page()
        except Exception:  # noqa: BLE001 - the client learns that it failed, the log says why
            _log.exception("watch.failed", path=parts[1])
            return _plain(HTTPStatus.INTERNAL_SERVER_ERROR)


def _plain(status: HTTPStatus) -> Page:
    return Page(status, "text/plain; charset=utf-8", f"{status.value} {status.phrase}\n")


def _transport(page: Page) -> bytes:
    body = page.text.encode()
    head = (
        f"HTTP/1.1 {page.status.value} {page.status.phrase}\r\n"
        f"Content-Type: {page.kind}\r\n"
        f"Content-Length: {len(body)}\r\n"
        "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n"
    )
    allow = "Allow: GET\r\n" if page.status is HTTPStatus.METHOD_NOT_ALLOWED else ""
    return f"{head}{allow}\r\n".encode() + body


# ---- pages -------------------------------------------------------------------------------------------------


def health(troubles: Mapping[str, int], *, left_alone: int = 0) -> Page:
    """Return the page that tells whether all is well, or else each trouble and its seconds.

    Letters of others that were ``left_alone`` in the mailbox are a warning: they are no trouble where a mailbox is
    shared.
    """
    status = HTTPStatus.SERVICE_UNAVAILABLE if troubles else HTTPStatus.OK
    state: dict[str, object] = {"healthy": not troubles, "troubles": dict(troubles)}
    if left_alone:
        state["warnings"] = {"letters-left-alone": left_alone}
    text = json.dumps(state)
    return Page(status, "application/json", f"{text}\n")


def metrics(vitals: Vitals, troubles: Mapping[str, int], figures: Figures | None, size: int, *, mailbox: bool) -> Page:
    """Return the page of metrics; without ``figures``, since the database cannot be read, only those of the process."""
    works = [*vitals.failures, *(["mailbox"] if mailbox else [])]
    lines = [
        *_metric("healthy", "gauge", "1 if all is well.", {"": int(not troubles)}),
        *_metric("trouble_seconds", "gauge", "How long something has not been well.", troubles, "trouble"),
        *_metric("work_failures_total", "counter", "Failed rounds since the start.", vitals.failures, "work"),
        *_metric(
            "work_age_seconds",
            "gauge",
            "Since work last succeeded: letters, turns, post, the note in the database, the mailbox.",
            {work: round(vitals.since(work), 1) for work in works},
            "work",
        ),
        *_metric(
            "letters_left_alone",
            "gauge",
            "Letters in the mailbox that are not for the moderator.",
            {"": vitals.left_alone},
        ),
        *_metric("database_readable", "gauge", "1 if the database could be read.", {"": int(figures is not None)}),
    ]
    if figures is not None:
        lines += _figure_metrics(figures, size)
    return Page(HTTPStatus.OK, "text/plain; version=0.0.4; charset=utf-8", "".join(f"{line}\n" for line in lines))


def _figure_metrics(figures: Figures, size: int) -> Iterable[str]:
    yield from _metric("letters", "gauge", "Letters in, by verdict.", figures.letters, "verdict")
    yield from _metric("matches", "gauge", "Matches, by status.", figures.matches, "status")
    yield from _metric("turns_total", "counter", "Turns resolved.", {"": figures.turns})
    yield from _metric("outbox", "gauge", "Letters out, by delivery status.", figures.outbox, "status")
    yield from _metric("outbox_due", "gauge", "Letters that should have gone by now.", {"": figures.queue.waiting})
    oldest = {"": int(figures.queue.oldest.total_seconds())}
    yield from _metric("outbox_oldest_seconds", "gauge", "How long the oldest of them has waited.", oldest)
    if figures.queue.left_today is not None:
        yield from _metric("quota_left", "gauge", "Letters that may still go today.", {"": figures.queue.left_today})
    faults = {"letter": figures.shunted, "match": figures.faulted}
    yield from _metric("faults", "gauge", "Letters and matches that wait because of a fault.", faults, "of")
    yield from _metric("database_bytes", "gauge", "Size of the database.", {"": size})


def _metric(name: str, kind: str, help_text: str, values: Mapping[str, float], label: str = "") -> Iterable[str]:
    """Give the lines of one metric; the keys of its values become its label and must need no escapes."""
    yield f"# HELP moderator_{name} {help_text}"
    yield f"# TYPE moderator_{name} {kind}"
    for key, value in values.items():
        yield f'moderator_{name}{{{label}="{key}"}} {value}' if label else f"moderator_{name} {value}"

"""Pages of the web desk per second, each beside a static file from the same server in the same run, over loopback.

The limit for pages from the cache is 0.3 of the static file's rate.
"""

import asyncio
import multiprocessing
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from msgspec.structs import replace as with_fields
from sqlmodel import select

from bench.bench_letters import START
from bench.common import SETTINGS, figure, instance, make
from moderator.games.registry import GAMES
from moderator.ports import Delivery
from moderator.rendering.pages import PageRenderer
from moderator.scheduling.clock import SystemClock
from moderator.service import spectators
from moderator.service.browsers import hash_of
from moderator.service.context import Context
from moderator.service.inbox import intake
from moderator.store.session import Store
from moderator.store.tables import Browser, Match, SeatAssignment
from moderator.web.server import serve
from moderator.web.settings import WebSettings
from moderator.web.site import Site
from moderator.web.static import Static
from tests.support.servers.ports import free_ports

READERS, ROUNDS, SECONDS = 4, 3, 2.0
"""Readers at once, and the rounds of each figure with their seconds: the median of the rounds counts."""
LEAST = 0.3
"""The share of the static file's rate that pages from the cache must reach."""
MATCHES = 40
_KEY = "browser-of-the-benchmark"
_FORM = b"do=check&request=1&orders=PASS"


@dataclass
class Backend:
    """An instance as the desk sees it."""

    store: Store
    ctx: Context

    def keep(self, deliveries: Sequence[Delivery]) -> list[int | Exception | None]:
        """Keep letters."""
        return intake.store_letters(self.store, self.ctx, deliveries)


def server(url: str, port: int) -> None:
    """Serve the desk of a database."""
    address = f"http://127.0.0.1:{port}"
    ctx = Context(settings=with_fields(SETTINGS, web=address), games=GAMES, clock=SystemClock(), key=b"b" * 32)
    site = Site(Backend(Store(url), ctx), WebSettings(listen=f"127.0.0.1:{port}", url=address), PageRenderer())
    asyncio.run(serve(site, asyncio.Event()))


def asked(path: str, form: bytes = b"", key: str = _KEY) -> bytes:
    """Return a request as a browser makes it, with the cookie of a desk."""
    head = f"{'POST' if form else 'GET'} {path} HTTP/1.1\r\nHost: bench\r\nAccept-Encoding: gzip\r\n"
    head += f"Cookie: __Host-desk={key}\r\nSec-Fetch-Site: same-origin\r\nX-Part: check\r\n"
    return (head + f"Content-Length: {len(form)}\r\n\r\n").encode() + form


async def visit(port: int, request: bytes, until: float, took: list[float], pause: float = 0.0) -> None:
    """Ask for one thing over one connection, again and again, and note how long each answer takes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    await asyncio.sleep(random.random() * pause)  # noqa: S311 - nobody is to guess it
    while time.perf_counter() < until:
        began = time.perf_counter()
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        await reader.readexactly(int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]))
        took.append(time.perf_counter() - began)
        await asyncio.sleep(pause)
    writer.close()


async def measured(port: int, requests: Sequence[bytes], duration: float = SECONDS, pause: float = 0.0) -> list[float]:
    """Return how long each answer took that readers were given, one reader for each request."""
    took: list[float] = []
    await asyncio.gather(*(visit(port, request, time.perf_counter() + 0.2, []) for request in requests))
    until = time.perf_counter() + duration
    await asyncio.gather(*(visit(port, request, until, took, pause) for request in requests))
    return took


async def compare(port: int) -> None:
    """Print every figure beside the static file's."""
    await reachable(port)
    static = asked(Static().path("desk.css"))
    for name, path in {"first page": "/", "page of a match": "/m/m0", "board (SVG)": "/m/m0/0.svg"}.items():
        await _beside(port, name, asked(path), static, LEAST)
    await _beside(port, "page of a seat", asked("/desk/m0/red"), static)
    await _beside(port, "check", asked("/desk/m0/red/orders", _FORM), static)


async def _beside(port: int, name: str, request: bytes, static: bytes, least: float = 0.0) -> None:
    ours, theirs = [], []
    for _ in range(ROUNDS):
        theirs.append(len(await measured(port, [static] * READERS)) / SECONDS)
        ours.append(len(await measured(port, [request] * READERS)) / SECONDS)
    figure(name, median(ours), "a static file", median(theirs), least)


async def reachable(port: int) -> None:
    """Wait until somebody listens at a port."""
    while True:
        try:
            (await asyncio.open_connection("127.0.0.1", port))[1].close()
        except OSError:
            await asyncio.sleep(0.1)
        else:
            return


def main() -> None:
    """Measure a desk with some matches of people."""
    with instance() as (store, ctx):
        make(store, ctx, MATCHES, bots="", start=START)
        with store.write() as session:
            for match in session.exec(select(Match)):
                match.settings = with_fields(match.settings, shown=spectators.PUBLIC)
            player = session.exec(select(SeatAssignment.player).where(SeatAssignment.seat == "Red")).first()
            now = SystemClock().now()
            session.add(Browser(key=hash_of(_KEY), player=player, opened=now, used=now))
        (port,) = free_ports(1)
        process = multiprocessing.get_context("spawn").Process(target=server, args=(store.url, port), daemon=True)
        process.start()
        asyncio.run(compare(port))
        process.kill()
        process.join()


if __name__ == "__main__":
    main()

"""Pages of the web desk per second, each beside a static file from the same server in the same run, over loopback.

The limit for pages from the cache is 0.3 of the static file's rate. For people who check orders while letters come in
it is the time of a lone check: at the 95th percentile they may wait five times as long.
"""

import asyncio
import multiprocessing
import random
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.synchronize import Event
from statistics import median, quantiles

from msgspec.structs import replace as with_fields
from sqlmodel import select

from bench.bench_letters import START, delivered
from bench.common import SETTINGS, figure, instance, make
from moderator.games.registry import GAMES
from moderator.ports import Delivery
from moderator.rendering.pages import PageRenderer
from moderator.scheduling.clock import SystemClock
from moderator.service import spectators
from moderator.service.browsers import hash_of
from moderator.service.context import Context
from moderator.service.inbox import desk, intake
from moderator.store.session import Store
from moderator.store.tables import Browser, Match, SeatAssignment
from moderator.web.server import serve
from moderator.web.settings import WebSettings
from moderator.web.site import Site
from moderator.web.static import Static
from tests.support.servers.ports import free_ports

READERS, SECONDS = 20, 3.0
PAUSE = 1.0
"""Seconds between two checks of a person who types. Without them 20 people wait for 19 others: no server of one core is
within the limit then, and the figure only shows what becomes of a desk that has more to do than it can."""
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


def server(url: str, port: int, letters: Event) -> None:
    """Serve the desk of a database; while ``letters`` is set, letters come in and are acted on in another thread."""
    address = f"http://127.0.0.1:{port}"
    ctx = Context(settings=with_fields(SETTINGS, web=address), games=GAMES, clock=SystemClock(), key=b"b" * 32)
    backend = Backend(Store(url), ctx)
    threading.Thread(target=_take_letters, args=(backend, letters), daemon=True).start()
    site = Site(backend, WebSettings(listen=f"127.0.0.1:{port}", url=address), PageRenderer())
    asyncio.run(serve(site, asyncio.Event()))


def _take_letters(backend: Backend, letters: Event) -> None:
    letters.wait()
    for number in range(1_000_000):
        some = [with_fields(each, origin=f"{number}-{each.origin}") for each in delivered(backend.ctx, MATCHES)[:4]]
        backend.keep(some)
        desk.act_all(backend.store, backend.ctx)


def asked(path: str, form: bytes = b"") -> bytes:
    """Return a request as a browser makes it, with the cookie of a desk."""
    head = f"{'POST' if form else 'GET'} {path} HTTP/1.1\r\nHost: bench\r\nAccept-Encoding: gzip\r\n"
    head += f"Cookie: __Host-desk={_KEY}\r\nSec-Fetch-Site: same-origin\r\nX-Part: check\r\n"
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


async def measured(port: int, request: bytes, readers: int, pause: float = 0.0) -> list[float]:
    """Return how long each answer took that some readers were given."""
    took: list[float] = []
    await visit(port, request, time.perf_counter() + 0.2, [])
    until = time.perf_counter() + SECONDS
    await asyncio.gather(*(visit(port, request, until, took, pause) for _ in range(readers)))
    return took


async def compare(port: int, letters: Event) -> None:
    """Print every figure beside the static file's."""
    static = Static().path("desk.css")
    for name, path in {"first page": "/", "page of a match": "/m/m0", "board (SVG)": "/m/m0/0.svg"}.items():
        await _beside(port, name, asked(path), static)
    await _beside(port, "page of a seat", asked("/desk/m0/red"), static)
    check = asked("/desk/m0/red/orders", _FORM)
    await _beside(port, "check", check, static)
    lone = median(await measured(port, check, 1))
    letters.set()
    print(f"a lone check {1e3 * lone:.1f} ms; {READERS} people who check while letters come in, 95th percentile:")
    for pause in (PAUSE, 0.0):
        crowd = quantiles(await measured(port, check, READERS, pause), n=20)[-1]
        line = f"{1e3 * crowd:8.1f} ms   limit {5e3 * lone:8.1f} ms   {crowd / lone / 5:7.3f} of it"
        print(f"  each again after {pause:.0f} s {line}")


async def _beside(port: int, name: str, request: bytes, static: str) -> None:
    theirs = len(await measured(port, asked(static), 4)) / SECONDS
    figure(name, len(await measured(port, request, 4)) / SECONDS, "a static file", theirs)


async def _reachable(port: int) -> None:
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
        fresh = multiprocessing.get_context("spawn")
        letters = fresh.Event()
        process = fresh.Process(target=server, args=(store.url, port, letters), daemon=True)
        process.start()
        asyncio.run(_run(port, letters))
        process.kill()
        process.join()


async def _run(port: int, letters: Event) -> None:
    await _reachable(port)
    await compare(port, letters)


if __name__ == "__main__":
    main()

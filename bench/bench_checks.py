"""People who check orders on the web desk while letters come in, each wait beside a lone check in the same run.

Twenty people check once a second, each in a match of their own. At the 95th percentile they may wait five times as long
as somebody who is alone. The desk runs inside ``moderator serve`` on SQLite, and as ``moderator web`` beside it on
PostgreSQL. Mailbox and relay are a process, and so is the postman, who brings no letters, five a second, or as many as
the moderator reads: then all of them and the database share the cores, which is the most that can happen.
"""

import asyncio
import multiprocessing
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from statistics import median, quantiles

from msgspec import Struct
from sqlalchemy import delete
from sqlmodel import select

from bench.bench_letters import START
from bench.bench_web import asked, measured, reachable
from bench.common import address, make, verdict
from bench.daemon import Daemon, running, serving
from bench.mailworld import PASSWORD, USER, World, mail_world
from bench.storm import CONFIG
from moderator.app.opening import open_instance
from moderator.config import load
from moderator.service import tags
from moderator.service.browsers import hash_of
from moderator.store.tables import Browser, Match, Outbox, SeatAssignment
from tests.support.servers import postgres
from tests.support.servers.ports import free_ports
from tests.support.waiting import eventually

PEOPLE, PAUSE, MOST = 20, 1.0, 5.0
"""People; seconds between two checks of one; lone checks that they may wait for."""
MATCHES = 40
ROUNDS, ALONE, TOGETHER = 3, 2.0, 8.0
"""Rounds; seconds of each in which one person checks, and in which all do."""
FLAT_OUT = 1000.0
CALM = "no letters"
RATES = {CALM: 0.0, "5 letters a second": 5.0, "letters flat out": FLAT_OUT}
_ORDERS = "MOVE TROOPS C3 C4\r\nMOVE TRANSPORT D5 D6 WITH 2 TROOPS\r\nBUILD TROOPS B2\r\n"
_FORM = b"do=check&request=1&orders=MOVE+TROOPS+C3+C4%0AMOVE+TRANSPORT+D5+D6+WITH+2+TROOPS%0ABUILD+TROOPS+B2"
_IN_HAND = 40
"""Letters without an answer at which a postman who is flat out waits: the moderator has always something to read."""
_DATABASE = """
[database]
url = "{url}"
"""
_WEB = """
[web]
listen = "127.0.0.1:{port}"
url = "http://127.0.0.1:{port}"
{process}
"""


class Setting(Struct):
    """A desk at work, the moderator beside or around it, and the postman's rate."""

    name: str
    port: int
    processes: Sequence[Daemon]
    world: World
    rate: "Synchronized[float]"
    brought: "Synchronized[int]"

    def settle(self) -> None:
        """Let no more letters come, and wait until all are answered."""
        self.rate.value = 0.0
        assert eventually(lambda: len(self.world.arrived()) >= self.brought.value, 120), "letters without an answer"

    @property
    def used(self) -> float:
        """The CPU seconds of desk and moderator."""
        return sum(each.cpu + each.workers_cpu for each in self.processes)


class Crowd(Struct, frozen=True):
    """What came of some seconds: the lone check, all checks in them, letters answered and CPU used in a second."""

    lone: float
    checks: Sequence[float]
    letters: float
    cpu: float


@contextmanager
def setting(name: str, database: str = "") -> Iterator[Setting]:
    """Give a desk of 40 matches, on SQLite inside the moderator, on a PostgreSQL database beside it."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        world = stack.enter_context(mail_world(Path(stack.enter_context(tempfile.TemporaryDirectory()))))
        (port,) = free_ports(1)
        config = folder / "config.toml"
        text = CONFIG.format(world=world, user=USER) + _WEB.format(
            port=port, process='process = "own"' * bool(database)
        )
        config.write_text(text + _DATABASE.format(url=database) * bool(database))
        addresses = _prepared(config)
        processes = [stack.enter_context(serving(config))]
        if database:
            processes.append(stack.enter_context(running("web", config)))
        fresh = multiprocessing.get_context("spawn")
        rate, brought = fresh.Value("d", 0.0), fresh.Value("i", 0)
        postman = fresh.Process(target=bring, args=(world, addresses, rate, brought), daemon=True)
        postman.start()
        stack.callback(postman.kill)
        asyncio.run(reachable(port))
        yield Setting(name, port, processes, world, rate, brought)


def _prepared(config: Path) -> list[str]:
    """Make matches in which nothing is left to do and every Red has a desk; return the addresses for their orders."""
    os.environ["BENCH_PASSWORD"] = PASSWORD
    with open_instance(load(config), inbounds=()) as instance:
        make(instance.store, instance.ctx, MATCHES, bots="", start=START)
        with instance.store.write() as session:
            session.execute(delete(Outbox))  # the welcomes
        now = instance.ctx.now()
        with instance.store.write() as session:
            reds = select(Match.name, SeatAssignment.player).join(Match).where(SeatAssignment.seat == "Red")
            for name, player in session.exec(reds).all():
                session.add(Browser(key=hash_of(name), player=player, opened=now, used=now))
        return [tags.reply_address(instance.ctx, f"m{number}", "Red", 1) for number in range(MATCHES)]


def bring(world: World, addresses: Sequence[str], rate: "Synchronized[float]", brought: "Synchronized[int]") -> None:
    """Bring orders of all Reds, one after the other, so many a second."""
    due = time.monotonic()
    while True:
        while (wanted := rate.value) and time.monotonic() >= due and brought.value - len(world.arrived()) < _IN_HAND:
            number, red = brought.value, brought.value % len(addresses)
            world.bring(address("Red", red), addresses[red], f"<{number}@bench.test>", _ORDERS)
            brought.value = number + 1
            due = max(due + 1 / wanted, time.monotonic() - 1)
        time.sleep(0.02)


async def tried(desk: Setting, rate: float) -> Crowd:
    """Let one person check, and then all of them while letters come in."""
    requests = [_check(number) for number in range(PEOPLE)]
    lone = median(await measured(desk.port, requests[:1], ALONE))
    desk.rate.value = rate
    await asyncio.sleep(1)
    used, answered, began = desk.used, len(desk.world.arrived()), time.perf_counter()
    checks = await measured(desk.port, requests, TOGETHER, PAUSE)
    took = time.perf_counter() - began
    return Crowd(lone, checks, (len(desk.world.arrived()) - answered) / took, (desk.used - used) / took)


def _check(number: int) -> bytes:
    return asked(f"/desk/m{number}/red/orders", _FORM, key=f"m{number}")


def tell(desk: Setting, letters: str, rounds: Sequence[Crowd], calm: Sequence[Crowd]) -> None:
    """Print the medians of all rounds beside the limit, and beside those without letters."""
    lone, late = median(each.lone for each in rounds), median(map(_late, rounds))
    half = median(median(each.checks) for each in rounds)
    ratio = median(_late(each) / each.lone for each in rounds)
    print(
        f"{desk.name}, {letters}: lone {1e3 * lone:.1f} ms; {PEOPLE} people {1e3 * half:.1f} ms, 95th percentile "
        f"{1e3 * late:.1f} ms, {ratio:.1f} lone checks   {verdict(f'{MOST:.0f}', met=ratio <= MOST)}"
    )
    print(
        f"  {late / median(map(_late, calm)):.1f} times what they wait without letters; "
        f"{median(each.letters for each in rounds):.1f} letters/s, {median(each.cpu for each in rounds):.2f} cores"
    )


def _late(crowd: Crowd) -> float:
    return quantiles(crowd.checks, n=20)[-1]


def main() -> None:
    """Measure both desks by turns."""
    with ExitStack() as stack:
        desks = [stack.enter_context(setting("SQLite, in the moderator"))]
        if reason := postgres.missing():
            print(reason)
        else:
            url = stack.enter_context(postgres.cluster())
            desks.append(stack.enter_context(setting("PostgreSQL, moderator web", url)))
        came: dict[tuple[int, str], list[Crowd]] = {}
        for _ in range(ROUNDS):
            for letters, rate in RATES.items():
                for number, desk in enumerate(desks):
                    came.setdefault((number, letters), []).append(asyncio.run(tried(desk, rate)))
                    desk.settle()
        for (number, letters), rounds in sorted(came.items(), key=lambda each: each[0][0]):
            tell(desks[number], letters, rounds, came[number, CALM])


if __name__ == "__main__":
    main()

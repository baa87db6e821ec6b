"""What a letter and an idle daemon cost, by how many matches run.

A letter among 10,000 matches may cost 1.3 times the CPU time of one among ten, each letter in a batch of its own: kept,
acted on, matches looked at, answered. A daemon with 10,000 idle matches is to be ready in 3 seconds, within 150 MB and
1 % of a core, and gone 2 seconds after SIGTERM. Of its start CPU seconds are told, too: the machine may be busy. Where
all matches stand in ``config.toml``, reading it and comparing it with them comes to every start and every edit.
"""

import json
import logging
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import structlog
from sqlalchemy import delete
from sqlmodel import col, select

from bench.bench_letters import LOOP, START, answer, delivered
from bench.common import make
from bench.crowd import crowd
from moderator.app.instance import Instance
from moderator.app.opening import open_instance
from moderator.config import load
from moderator.ports import Delivery
from moderator.rendering.mail import MailRenderer
from moderator.scheduling.clock import FrozenClock, SystemClock
from moderator.service.context import MatchPlan
from moderator.service.matches import deadlines
from moderator.store.tables import Match, Outbox
from moderator.testing.memory import MemoryOutbound

SIZES = (10, 100, 1000, 10_000)
MOST = 1.3
ORIGINALS = 10
"""Matches that letters come to; the others are copies of the first."""

IDLE = 65.0
"""Seconds for which an idle daemon is watched: more than the minute after which it looks at everything once."""

_CONFIG = '[moderator]\nname = "Bench"\naddress = "moderator@pbem.test"\ngm = "gm@pbem.test"\n'
_LETTERS = 128
_WARM = 8
"""Letters that load templates and build statements; they are not counted."""


@contextmanager
def crowded(folder: Path, count: int) -> Iterator[Instance]:
    """Give an instance in which so many matches run and nothing is left to do."""
    config = folder / "config.toml"
    config.write_text(_CONFIG)
    with open_instance(load(config), clock=FrozenClock(SystemClock().now()), inbounds=()) as instance:
        make(instance.store, instance.ctx, ORIGINALS, bots="", start=START)
        crowd(instance.store, instance.ctx, count - ORIGINALS)
        with instance.store.write() as session:
            session.execute(delete(Outbox))
        instance.apply(instance.config)
        instance.look()
        yield instance


def letters(count: int) -> float:
    """Return the CPU seconds that a letter costs among so many matches."""
    with tempfile.TemporaryDirectory() as folder, crowded(Path(folder), count) as instance:
        renderer, waiting = MailRenderer(instance.ctx.clock), delivered(instance.ctx, ORIGINALS)[:_LETTERS]
        for letter in waiting[:_WARM]:
            one(instance, letter, renderer)
        began = time.process_time()
        for letter in waiting[_WARM:]:
            one(instance, letter, renderer)
        return (time.process_time() - began) / len(waiting[_WARM:])


def one(instance: Instance, letter: Delivery, renderer: MailRenderer) -> None:
    """Take one letter all the way, as the daemon does."""
    instance.keep([letter])
    instance.act()
    instance.look()
    instance.query(deadlines.next_look)
    outbound = MemoryOutbound()
    LOOP.run(answer(instance.store, instance.ctx, renderer, outbound))
    assert len(outbound.take()) == 1


def idle(count: int) -> None:
    """Print what a daemon costs that has nothing to do."""
    with tempfile.TemporaryDirectory() as folder:
        with crowded(Path(folder), count):
            pass
        command = [sys.executable, "-m", "moderator", "serve", "--config", str(Path(folder) / "config.toml")]
        began = time.perf_counter()
        with subprocess.Popen(  # noqa: S603 - ourselves
            command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        ) as daemon:
            assert daemon.stderr is not None
            next(line for line in daemon.stderr if "moderator.ready" in line)
            ready, busy = time.perf_counter() - began, _cpu(daemon.pid)
            time.sleep(5)  # what it finds at its start
            before = _cpu(daemon.pid)
            time.sleep(IDLE)
            share, memory = (_cpu(daemon.pid) - before) / IDLE, _memory(daemon.pid)
            began = time.perf_counter()
            daemon.terminate()
            daemon.stderr.read()
            daemon.wait()
            gone = time.perf_counter() - began
    print(f"{count} idle matches: ready after {ready:.1f} s, of them {busy:.1f} of CPU (limit 3 s)", end="; ")
    print(f"{memory} MB (150), {100 * share:.2f} % of a core (1 %), gone {gone:.1f} s after SIGTERM (2 s)")


def listed(count: int) -> None:
    """Print what it costs that so many matches stand in the file."""
    with tempfile.TemporaryDirectory() as folder, crowded(Path(folder), count) as instance:
        with instance.store.read() as session:
            made = session.exec(select(Match).order_by(col(Match.id))).all()
        path = instance.config.path
        path.write_text(_CONFIG + "".join(_table(match.name, match.settings) for match in made))
        began = time.process_time()
        config = load(path)
        read = time.process_time() - began
        told = instance.apply(config)
        assert not told, told[:3]
        compared = time.process_time() - began - read
    print(f"{count} matches in config.toml: read in {read:.1f} s of CPU, compared in {compared:.1f}")


def _table(name: str, plan: MatchPlan) -> str:
    """Return a match as the operator writes it."""
    every, hours = plan.schedule.split()
    seats = ",\n".join(
        _toml({"seat": seat.seat, "bot": seat.bot})
        if seat.bot
        else _toml({"seat": seat.seat, "player": seat.player, "address": seat.addresses[0]})
        for seat in plan.seats
    )
    head = {"name": name, "game": plan.game, every: hours, "zone": plan.zone, "options": plan.options}
    lines = "\n".join(f"{key} = {_toml(value)}" for key, value in head.items())
    return f"\n[[match]]\n{lines}\nseats = [\n{seats},\n]\n"


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + " }"
    return json.dumps(value)


def _cpu(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(process: int) -> int:
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) // 1024


def main() -> None:
    """Measure letters, then a file of many matches, then a daemon in a process of its own."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    few = 0.0
    for count in SIZES:
        each = letters(count)
        few = few or each
        ours = f"letters among {count:6} matches {1000 * each:8.2f} ms of CPU"
        print(f"{ours}   {each / few:.2f} of that among {SIZES[0]}   (limit {MOST})")
    for count in (SIZES[0], SIZES[-1]):
        listed(count)
        idle(count)


if __name__ == "__main__":
    main()

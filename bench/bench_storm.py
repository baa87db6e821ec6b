"""Storms: very many matches with people in all seats are due at the same moment, and letters come meanwhile.

The moderator runs as a process, with a mailbox and a relay in another. Everybody gets a report with pictures and a
page, and so does the GM: with four seats five a match. The first report is to come within 3 seconds; the last within
22.5 ms for each (4,000 in 90 seconds, on two cores), and within 6 times what the same letters take when made before; no
answer to a letter later than 5 seconds. Of what the machine gives to the moderator, 85 % is to be used. Fair is that
matches are served in the order in which they were due, and that all seats of one get their reports within 5 seconds.
Then the moderator is told to stop in the midst of a storm, and begun again: gone within 2 seconds, no letter lost or
doubled.

``python -m bench.bench_storm 1000`` runs the large storm, and ``… 250 space-genocide`` that of another game.
"""

import asyncio
import logging
import os
import pickle
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from statistics import median

import aiosmtplib
import structlog
from msgspec import Struct

from bench import daemon
from bench.common import GENOCIDE, REBELS, SEATINGS, address, seconds
from bench.daemon import Daemon, serving
from bench.mailworld import Arrived, World, mail_world
from bench.storm import Letter, Storm, prepared
from moderator.app.instance import Instance
from moderator.ports import Dispatch
from moderator.rendering.mail import MailRenderer
from moderator.service.outgoing import claiming, posting
from moderator.service.outgoing.dispatching import dispatch
from moderator.service.outgoing.envelopes import Envelope, collect
from moderator.transport.composing import compose
from moderator.transport.smtp import SmtpPool
from tests.support.waiting import eventually

SIZES = {REBELS: 100, GENOCIDE: 20}
LAST = {REBELS: 22.5}
"""Milliseconds a report, for the game that has a limit."""
FIRST, ANSWER, BUSY, RATIO, GONE = 3.0, 5.0, 0.85, 6.0, 2.0
"""Seconds; seconds; a share of both cores; times; seconds."""
APART, MOVED = 5.0, 10
"""Seconds between the reports of one match; places."""
CONNECTIONS = 2
"""To the relay, as many as the moderator has if its file does not say."""

SAMPLE, WARM, AT_ONCE = 100, 20, 10
"""Reports that are made once more, step by step; of them, those that are not counted; those that are made together."""

EARLY, PART = 5, 10
"""Letters from players before any report has arrived, and reports for each further one."""

_PAUSE = 0.5
"""Seconds between two looks, and between two letters at least."""
_PATIENCE = 1800.0


class Moment(Struct, frozen=True):
    """What everybody has used until a time."""

    at: float
    daemon: float
    workers: float
    world: float
    idle: float

    def since(self, before: "Moment") -> "Moment":
        """Return what was used between."""
        return Moment(
            self.at - before.at,
            self.daemon - before.daemon,
            self.workers - before.workers,
            self.world - before.world,
            self.idle - before.idle,
        )


@contextmanager
def begun(game: str, count: int) -> Iterator[tuple[Storm, World]]:
    """Give a storm that comes in a moment, in a world of its own."""
    with (
        tempfile.TemporaryDirectory() as folder,
        tempfile.TemporaryDirectory() as mail,
        mail_world(Path(mail)) as world,
        prepared(Path(folder), world, game, count) as storm,
    ):
        yield storm, world


def whole(game: str, count: int) -> None:
    """Let a storm pass, and print what it was like."""
    with begun(game, count) as (storm, world):
        with serving(storm.config) as moderator:
            assert time.time() < storm.due, "the moderator was not ready in time"
            time.sleep(storm.due - time.time())
            moments, brought = list[Moment](), dict[str, float]()
            while not storm.settled():
                moments.append(_moment(moderator, world))
                if len(brought) < EARLY + len(world.arrived()) / PART:
                    _bring(storm, world, brought, game)
                time.sleep(_PAUSE)
                assert time.time() < storm.due + _PATIENCE
            moments.append(_moment(moderator, world))
        _tell(storm, world, moments, brought, LAST.get(game))
        steps(storm)


def _moment(moderator: Daemon, world: World) -> Moment:
    return Moment(time.time(), moderator.cpu, moderator.workers_cpu, daemon.cpu(world.process), daemon.idle())


def _bring(storm: Storm, world: World, brought: dict[str, float], game: str) -> None:
    """Let somebody write; most have not got their reports yet."""
    chance = random.Random(len(brought))  # noqa: S311 - no secret
    name, seat = chance.choice(storm.names), chance.choice(SEATINGS[game].seats)
    message_id = f"<{len(brought)}@bench.test>"
    number = int(name.removeprefix("m"))
    world.bring(address(seat, number), storm.tag(name, seat), message_id, "READY\r\n")
    brought[message_id] = time.time()


def _tell(
    storm: Storm, world: World, moments: Sequence[Moment], brought: Mapping[str, float], last: float | None
) -> None:
    """Print what a storm was like."""
    came = _once(storm, world)
    reports = [letter for letter in storm.letters() if letter.kind == "turn-report"]
    times = [came[report.message_id].at - storm.due for report in reports]
    took, count = max(times), len(reports)
    size = sum(came[report.message_id].size for report in reports) / count
    answers = [came[each.message_id].at - brought[each.answers] for each in storm.letters() if each.answers in brought]
    assert len(answers) == len(brought)
    used = [each for each in moments if each.at <= storm.due + took][-1].since(moments[0])
    ours = used.daemon + used.workers
    print(f"  {count} reports of {size / 1000:.0f} kB within {took:.1f} s: {count / took:.1f} a second")
    _beside("the last report, for each", 1000 * took / count, last, "ms")
    _beside("the first report", min(times), FIRST, "s")
    _beside(
        f"the latest of {len(answers)} answers", max(answers), ANSWER, "s", f"(half within {median(answers):.1f} s)"
    )
    _beside("of what the machine gave, used at least", ours / (ours + used.idle), BUSY, "")
    _tell_fairness(reports, came, {each.match for each in storm.letters() if each.answers})
    alone = prebuilt(world, count) / count
    _beside("times the same letters, prebuilt", took / count / alone, RATIO, "", f"({1000 * alone:.1f} ms each)")
    print(f"  all turns ruled after {storm.resolved() - storm.due:.1f} s")
    others = (os.cpu_count() or 1) * used.at - ours - used.world - used.idle
    print(
        f"  ms of CPU a report: moderator {1000 * used.daemon / count:.1f}, workers {1000 * used.workers / count:.1f}, "
        f"mailbox and relay {1000 * used.world / count:.1f}; everybody else {others / used.at:.2f} of a core"
    )


def _once(storm: Storm, world: World) -> dict[str, Arrived]:
    """Return the letters that arrived; nothing was lost, and nothing came twice."""
    found = Counter(letter.message_id for letter in world.arrived())
    assert set(found.values()) == {1}, "a letter came twice"
    assert found.keys() == {letter.message_id for letter in storm.letters()}
    return {letter.message_id: letter for letter in world.arrived()}


def _tell_fairness(reports: Sequence[Letter], came: Mapping[str, Arrived], wrote: Collection[int]) -> None:
    """Print how far apart the reports of a match were, and how far one was from its turn in which nobody ``wrote``."""
    by_match: dict[int, list[float]] = {}
    for report in reports:
        by_match.setdefault(report.match, []).append(came[report.message_id].at)
    apart = [max(times) - min(times) for times in by_match.values()]
    quiet = [match for match in by_match if match not in wrote]
    served = sorted(quiet, key=lambda match: max(by_match[match]))
    moved = [abs(place - served.index(match)) for place, match in enumerate(quiet)]
    _beside("from first to last report of a match", max(apart), APART, "s", f"(half within {median(apart):.1f} s)")
    _beside("places from its turn, of any match", max(moved, default=0), MOVED, "")


def _beside(what: str, ours: float, limit: float | None, unit: str, more: str = "") -> None:
    print(f"  {what:<40} {ours:8.2f} {unit:<2}", "" if limit is None else f"  limit {limit} {unit}", more)


def prebuilt(world: World, count: int) -> float:
    """Return the seconds that some letters of the storm take that are made already."""
    letters = islice(cycle(world.kept()), count)

    async def send() -> None:
        async with aiosmtplib.SMTP(hostname="127.0.0.1", port=world.relay_port, start_tls=False) as relay:
            for letter in letters:  # shared by all connections
                await relay.sendmail("bench@bench.test", ["bench@bench.test"], letter)

    async def send_all() -> None:
        await asyncio.gather(*(send() for _ in range(CONNECTIONS)))

    return seconds(lambda: asyncio.run(send_all()))


class Steps:
    """The CPU seconds of each step of a report, all of them done one after the other in this process."""

    def __init__(self, instance: Instance) -> None:
        """Prepare to send what waits."""
        assert instance.config.smtp is not None
        self._store, self._ctx = instance.store, instance.ctx
        self._renderer, self._transport = MailRenderer(instance.ctx.clock), SmtpPool(instance.config.smtp)
        self.took: Counter[str] = Counter()

    def some(self, runner: asyncio.Runner) -> int:
        """Send some letters, and return how many."""
        with self._at("claimed"):
            rows = claiming.claim(self._store, self._ctx, AT_ONCE)
        with self._at("gathered"):
            ready = collect(self._store, self._ctx, rows)
        sent = [self._made(each) for each in ready if isinstance(each, Envelope)]
        with self._at("composed"):
            for each in sent:
                compose(each)
        with self._at("composed and sent"):
            counts = runner.run(self._transport.send(sent))
        with self._at("marked"):
            posting.mark(self._store, self._ctx, list(zip(rows, counts, strict=True)))
        return len(rows)

    def _made(self, envelope: Envelope) -> Dispatch:
        with self._at("carried to a worker and back"):
            facts = pickle.loads(pickle.dumps(envelope.facts))  # noqa: S301 - our own
        with self._at("rendered"):
            words = self._renderer.render(facts)
        with self._at("carried to a worker and back"):
            words = pickle.loads(pickle.dumps(words))  # noqa: S301 - our own
        return dispatch(self._ctx, envelope, words)

    @contextmanager
    def _at(self, step: str) -> Iterator[None]:
        began = time.process_time()
        yield
        self.took[step] += time.process_time() - began  # type: ignore[assignment]

    def tell(self, count: int) -> None:
        """Print what each step costs for one of so many letters."""
        self.took["sent"] = self.took.pop("composed and sent") - self.took["composed"]
        for step, cost in self.took.most_common():
            print(f"  {1000 * cost / count:8.2f} ms of CPU {step:<28} {cost / self.took.total():4.0%}")


def steps(storm: Storm) -> None:
    """Print what each step of a report costs, once all is warm."""
    with storm.again(SAMPLE) as instance, asyncio.Runner() as runner:
        each, count = Steps(instance), 0
        while some := each.some(runner):
            count += some
            if count == WARM:
                each.took.clear()
        each.tell(count - WARM)


def stopped(game: str, count: int, after: float) -> None:
    """Stop the moderator when a part of the reports has arrived, begin it again, and print what came of it."""
    with begun(game, count) as (storm, world):
        with serving(storm.config) as moderator:
            time.sleep(storm.due - time.time())
            assert eventually(lambda: len(world.arrived()) >= after * count, _PATIENCE)
            told = time.time()
            gone = moderator.stop()
            late = sum(letter.at > told for letter in world.arrived())
            before = len(world.arrived())
        with serving(storm.config):
            assert eventually(storm.settled, _PATIENCE)
        total = len(_once(storm, world))
    _beside(f"SIGTERM after {before} of {total} reports: gone", gone, GONE, "s", f"({late} letters meanwhile)")


def main() -> None:
    """Measure the sizes that are named, or small ones."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    named = sys.argv[1:]
    sizes = {(named[1:] or [REBELS])[0]: int(named[0])} if named else SIZES
    for game, count in sizes.items():
        print(f"{count} matches of {game}")
        whole(game, count)
        stopped(game, max(10, count // 10), 0)
        stopped(game, max(10, count // 10), 1)


if __name__ == "__main__":
    main()

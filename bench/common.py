"""What all benchmarks share: an instance in a new folder, its matches, and figures beside their limits."""

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.games.registry import GAMES
from moderator.rendering.drawn_words import DrawnWords
from moderator.scheduling.clock import FrozenClock, SystemClock
from moderator.service.context import Context, MatchPlan, SeatPlan, Settings
from moderator.service.matches import matches
from moderator.store.session import Store, migrate

SETTINGS = Settings(name="Bench", address="moderator@pbem.test", gm="", delay=timedelta(0))


class Seating(Struct, frozen=True):
    """A match to be measured: three seats of people or bots, a fourth that is always a bot's, and options."""

    seats: tuple[Seat, ...]
    bot: Seat
    options: dict[str, Any]


REBELS, GENOCIDE, RAYGUNS = "rebel-commander", "space-genocide", "rayguns-and-rocketships"
BUCK, REVISED = "buck-rogers", "buck-rogers-revised"
SEATINGS = {
    REBELS: Seating(("Red", "Blue", "Green"), "Empire", {"edition": "planet"}),
    GENOCIDE: Seating(("Red", "Blue", "Green"), "Gold", {}),
    BUCK: Seating(("Red", "Blue", "Green"), "Yellow", {}),
    REVISED: Seating(("Red", "Blue", "Green"), "Yellow", {}),
    RAYGUNS: Seating(("Rangers", "Pirates", "Zard"), "Blaarg", {}),
}
"""The seating of every game that is measured."""

GAME = GAMES[REBELS]


@contextmanager
def instance() -> Iterator[tuple[Store, Context]]:
    """Give a store with its database on disk, and a context with a clock that is moved by hand."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'bench.sqlite'}"
        migrate(url)
        store = Store(url)
        clock = FrozenClock(SystemClock().now())
        yield store, Context(settings=SETTINGS, games=GAMES, clock=clock, key=b"b" * 32, words=DrawnWords())
        store.close()


def plan(number: int, game: str, *, bots: str = "random", **options: object) -> MatchPlan:
    """Return the plan of a match of four seats; if ``bots`` is empty, people play three of them."""
    seating = SEATINGS[game]
    seats = [
        SeatPlan(seat=seat, bot=bots) if bots else SeatPlan(seat=seat, player=seat, addresses=(address(seat, number),))
        for seat in seating.seats
    ]
    return MatchPlan(
        name=f"m{number}",
        game=game,
        schedule="every 48h",
        zone="UTC",
        options={**seating.options, **options},
        seats=(*seats, SeatPlan(seat=seating.bot, bot="random")),
    )


def address(seat: str, number: int) -> str:
    """Return the address of whoever plays a seat in a match."""
    return f"{seat.lower()}{number}@pbem.test"


def make(
    store: Store, ctx: Context, count: int, game: str = REBELS, *, bots: str = "random", **options: object
) -> None:
    """Make matches of a game with some options."""
    with store.write() as session:
        for number in range(count):
            matches.create(session, ctx, plan(number, game, bots=bots, **options))


def seconds(work: Callable[[], object]) -> float:
    """Return the seconds that some work takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def processor_seconds(work: Callable[[], object]) -> float:
    """Return the seconds that some work keeps processors busy, in all threads of this process."""
    began = time.process_time()
    work()
    return time.process_time() - began


def figure(what: str, ours: float, limit: str, theirs: float, least: float = 0.0) -> None:
    """Print a rate per second beside another, their ratio, and whether that reaches ``least``, if anything must."""
    ratio = ours / theirs
    judged = f"   {verdict(f'{least:.2f}', met=ratio >= least)}" if least else ""
    print(f"{what:<26} {ours:10.1f} /s   {limit:<44} {theirs:10.1f} /s   {ratio:7.3f} of it{judged}")


def verdict(limit: str, *, met: bool) -> str:
    """Return the words for a limit that was met or missed."""
    return f"limit {limit}: {'met' if met else 'MISSED'}"

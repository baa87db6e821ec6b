"""What the benchmarks share: an instance in a fresh folder, matches in it, and figures beside their limits."""

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from moderator.games import GAMES
from moderator.scheduling.clock import FrozenClock, SystemClock
from moderator.service import matches
from moderator.service.context import Context, MatchPlan, SeatPlan, Settings
from moderator.store.session import Store, migrate

SETTINGS = Settings(name="Bench", address="moderator@pbem.test", gm="", delay=timedelta(0))
GAME = GAMES["rebel-commander"]


@contextmanager
def instance() -> Iterator[tuple[Store, Context]]:
    """Give a database on disk, as an operator has it, and a clock that is moved by hand."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'bench.sqlite'}"
        migrate(url)
        store = Store(url)
        clock = FrozenClock(SystemClock().now())
        yield store, Context(settings=SETTINGS, games=GAMES, clock=clock, key=b"b" * 32)
        store.close()


def people(number: int, *, bots: str = "random", **options: object) -> MatchPlan:
    """Return a match of three Rebels and the Empire; with ``bots`` empty, people play the Rebels."""
    rebels = [
        SeatPlan(seat=seat, bot=bots) if bots else SeatPlan(seat=seat, player=seat, addresses=(_address(seat, number),))
        for seat in ("Red", "Blue", "Green")
    ]
    return MatchPlan(
        name=f"m{number}",
        game=GAME.info.key,
        schedule="every 48h",
        zone="UTC",
        options={"edition": "planet", **options},
        seats=(*rebels, SeatPlan(seat="Empire", bot="random")),
    )


def _address(seat: str, number: int) -> str:
    return f"{seat.lower()}{number}@pbem.test"


def make(store: Store, ctx: Context, count: int, *, bots: str = "random", **options: object) -> None:
    """Make matches, with options of the game."""
    with store.write() as session:
        for number in range(count):
            matches.create(session, ctx, people(number, bots=bots, **options))


def seconds(work: Callable[[], object]) -> float:
    """Return how long something takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def figure(what: str, ours: float, limit: str, theirs: float) -> None:
    """Print a rate a second beside its limit, and the ratio of the two."""
    print(f"{what:<28} {ours:10.1f} /s   {limit:<44} {theirs:10.1f} /s   {ours / theirs:7.3f} of it")

"""Reports of recorded matches in mid-game: processor time and bytes of each, beside the limits for them.

Warm is how a daemon works: the reports of a turn to all seats, after those of the turn before. Cold is the first report
of a worker process that has loaded its fonts and templates, as ``moderator.app.render_workers`` prepares it.
"""

import multiprocessing
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from bench.common import BUCK, GENOCIDE, RAYGUNS, REBELS, REVISED, processor_seconds
from bench.recorded import MATCHES, Recorded, recorded
from moderator.ports import Words
from moderator.rendering.mail import MailRenderer
from moderator.scheduling.clock import SystemClock
from moderator.service.facts import TurnReport

TURNS = 4
"""How many turns are measured."""


class Limit(NamedTuple):
    """What a report may cost at most: milliseconds if warm, if it is the first of a process, and thousands of bytes.

    The first of a process may cost what it did before parts were clipped, on two busy cores of one machine.
    """

    warm: float
    cold: float
    kilobytes: int


LIMITS = {
    REBELS: Limit(20, 500, 150),
    GENOCIDE: Limit(60, 1260, 250),
    BUCK: Limit(40, 1030, 200),
    REVISED: Limit(40, 1510, 200),
    RAYGUNS: Limit(40, 820, 200),
}
"""The limits are wishes where a game is above them: docs/performance.md tells which, and why."""


def milliseconds(work: Callable[[], object]) -> float:
    """Return the processor time that some work takes."""
    return processor_seconds(work) * 1e3


def weight(words: Words) -> int:
    """Return the bytes of a letter before it is packed for the transport."""
    files = [picture.png for picture in words.pictures] + [file.data for file in words.attachments]
    return len(words.text.encode()) + len(words.html.encode()) + sum(map(len, files))


def first(letter: TurnReport) -> float:
    """Return what the first report of this process costs."""
    renderer = MailRenderer(SystemClock())
    renderer.warm()
    return milliseconds(lambda: renderer.render(letter))


def cold(letters: Iterable[TurnReport]) -> list[float]:
    """Return what each of some reports costs as the first of a process."""
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=fresh, max_tasks_per_child=1) as pool:
        return list(pool.map(first, letters))


def main(keys: Sequence[str]) -> None:
    """Measure the reports of games, by default of every game."""
    os.environ["RAYON_NUM_THREADS"] = "1"  # as moderator.app.render_workers gives each worker
    for key in keys or MATCHES:
        with recorded(key) as match:
            _measure(key, match)


def _measure(key: str, match: Recorded) -> None:
    begin, limit = (match.number - TURNS) // 2, LIMITS[key]
    renderer = MailRenderer(SystemClock())
    renderer.warm()
    for letter in match.letters(begin):
        renderer.render(letter)
    letters: list[TurnReport] = []
    told: list[Words] = []
    turns = range(begin + 1, begin + 1 + TURNS)
    gathered = milliseconds(lambda: letters.extend(letter for turn in turns for letter in match.letters(turn)))
    rendered = milliseconds(lambda: told.extend(map(renderer.render, letters)))
    count = len(letters)
    sizes = [weight(words) / 1e3 for words in told]
    parts = [sum(len(picture.png) for picture in words.pictures) / 1e3 for words in told]
    started = cold(letters[:: len(match.seats)])
    print(f"reports of {key}, {count} in {TURNS} turns")
    _line("rendered, warm", rendered / count, "ms", limit.warm)
    _line("rendered, cold", sum(started) / len(started), "ms", limit.cold)
    _line("bytes", sum(sizes) / count, "kB", limit.kilobytes)
    print(f"  of these pictures      {sum(parts) / count:8.1f} kB")
    print(f"  facts gathered         {gathered / count:8.1f} ms")


def _line(what: str, ours: float, unit: str, limit: float) -> None:
    print(f"  {what:<22} {ours:8.1f} {unit}   limit {limit:8.1f} {unit}   {ours / limit:7.3f} of it")


if __name__ == "__main__":
    main(sys.argv[1:])

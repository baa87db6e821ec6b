"""Reports per second of several machines over one PostgreSQL database, each with one core, beside one without a queue.

Run it on a machine with as many cores as the most machines have, and two more for the database and the mailbox: where
there are fewer, they share them, and the figures show what the queue costs and no more.
"""

import os
import tempfile
import time
from pathlib import Path

from bench.common import figure
from tests.support.crashes.machines import park, wait
from tests.support.servers import postgres

MATCHES = 100


def rate(helpers: int, *, queue: bool) -> float:
    """Return the rate at which reports go out once the orders of all matches are in."""
    with (
        tempfile.TemporaryDirectory() as folder,
        postgres.cluster() as url,
        park(Path(folder), url, matches=MATCHES, helpers=helpers, edition="planet", queue=queue) as machines,
    ):
        machines.play()
        wait(lambda: machines.resolved(1) > 0)
        began = time.perf_counter()
        wait(lambda: machines.settled(1))
        return 2 * MATCHES / (time.perf_counter() - began)


def main() -> None:
    """Measure one, two and four machines."""
    if reason := postgres.missing():
        print(reason)
        return
    print(f"{os.cpu_count()} cores are shared by all of them and the database")
    alone = rate(0, queue=False)
    for helpers in (0, 1, 3):
        what = f"reports, {helpers + 1} machine{'s' if helpers else ''}"
        figure(what, rate(helpers, queue=True), "one machine without a queue", alone)


if __name__ == "__main__":
    main()

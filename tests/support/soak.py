"""``make soak``: the moderator dies many times, at every step and at any moment, and what it cost is printed.

python -m tests.support.soak --kills 1000 --seed 1
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tests.support.crashes.campaign import ServerCampaign
from tests.support.crashes.mortal import STEPS
from tests.support.letters.audit import Toll
from tests.support.servers import mailservers

ANY_MOMENT = "any moment"
_COLUMNS: Sequence[tuple[str, Callable[[Toll], int]]] = (
    ("kills", lambda toll: toll.kills),
    ("letters lost", lambda toll: toll.letters_lost),
    ("orders lost", lambda toll: toll.orders_lost),
    ("turns twice", lambda toll: toll.turns_twice),
    ("reports missing", lambda toll: toll.reports_missing),
    ("twice, same id", lambda toll: toll.same_id),
    ("twice otherwise", lambda toll: toll.otherwise),
)
_WIDTH = max(len(step.name) for step in STEPS)
_AT_ONCE = 3
"""So many deaths to a round; after each round everything is compared."""
_PASSINGS = 3


def main() -> int:
    """Run the soak; return 0 if nothing was lost, and nothing doubled that need not be."""
    parser = argparse.ArgumentParser(description="Kill the moderator again and again, and print what it cost.")
    parser.add_argument("--kills", type=int, default=1000, help="how often it is killed, in all (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the players and of the moments (%(default)s)")
    parser.add_argument("--minutes", type=float, default=0, help="stop after so long, however often it was killed")
    wanted = parser.parse_args()
    if reason := mailservers.missing():
        _print(f"The soak {reason}.")
        return 2
    tolls = {name: Toll() for name in (*(step.name for step in STEPS), ANY_MOMENT)}
    began = time.monotonic()
    try:
        with (
            tempfile.TemporaryDirectory(prefix="pbem-") as servers_folder,
            tempfile.TemporaryDirectory(prefix="pbem-") as folder,
            mailservers.servers(Path(servers_folder)) as servers,
            ServerCampaign(servers, Path(folder), wanted.seed) as campaign,
        ):
            for name, toll in _rounds(campaign, wanted.kills):
                tolls[name] += toll
                total = sum(tolls.values(), Toll())
                minutes = (time.monotonic() - began) / 60
                _print(f"{total.kills:5} of {wanted.kills} kills, {minutes:5.1f} minutes, harm {total.harm}: {name}")
                for line in toll.told:
                    _print(f"      {line}")
                if wanted.minutes and minutes > wanted.minutes:
                    break
    finally:
        _print_table(tolls)
    return 1 if sum(tolls.values(), Toll()).harm else 0


def _rounds(campaign: ServerCampaign, kills: int) -> Iterator[tuple[str, Toll]]:
    """Let it die at each step in turn, and between them at any moment, until it died often enough."""
    left = kills
    while left > 0:
        for step in STEPS:
            for name in (step.name, ANY_MOMENT):
                deaths = min(_AT_ONCE if name == step.name else 1, left)
                if deaths == 0:
                    return
                left -= deaths
                if name == ANY_MOMENT:
                    yield name, campaign.die_at_random(deaths)
                else:
                    yield name, campaign.die_at(step, deaths, most=_PASSINGS)


def _print_table(tolls: dict[str, Toll]) -> None:
    _print("")
    _print(f"{'step':<{_WIDTH}}" + "".join(f"  {title}" for title, _ in _COLUMNS))
    for name, toll in {**tolls, "all": sum(tolls.values(), Toll())}.items():
        _print(f"{name:<{_WIDTH}}" + "".join(f"  {figure(toll):>{len(title)}}" for title, figure in _COLUMNS))


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())

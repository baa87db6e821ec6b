"""Print the files of the moderator that a letter or a turn passes: ``python -m tools.trace letter|turn``.

A match of Rebel Commander is played in memory until one letter is answered and one turn is ruled. Then each file is
listed under its room, in the order of the first calls: of a letter that orders and asks something, from its bytes to
its acknowledgement; of a turn, from the deadline to the reports in the outbox. The game's own files are counted apart.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType

import moderator
from moderator.service.context import SeatPlan
from moderator.store.session import Store, migrate
from tests.support.world import World

HOME = Path(moderator.__file__).parent
GAME = "rebel-commander"
PEOPLE = ("Red", "Blue", "Green")
LETTER = "PASS\nSTATUS"


def played(store: Store) -> World:
    """Return a match in which one letter was answered and one turn was ruled."""
    world = World(store)
    seats = [SeatPlan(seat=seat, player=seat, addresses=(f"{seat.lower()}@pbem.test",)) for seat in PEOPLE]
    world.match(game=GAME, seats=[*seats, SeatPlan(seat="Empire", bot="random")], edition="planet")
    world.says(PEOPLE[0], LETTER)
    world.move(hours=49)
    world.look()
    return world


def letter(world: World) -> Callable[[], object]:
    """Let a letter come; return what acts on it."""
    world.put(world.raw(LETTER, f"{PEOPLE[0].lower()}@pbem.test", to=world.tag(PEOPLE[0])))
    return world.read


def turn(world: World) -> Callable[[], object]:
    """Let the deadline pass; return what runs the turn."""
    world.move(hours=49)
    return world.look


def passed(work: Callable[[], object]) -> list[Path]:
    """Return the files of the moderator that some work passes, in the order of the first calls."""
    found: dict[str, None] = {}

    def called(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            found.setdefault(frame.f_code.co_filename)

    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(None)
    return [Path(name).relative_to(HOME) for name in found if name.startswith(f"{HOME}/")]


def listed(files: Sequence[Path]) -> str:
    """Return files room by room, and how many there are."""
    rooms: dict[Path, list[str]] = {}
    for file in files:
        rooms.setdefault(file.parent, []).append(file.name)
    lines = [line for room, names in rooms.items() for line in (f"{room}/", *(f"    {name}" for name in names))]
    own = sum(file.parts[0] == "games" for file in files)
    return "\n".join([*lines, f"{len(files)} files, {own} of them the game's"]) + "\n"


WAYS: dict[str, Callable[[World], Callable[[], object]]] = {"letter": letter, "turn": turn}


def main() -> None:
    """Trace what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("way", choices=WAYS)
    way = parser.parse_args().way
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'trace.sqlite'}"
        migrate(url)
        store = Store(url)
        sys.stdout.write(listed(passed(WAYS[way](played(store)))))
        store.close()


if __name__ == "__main__":
    main()

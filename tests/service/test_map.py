"""The map of the house, docs/service.md, and the ways through it."""

from pathlib import Path

import pytest

from moderator.store.session import Store
from tools import trace

ROOT = Path(__file__).parents[2]
ROOMS = [path for path in (ROOT / "moderator" / "service").iterdir() if (path / "__init__.py").exists()]


def row(room: str) -> str:
    """Return what the map says of a room."""
    lines = (ROOT / "docs" / "service.md").read_text(encoding="utf-8").splitlines()
    return next(line for line in lines if line.startswith(f"| {room} |"))


@pytest.mark.parametrize("room", ROOMS, ids=[room.name for room in ROOMS])
def test_every_module_of_a_room_stands_in_the_map(room: Path) -> None:
    """The map names each module of a room, and none that is not there."""
    modules = {path.stem for path in room.glob("*.py")} - {"__init__"}
    assert set(row(f"`{room.name}/`").split("|")[3].replace("`", "").split()) == modules


def test_every_module_that_all_rooms_share_stands_in_the_map() -> None:
    """The root of the service is a row of the map, too."""
    modules = {path.stem for path in (ROOT / "moderator" / "service").glob("*.py")} - {"__init__"}
    assert set(row("the root").split("|")[3].replace("`", "").split()) == modules


def test_the_ways_of_a_letter_and_of_a_turn_are_traced(store: Store) -> None:
    """Each file is named where it is first called, and a letter passes no more of the moderator's own than these."""
    world = trace.played(store)
    letter, turn = ([f"{path}" for path in trace.passed(way(world))] for way in (trace.letter, trace.turn))
    way = [file for file in letter if file.startswith("service/inbox/")]
    assert [Path(file).stem for file in way] == ["intake", "desk", "identify", "apply_letter", "acknowledge"]
    assert sum(not file.startswith("games/") for file in letter) <= 67
    assert [Path(file).stem for file in turn if "/turns/" in file] == ["due", "adjudication", "recording"]

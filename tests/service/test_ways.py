"""The way of a letter and of a turn through the files, as ``docs/service.md`` tells it."""

from pathlib import Path

from moderator.store.session import Store
from tools import trace


def test_the_ways_of_a_letter_and_of_a_turn_are_traced(store: Store) -> None:
    """Each file is named where it is first called."""
    world = trace.played(store)
    letter, turn = ([f"{path}" for path in trace.passed(way(world))] for way in (trace.letter, trace.turn))
    way = [file for file in letter if file.startswith("service/inbox/")]
    assert [Path(file).stem for file in way] == ["intake", "desk", "identify", "apply_letter", "acknowledge"]
    assert [Path(file).stem for file in turn if "/turns/" in file] == ["due", "adjudication", "recording"]

"""What tests of the service share: known seeds, games with a part replaced, scenes of the twin law."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from moderator.core.game import AnyGame
from moderator.testing.altered import altered
from moderator.testing.stages import Stage
from tests.support.law_tables import SUBJECTS
from tests.support.seeds import counted, known_seeds, known_seeds_of_what_a_module_shares  # noqa: F401 - fixtures


@pytest.fixture
def alter() -> Iterator[Callable[[AnyGame, str, Any], None]]:
    """Give a way to replace a part of a game until the test is over: ``alter(GAME, "amend", other)``."""
    with ExitStack() as held:

        def change(game: AnyGame, part: str, other: Any) -> None:  # noqa: ANN401 - whatever the part is
            held.enter_context(altered(game, part, other))

        yield change


@pytest.fixture(scope="session")
def stage() -> Callable[[str], Stage]:
    """Give scenes of the twin law by the game and the name (``"night-watch: amid"``), each played once."""

    def played_once(name: str) -> Stage:
        game, _, scene = name.partition(": ")
        return SUBJECTS[game].scenes[scene].stage

    return played_once

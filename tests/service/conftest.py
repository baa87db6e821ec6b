"""What tests of the service share: known seeds, games with a part replaced, scenes of the twin law."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from moderator.core.game import AnyGame
from moderator.testing.altered import altered
from tests.support.seeds import counted, known_seeds, known_seeds_of_what_a_module_shares  # noqa: F401 - fixtures
from tests.support.twin_letters import Stage


@pytest.fixture
def alter() -> Iterator[Callable[[AnyGame, str, Any], None]]:
    """Give a way to replace a part of a game until the test is over: ``alter(GAME, "amend", other)``."""
    with ExitStack() as held:

        def change(game: AnyGame, part: str, other: Any) -> None:  # noqa: ANN401 - whatever the part is
            held.enter_context(altered(game, part, other))

        yield change


@pytest.fixture(scope="session")
def stage(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Stage]:
    """Give scenes of the twin law by name, each played once."""
    played: dict[str, Stage] = {}

    def played_once(name: str) -> Stage:
        if name not in played:
            with counted(name):  # whichever test asks first
                played[name] = Stage(name, migrated, tmp_path_factory.mktemp("scene"))
        return played[name]

    return played_once

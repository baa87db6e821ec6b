"""Seeds that are the same in every run, so that no test depends on luck."""

import hashlib
import itertools
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from moderator.core.game import AnyGame
from tests.support.altered import altered
from tests.support.twin_letters import SCENES, Stage


@pytest.fixture(autouse=True)
def known_seeds() -> Iterator[None]:
    """Draw the seeds of a test from a counter; each is still another."""
    with _counted("seed"):
        yield


@pytest.fixture(scope="module", autouse=True)
def known_seeds_of_what_a_module_shares() -> Iterator[None]:
    """Draw the seeds of a match that the tests of a module copy from a counter as well."""
    with _counted("shared seed"):
        yield


@contextmanager
def _counted(word: str) -> Iterator[None]:
    """Replace the source of seeds for a while; another word gives other seeds."""
    numbers = itertools.count()

    def token_bytes(size: int) -> bytes:
        return hashlib.sha256(f"{word} {next(numbers)}".encode()).digest()[:size]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("secrets.token_bytes", token_bytes)
        yield


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
            with _counted(name):  # whichever test asks first
                played[name] = Stage(SCENES[name], migrated, tmp_path_factory.mktemp("scene"))
        return played[name]

    return played_once

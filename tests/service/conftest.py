"""Seeds that are the same in every run, so that no test depends on luck."""

import hashlib
import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.twin_letters import SCENES, Stage


@pytest.fixture(autouse=True)
def known_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw seeds from a counter; each is still another."""
    numbers = itertools.count()

    def token_bytes(size: int) -> bytes:
        return hashlib.sha256(f"seed {next(numbers)}".encode()).digest()[:size]

    monkeypatch.setattr("secrets.token_bytes", token_bytes)


@pytest.fixture(scope="session")
def stage(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Stage]:
    """Give scenes of the twin law by name, each played once."""
    played: dict[str, Stage] = {}

    def played_once(name: str) -> Stage:
        if name not in played:
            played[name] = Stage(SCENES[name], migrated, tmp_path_factory.mktemp("scene"))
        return played[name]

    return played_once

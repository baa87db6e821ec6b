"""A match that has begun, for letters that mean harm."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.harm import begin, copy
from tests.support.world import World


@pytest.fixture(scope="module")
def begun(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a database with a match whose welcomes are sent, to be copied."""
    return begin(migrated, tmp_path_factory.mktemp("begun"))


@pytest.fixture
def world(begun: Path, tmp_path: Path) -> Iterator[World]:
    """Give a moderator of the test's own with that match."""
    yield from copy(begun, tmp_path)

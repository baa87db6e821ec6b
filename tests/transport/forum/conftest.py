"""A forum of each kind."""

from collections.abc import Iterator

import pytest

from tests.support.forums.worlds import WORLDS, World


@pytest.fixture(params=WORLDS)
def world(request: pytest.FixtureRequest) -> Iterator[World]:
    """Give a forum of each kind with its adapter."""
    world = WORLDS[request.param]()
    yield world
    world.forum.close()

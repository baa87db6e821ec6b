"""A match in which orders are numbered."""

import pytest

from moderator.store.session import Store
from tests.support.rebels import FORCES, SEATS
from tests.support.world import World


@pytest.fixture
def rebels(store: Store) -> World:
    """Give a match of Rebel Commander in which Red is asked for orders."""
    world = World(store)
    world.match("endor", "rebel-commander", SEATS, start=FORCES)
    return world

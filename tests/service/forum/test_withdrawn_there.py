"""A match of a forum that is withdrawn before its first turn."""

import pytest

from moderator.service.context import OverridePlan
from moderator.service.overrides.apply import apply
from moderator.store.session import Store
from tests.service.forum.test_playing_there import SeatAssignment
from tests.support.world import World


@pytest.mark.parametrize(("posted", "posts"), [(True, [2, 2]), (False, [])])
def test_nobody_is_named_in_a_forum_by_a_match_that_was_withdrawn_before(
    store: Store,
    posted: bool,  # noqa: FBT001 - a parameter of the test
    posts: list[int],
) -> None:
    """Where its threads stand already, each gets one last post; else none is opened."""
    place = SeatAssignment(World(store), posts=posted)
    plan = OverridePlan(name="oops", match="hoth", lines=("WITHDRAW wrong names",))
    apply(place.world.store, place.world.ctx, plan)
    place.post()
    assert [len(place.forum.texts(thread)) for thread in place.forum.threads] == posts

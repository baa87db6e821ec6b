"""A short match on every database that we run on: make, file, rule, amend, send, prove."""

from moderator.ports import Words
from moderator.service.context import OverridePlan
from moderator.service.overrides import Done, apply
from moderator.service.turns import Looked
from moderator.service.verify import verify_match
from moderator.store.session import Store
from tests.support.world import World


class Plain:
    """A renderer that says what kind of letter it is."""

    def render(self, letter: object) -> Words:
        """Name the kind."""
        return Words(subject=type(letter).__name__, text="")


def test_a_match_is_played_on_every_database(any_store: Store) -> None:
    """SQLite and PostgreSQL do the same."""
    world = World(any_store)
    world.match()
    world.says("Ann", "SEEK Bridge\nFLEE Gate")
    plan = OverridePlan(name="x", match="hoth", lines=("EXTEND 24h", "HEARTEN Ann 7"))
    assert apply(world.store, world.ctx, plan, dry_run=True).done is Done.REHEARSED
    assert apply(world.store, world.ctx, plan).done is Done.APPLIED
    assert apply(world.store, world.ctx, plan).done is Done.ALREADY
    world.move(hours=72)
    assert world.look() == {"hoth": Looked.RULED}
    subjects = [posted.dispatch.words.subject for posted in world.post(Plain())]
    assert sorted(set(subjects)) == ["Acknowledgement", "Memo", "Notice", "TurnReport", "Welcome"]
    assert verify_match(world.store, world.ctx, "hoth") == []

"""A match that keeps its secrets from its GM."""

import pytest
from msgspec.structs import replace

from moderator.service.context import MatchPlan, OverridePlan, SeatPlan
from moderator.service.matches import matches, secrecy
from moderator.service.overrides.apply import apply
from tests.support.world import ANN_AND_BOB, World

PLAN = MatchPlan(
    name="endor", game="night-watch", schedule="every 48h", zone="UTC", options={}, seats=tuple(ANN_AND_BOB)
)


def is_blind(world: World, name: str = "endor") -> bool:
    """Tell whether a match is blind."""
    with world.store.read() as session:
        match = matches.find(session, name)
        assert match is not None
        return secrecy.is_blind(session, world.ctx, match)


def make(world: World, plan: MatchPlan) -> None:
    """Make a match."""
    with world.store.write() as session:
        matches.create(session, world.ctx, plan)


def override(world: World, *lines: str, match: str = "endor") -> None:
    """Carry out an override."""
    apply(world.store, world.ctx, OverridePlan(name=lines[0], match=match, lines=lines))


def test_a_gm_sees_all_of_a_match_that_does_not_say_otherwise(empty_world: World) -> None:
    """As in matches that were made before a match could say so."""
    make(empty_world, PLAN)
    assert not is_blind(empty_world)


def test_a_match_may_be_blind(empty_world: World) -> None:
    """It says so in the operator's file."""
    make(empty_world, replace(PLAN, gm="blind"))
    assert is_blind(empty_world)


@pytest.mark.parametrize("address", ["gm@pbem.test", "GM+games@pbem.test"])
def test_a_match_in_which_the_gm_plays_is_blind_by_itself(empty_world: World, address: str) -> None:
    """Under any spelling that brings letters to the same mailbox."""
    ann, bob = ANN_AND_BOB
    make(empty_world, replace(PLAN, seats=(replace(ann, addresses=("anna@work.test", address)), bob)))
    assert is_blind(empty_world)


def test_a_gm_who_takes_a_seat_later_sees_no_more(empty_world: World) -> None:
    """And it stays so when the seat is given away: nobody looks between two overrides."""
    make(empty_world, PLAN)
    override(empty_world, 'REPLACE Bob WITH "Gemma" gm@pbem.test')
    assert is_blind(empty_world)
    override(empty_world, "REPLACE Bob WITH BOT random")
    assert is_blind(empty_world)


def test_a_gm_who_plays_elsewhere_sees_all_of_the_other_match(empty_world: World) -> None:
    """Each match is blind for itself."""
    gemma = SeatPlan(seat="Ann", player="Gemma", addresses=("gm@pbem.test",))
    make(empty_world, PLAN)
    make(empty_world, replace(PLAN, name="hoth", seats=(gemma, SeatPlan(seat="Bob", bot="random"))))
    assert (is_blind(empty_world), is_blind(empty_world, "hoth")) == (False, True)


def test_a_match_that_is_over_has_no_secrets(empty_world: World) -> None:
    """All that was sealed is opened."""
    make(empty_world, replace(PLAN, gm="blind"))
    override(empty_world, "END it snows")
    assert not is_blind(empty_world)


def test_a_running_match_stays_as_blind_as_it_began(empty_world: World) -> None:
    """The operator who writes otherwise is told that nothing changes."""
    make(empty_world, replace(PLAN, gm="blind"))
    with empty_world.store.read() as session:
        assert matches.differences(session, PLAN) == ['match "endor": gm stays as it was when the match began']

"""People who join a match behind masks: others see how many there are, and not who."""

import pytest

from moderator.service.context import SeatPlan
from moderator.service.recruiting import invitations, open_matches
from moderator.store.statuses import OpenStatus
from tests.support.harm import OURS
from tests.support.masked import words
from tests.support.recruits import answer, look, opens, status, writes
from tests.support.world import World


@pytest.fixture
def world(empty_world: World) -> World:
    """Give a masked match that people can join, in which one seat is given away, and one of them has joined."""
    empty_world.settings(authserv_id=OURS)
    eve = SeatPlan(seat="Gold", player="Eve Taken", addresses=("eve@pbem.test",))
    opens(empty_world, masks=True, seats=(eve,))
    writes(empty_world, "Dora", "JOIN endor")
    return empty_world


def test_others_see_how_many_have_joined(world: World) -> None:
    """Nobody's name, not even of who has a seat from the start."""
    writes(world, "Emil", "WHO endor")
    (line,) = answer(world).open
    assert (line.people, line.count, line.masked) == ((), 1, True)
    told = words(world.acknowledgement())
    assert "1 person has joined so far." in told
    assert "Gold is played by a masked player." in told
    assert "Its players are masked: nobody sees who they are until it is over." in told
    assert "Dora" not in told


def test_an_invitation_does_not_say_who_has_joined(world: World) -> None:
    """It is from somebody who has."""
    writes(world, "Dora", "INVITE fay@example.org endor")
    told = words(world.facts("stranger")[-1])
    assert "Somebody who has joined it invites you to play in endor." in told
    assert "Dora" not in told


def test_the_gm_invites_by_that_name(world: World) -> None:
    """As ever."""
    with world.store.write() as session:
        row = open_matches.lock(session, world.ctx, "endor")
        assert row is not None
        invitations.invite(session, world.ctx, row, "gus@example.org")
    assert "GM invites you" in words(world.facts("stranger")[-1])


def test_a_name_does_not_tell_that_somebody_has_it(world: World) -> None:
    """Two may be called alike: else the second would be given another name."""
    world.put(
        world.raw(
            "JOIN endor",
            "Dora <dora@other.test>",
            headers={"Authentication-Results": f"{OURS}; dmarc=pass header.from=other.test"},
        )
    )
    world.read()
    with world.store.read() as session:
        row = open_matches.find(session, "endor")
        assert row is not None
        assert [player.name for _, player in open_matches.people(session, row)] == ["Dora", "Dora"]


def test_the_match_begins_masked(world: World) -> None:
    """Once it is full, with all who have joined."""
    for name in ("Emil", "Fay"):
        writes(world, name, "JOIN endor")
    look(world)
    assert status(world) is OpenStatus.BEGUN
    told = [words(world.facts_of(row)) for row in world.rows("welcome") if row.seat == "Red"]
    assert len(told) == 1
    assert told[0].count("a masked player") == len(("Emil", "Fay", "Eve"))

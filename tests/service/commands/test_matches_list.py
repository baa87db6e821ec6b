"""MATCHES: a player's own matches with what is due, and those of others that spectators may know of."""

import pytest

from moderator.service.context import SeatPlan
from moderator.service.letter_parts import Answer
from moderator.store.session import Store
from tests.support.browsers import let_in
from tests.support.world import World

OTHERS = (
    SeatPlan(seat="Ann", player="Cora Lund", addresses=("cora@pbem.test",)),
    SeatPlan(seat="Bob", bot="random"),
)


@pytest.fixture
def world(any_store: Store) -> World:
    """Give two matches of Anna's, and one of others."""
    made = World(any_store)
    made.match()
    made.match("endor")
    made.match("dagobah", seats=OTHERS)
    return made


def listed(world: World, word: str = "MATCHES") -> Answer:
    """Return the answer to Anna."""
    return world.says("Ann", word).answers[0]


def test_matches_lists_ones_own_with_what_is_due(world: World) -> None:
    """Each with the seat, its deadline, and whether orders are recorded there."""
    world.says("Ann", "SEEK Mill")
    rows = {row.name: row for row in listed(world, "games, please").seats}
    assert rows.keys() == {"hoth", "endor"}
    assert (rows["hoth"].recorded, rows["hoth"].ready, rows["hoth"].seat) == (True, True, "Ann")
    assert (rows["endor"].recorded, rows["endor"].asked) == (False, True)
    assert rows["endor"].due.deadline == world.the_match("endor").deadline


def test_matches_lists_others_only_if_these_let_spectators_know(world: World) -> None:
    """Whose match lets nobody in is not named by it."""
    assert listed(world).matches == ()
    let_in(world.store, "over", "dagobah")
    assert [(match.name, [line.player for line in match.seats]) for match in listed(world).matches] == [
        ("dagobah", ["Cora Lund", ""])
    ]


def test_a_match_that_is_over_is_not_listed(world: World) -> None:
    """The answer is about what goes on."""
    for _ in range(40):
        world.move(hours=48)
        world.look()
    answer = listed(world)
    assert (answer.code, answer.seats, answer.matches) == ("matches", (), ())

"""SINCE, and the part of a report that follows missed turns: what happened since a player's last orders."""

import pytest

from moderator.service.facts import TurnReport
from moderator.store.session import Store
from tests.support.rebels import SEATS
from tests.support.world import World


@pytest.fixture
def world(any_store: Store) -> World:
    """Give a match of Rebel Commander with two people and a bot."""
    made = World(any_store)
    made.match("endor", "rebel-commander", SEATS)
    return made


def run_turn(world: World, *, red: str = "") -> None:
    """Run a turn for which Blue sends orders, and Red if something is given."""
    world.move(minutes=5)
    if red:
        world.says("Red", red, match="endor")
    world.says("Blue", "1. PASS", match="endor", sender="blue@pbem.test")
    world.move(hours=49)
    world.look()


def since(world: World) -> list[int]:
    """Return the turns that SINCE lists to Red."""
    answer = world.says("Red", "SINCE", match="endor").answers[0]
    assert answer.code == "since"
    assert len(answer.report.sections) in (0, len(answer.turns))
    return [turn.turn for turn in answer.turns]


def missed(world: World, seat: str) -> list[int]:
    """Return the turns that the newest report to a seat says were missed before."""
    told = world.facts_of([row for row in world.rows("turn-report") if row.seat == seat][-1])
    assert isinstance(told, TurnReport)
    return [turn.turn for turn in told.missed]


def test_since_lists_the_turns_from_the_one_that_the_last_orders_were_for(world: World) -> None:
    """After two turns without orders there are three: the orders and what came of them count, too."""
    run_turn(world, red="1. PASS")
    assert since(world) == [1]
    run_turn(world)
    run_turn(world)
    assert since(world) == [1, 2, 3]
    run_turn(world, red="1. PASS")
    assert since(world) == [4]


def test_nothing_has_happened_since_orders_for_the_turn_that_is_open(world: World) -> None:
    """The answer says so."""
    run_turn(world, red="1. PASS")
    world.says("Red", "1. PASS", match="endor")
    assert world.says("Red", "SINCE", match="endor").answers[0].code == "since-none"


def test_who_never_sent_orders_hears_of_all_turns(world: World) -> None:
    """From the time when the player took the seat."""
    run_turn(world)
    run_turn(world)
    assert since(world) == [1, 2]


def test_a_report_after_missed_turns_tells_what_these_brought(world: World) -> None:
    """It lists the turns before its own for which nothing came either; who sent orders reads of none."""
    run_turn(world, red="1. PASS")
    assert missed(world, "Red") == []
    run_turn(world)
    assert missed(world, "Red") == []
    run_turn(world)
    assert missed(world, "Red") == [2]
    run_turn(world)
    assert missed(world, "Red") == [2, 3]
    assert missed(world, "Blue") == []
    run_turn(world, red="1. PASS")
    assert missed(world, "Red") == []


def test_a_report_that_is_sent_again_tells_the_same(world: World) -> None:
    """Orders that were sent later change nothing in it."""
    run_turn(world, red="1. PASS")
    run_turn(world)
    run_turn(world)
    run_turn(world, red="1. PASS")
    world.says("Red", "RESEND TURN 3", match="endor")
    assert missed(world, "Red") == [2]

"""Reminders: as the match is set, or as a player wishes; what UNSUBSCRIBE stops, and what it does not."""

from datetime import timedelta

import pytest

from moderator.service.context import OverridePlan, SeatPlan
from moderator.service.overrides.apply import apply
from moderator.store.session import Store
from tests.support.cases import every_case
from tests.support.world import ANN_AND_BOB, World


@pytest.fixture
def world(any_store: Store) -> World:
    """Give a match with 48 hours a turn, in which nobody has sent anything."""
    made = World(any_store)
    made.match()
    return made


def reminded(world: World) -> list[str]:
    """Return who was reminded so far, in order."""
    return [row.seat for row in world.rows("reminder")]


def look_after(world: World, hours: float) -> list[str]:
    """Move the clock, look twice, and return who has been reminded by then."""
    world.move(hours=hours)
    world.remind()
    world.remind()
    return reminded(world)


def test_a_player_is_reminded_as_often_as_they_wish(world: World) -> None:
    """Ann wishes two reminders, nearer to the deadline than the one that Bob gets."""
    assert world.says("Ann", "SET REMIND 4h and 12 hours").answers[0].facts["value"] == "12h 4h"
    assert look_after(world, 24) == ["Bob"]
    assert look_after(world, 11) == ["Bob"]
    assert look_after(world, 1) == ["Bob", "Ann"]
    assert look_after(world, 8) == ["Bob", "Ann", "Ann"]
    assert look_after(world, 3.9) == ["Bob", "Ann", "Ann"]


def test_the_match_is_looked_at_when_the_next_reminder_is_due(world: World) -> None:
    """Nobody looks at a match in between, so a wish moves the time of the next look."""
    begun = world.clock.now()
    world.says("Ann", "SET REMIND 30h 2h")
    world.remind()
    assert world.next_look() == begun + timedelta(hours=24), "30 hours before is in the first half"
    look_after(world, 24)
    assert world.next_look() == begun + timedelta(hours=46)


def test_a_wish_brings_no_reminder_of_a_moment_that_has_passed(world: World) -> None:
    """Whoever wishes 20 hours, 4 hours before the deadline, has just written to us. Others get what they are due."""
    world.says("Ann", "SET REMIND 2h")
    world.move(hours=44)
    world.says("Ann", "SET REMIND 20h 1h")
    assert look_after(world, 0) == ["Bob"]
    assert look_after(world, 3) == ["Bob", "Ann"]


def test_who_has_sent_orders_is_not_reminded(world: World) -> None:
    """Of two reminders that were wished, the second does not come after the orders have."""
    world.says("Ann", "SET REMIND 24h 4h")
    look_after(world, 24)
    world.says("Ann", "SEEK Mill")
    assert look_after(world, 20) == ["Ann", "Bob"]


def test_who_takes_a_seat_over_is_reminded_as_they_wish(world: World) -> None:
    """Of the moments that are still to come; a welcome has just told of the deadline."""
    world.match("endor", seats=(SeatPlan(seat="Ann", player="Cat", addresses=("cat@pbem.test",)), *ANN_AND_BOB[1:]))
    world.says("Ann", "SET REMIND 23h 22h 4h\nREADY", match="endor", sender="cat@pbem.test")
    assert look_after(world, 25.5) == ["Ann", "Bob", "Bob"]
    replaced = OverridePlan(name="cat", match="hoth", lines=('REPLACE Bob WITH "Cat" cat@pbem.test',))
    apply(world.store, world.ctx, replaced)
    assert look_after(world, 0.25) == ["Ann", "Bob", "Bob"]
    assert world.next_look() == world.clock.now() + timedelta(hours=0.25)
    assert look_after(world, 0.25) == ["Ann", "Bob", "Bob", "Bob"]


def test_after_an_absence_of_ours_one_reminder_comes_for_all_that_passed(world: World) -> None:
    """The moderator was down at both moments."""
    world.says("Ann", "SET REMIND 24h 4h")
    assert look_after(world, 45) == ["Ann", "Bob"]


def test_another_deadline_brings_other_reminders(world: World) -> None:
    """What was due by the old deadline is not made up for; the new one has its own."""
    world.says("Ann", "SET REMIND 24h 4h")
    look_after(world, 30)
    apply(world.store, world.ctx, OverridePlan(name="longer", match="hoth", lines=("EXTEND 48h",)))
    assert look_after(world, 36) == ["Ann", "Bob"], "the notice of the new deadline came, and it is a while yet"
    assert look_after(world, 10) == ["Ann", "Bob", "Ann", "Bob"]
    assert look_after(world, 17) == ["Ann", "Bob", "Ann", "Bob", "Ann"]


@pytest.mark.parametrize("command", ["UNSUBSCRIBE", "SET REMIND OFF", "unsubscribe, please", "SET REMINDERS no"])
def test_reminders_can_be_stopped_and_brought_back(world: World, command: str) -> None:
    """They stop in all matches of the player, who stays in them; ON brings back what the match is set to."""
    world.match("endor")
    world.says("Ann", command)
    assert look_after(world, 40) == ["Bob", "Bob"]
    world.look()
    assert world.assignment("Ann").left is None
    world.says("Ann", "SET REMIND ON")
    assert look_after(world, 47).count("Ann") == 0, "the moment had passed"
    world.look()
    assert look_after(world, 24).count("Ann") > 0


def test_a_mail_programs_button_stops_reminders_by_the_subject(world: World) -> None:
    """Such letters hold the word in the subject, and below it whatever the program writes."""
    answer = world.says("Ann", "This message was sent by your mail program.", subject="UNSUBSCRIBE")
    assert [each.code for each in answer.answers] == ["unsubscribed"]
    assert look_after(world, 40) == ["Bob"]


def test_a_subject_that_answers_another_stops_nothing(world: World) -> None:
    """Orders below it are orders, and whoever wrote about it in a subject still gets reminders."""
    answer = world.says("Ann", "SEEK Mill", subject="Re: Unsubscribe")
    assert answer.answers == ()


@every_case("value", ["sometimes", "24h 12h 6h 3h", "5m", "3w", "24", "-4h", "24h or so"])
def test_times_that_nobody_can_mean_are_answered_with_those_that_can_be_set(world: World, value: str) -> None:
    """Up to three, from a quarter of an hour to two weeks."""
    answer = world.says("Ann", f"SET REMIND {value}").answers[0]
    assert answer.code == "preference-value"
    assert answer.lines == ("SET REMIND 24h", "SET REMIND 24h 4h", "SET REMIND OFF", "SET REMIND ON")

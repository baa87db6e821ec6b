"""What of the proofs and of a GM's amendment a report shows to whom; ``test_leaks`` has the twin law for all of it."""

from moderator.core import codec
from moderator.core.seats import Seat
from moderator.service.context import OverridePlan
from moderator.service.facts import TurnReport
from moderator.service.matches import order_requests, reports
from moderator.service.overrides.apply import apply
from tests.support.world import World


def report(world: World, seat: Seat) -> TurnReport:
    """Return a seat's newest report."""
    match = world.the_match()
    with world.store.read() as session:
        to = reports.reader(session, world.ctx, match, order_requests.assignments(session, match)[seat])
        return reports.turn(session, world.ctx, match, match.number, to)


def test_a_report_shows_salt_and_time_of_ones_own_order_set_alone(world: World) -> None:
    """Everybody's receipt is listed; what could help to search the order set behind it is not."""
    world.says("Ann", "FLEE Gate")
    world.says("Bob", "FLEE Quay")
    world.move(minutes=16)
    world.look()
    receipts = {each.seat: each for each in report(world, "Ann").receipts}
    assert receipts["Ann"].salt
    assert receipts["Ann"].arrived
    assert (receipts["Bob"].salt, receipts["Bob"].arrived) == ("", None)
    assert receipts["Bob"].value


def test_a_report_does_not_tell_how_often_another_seat_wrote(world: World) -> None:
    """The number of a receipt counts its seat's order sets, so only the author is told it."""
    for number, text in enumerate(("FLEE Gate", "FLEE Quay", "FLEE Gate")):
        world.says("Ann", text, subject=f"{number}")
    world.says("Bob", "FLEE Quay")
    world.move(minutes=16)
    world.look()
    numbers = {who: {each.seat: each.number for each in report(world, who).receipts} for who in ("Ann", "Bob")}
    assert numbers == {"Ann": {"Ann": 3, "Bob": None}, "Bob": {"Ann": None, "Bob": 1}}


def test_secret_throws_are_in_no_letter_before_the_end(world: World) -> None:
    """The roll list holds throws of the open stream only."""
    for number in range(3):
        world.says("Ann", "SEEK Alley\nGO Bridge", subject=f"{number}")
        world.move(hours=49)
        world.look()
        assert {roll.kind for roll in report(world, "Ann").rolls} == {"weather"}


def test_an_amendment_that_one_seat_may_know_is_in_its_next_report_alone(world: World) -> None:
    """The GM heartened Ann: her report tells it with the turn's news, Bob's does not."""
    apply(world.store, world.ctx, OverridePlan(name="x", match="hoth", lines=("HEARTEN Ann 7",)))
    world.move(hours=49)
    world.look()
    assert b"heartened" in codec.encode(report(world, "Ann").report)
    assert b"heartened" not in codec.encode(report(world, "Bob").report)

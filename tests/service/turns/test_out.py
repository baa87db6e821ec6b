"""A player whose side is out gets one closing letter, and then what that player chose."""

import pytest
from sqlmodel import col, select

from moderator.service.context import OverridePlan, SeatPlan
from moderator.service.facts import TurnReport
from moderator.service.overrides.apply import apply
from moderator.store.tables import Outbox
from tests.support.world import World

SEATS = tuple(SeatPlan(seat=seat, player=seat, addresses=(f"{seat}@pbem.test",)) for seat in ("Red", "Blue", "Empire"))
START = {
    "Red": {"A0": {"troops": 1}},
    "Blue": {"J7": {"troops": 6}},
    "Empire": {"A0": {"troops": 6}, "A5": {"troops": 6}},
}


@pytest.fixture
def beaten(empty_world: World) -> World:
    """Give a match in which Red has just lost its last unit."""
    empty_world.match("hoth", "rebel-commander", SEATS, edition="planet", start=START)
    _play(empty_world, "ATTACK A0")
    return empty_world


def _play(world: World, empire: str = "PASS", turns: int = 1) -> None:
    for _ in range(turns):
        world.says("Empire", empire, match="hoth")
        world.move(hours=49)
        world.look()


def _told(world: World, seat: str) -> list[int | None]:
    """Return the records of which a seat was sent reports."""
    with world.store.read() as session:
        wanted = select(Outbox.record).where(Outbox.kind == "turn-report", Outbox.seat == seat)
        return list(session.exec(wanted.order_by(col(Outbox.record))))


def test_who_is_out_gets_one_closing_letter_and_then_the_last(beaten: World) -> None:
    """No turn between sends a letter, though everybody else gets theirs; the last report links to the closing one."""
    _play(beaten, turns=3)
    assert (_told(beaten, "Red"), _told(beaten, "Blue")) == ([1], [1, 2, 3, 4])
    apply(beaten.store, beaten.ctx, OverridePlan(name="end", match="hoth", lines=("END enough",)))
    assert _told(beaten, "Red") == [1, beaten.the_match("hoth").number]
    closing, last = [beaten.facts_of(row) for row in beaten.rows("turn-report") if row.seat == "Red"]
    assert isinstance(closing, TurnReport)
    assert isinstance(last, TurnReport)
    assert (closing.out, last.out, last.after) == ("", "", 1)


def test_the_closing_letter_tells_of_the_choice(beaten: World) -> None:
    """Who still plays reads nothing of it."""
    told = {row.seat: beaten.facts_of(row) for row in beaten.rows("turn-report") if row.seat}
    choices = {seat: letter.out for seat, letter in told.items() if isinstance(letter, TurnReport)}
    assert choices == {"Red": "end", "Blue": "", "Empire": ""}


def test_who_is_out_may_watch_on_and_stop_again(beaten: World) -> None:
    """SET REPORTS ALL brings every report, SET REPORTS END none before the end; both hold for this match."""
    beaten.says("Red", "SET REPORTS ALL", match="hoth")
    _play(beaten, turns=2)
    assert _told(beaten, "Red") == [1, 2, 3]
    beaten.says("Red", "SET REPORTS END", match="hoth")
    _play(beaten, turns=2)
    assert _told(beaten, "Red") == [1, 2, 3]


def test_who_is_put_out_by_the_gm_gets_one_closing_letter(empty_world: World) -> None:
    """The report of the next turn tells of the choice, and then nothing comes before the end."""
    empty_world.match("hoth", "rebel-commander", SEATS, edition="planet", start=START)
    _play(empty_world)
    gone = OverridePlan(name="gone", match="hoth", lines=("REMOVE 1 TROOPS A0 FOR Red",))
    apply(empty_world.store, empty_world.ctx, gone)
    after = empty_world.the_match("hoth").number
    _play(empty_world, turns=3)
    assert _told(empty_world, "Red") == [1, after + 1]
    closing = [empty_world.facts_of(row) for row in empty_world.rows("turn-report") if row.seat == "Red"][-1]
    assert isinstance(closing, TurnReport)
    assert closing.out == "end"


def test_who_takes_over_a_seat_that_is_out_gets_one_closing_letter(beaten: World) -> None:
    """The player before got one; the one who came was told of no turn yet."""
    _play(beaten)
    taken = OverridePlan(name="new", match="hoth", lines=("REPLACE Red WITH Dora dora@pbem.test",))
    apply(beaten.store, beaten.ctx, taken)
    after = beaten.the_match("hoth").number
    _play(beaten, turns=3)
    assert _told(beaten, "Red") == [1, after + 1]


def test_a_choice_that_is_none_is_answered_with_both(beaten: World) -> None:
    """SET REPORTS SOMETIMES changes nothing."""
    answer = beaten.says("Red", "SET REPORTS SOMETIMES", match="hoth").answers[0]
    assert answer.lines == ("SET REPORTS ALL", "SET REPORTS END")

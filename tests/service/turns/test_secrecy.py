"""The twin law for letters: what a seat may not know changes no byte of its report but receipts, seals and seeds."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from sqlmodel import Session, select

from moderator.core import codec
from moderator.core.seats import Seat
from moderator.service import asking, records, reports
from moderator.service.context import OverridePlan
from moderator.service.facts import Receipt, TurnReport
from moderator.service.overrides import apply
from moderator.store.tables import Match, Record, Sheet
from tests.support.night_watch import GAME
from tests.support.night_watch.events import Walked
from tests.support.night_watch.orders import Flee, Go
from tests.support.world import World


def masked(letter: TurnReport) -> TurnReport:
    """Take away what may differ: receipts, seals and opened seeds."""
    receipts = tuple(Receipt(seat=each.seat, number=each.number, value="") for each in letter.receipts)
    return replace(letter, seal=None, opened=(), receipts=receipts)


def report(world: World, seat: Seat) -> TurnReport:
    """Return a seat's newest report."""
    match = world.the_match()
    with world.store.read() as session:
        to = reports.reader(session, world.ctx, match, asking.places(session, match)[seat])
        return reports.turn(session, world.ctx, match, match.number, to)


def change(world: World, edit: Callable[[Session, Match, Record], None]) -> None:
    """Change what is kept of the newest record."""
    with world.store.write() as session:
        match = session.exec(select(Match)).one()
        record = records.at(session, match, match.number)
        assert record is not None
        edit(session, match, record)
        session.add(match)
        session.add(record)


def other_place(_session: Session, match: Match, record: Record) -> None:
    """Put Bob into another street."""
    state = records.position(GAME, record.position)
    elsewhere = "Gate" if state.place["Bob"] != "Gate" else "Quay"
    record.position = codec.pack(replace(state, place={**state.place, "Bob": elsewhere}, courage=state.courage))
    match.state = record.position


def other_events(_session: Session, _match: Match, record: Record) -> None:
    """Let Bob have walked where only he knows."""
    body = records.body(GAME, record)
    ruling = body.rulings[0]
    events = (*ruling.events, Walked(seat="Bob", place="Gate", seen_by=("Bob",)))
    orders = {**ruling.orders, "Bob": (Go(goal="Gate"),)}
    ruled: Any = records.Ruled(ruling.number, orders, ruling.silent, events, ruling.throws)
    record.body = codec.pack(replace(body, rulings=(ruled,), standing={**body.standing, "Bob": (Flee(goal="Mill"),)}))


def other_sheet(session: Session, _match: Match, _record: Record) -> None:
    """Let Bob have sent something else."""
    sheet = session.exec(select(Sheet).where(Sheet.seat == "Bob")).one()
    sheet.orders = asking.pack_orders((Flee(goal="Mill"),))
    sheet.salt, sheet.receipt = b"other", "f" * 32
    session.add(sheet)


@pytest.mark.parametrize("edit", [other_place, other_events, other_sheet])
def test_what_bob_hides_is_nowhere_in_anns_report(world: World, edit: Callable[[Session, Match, Record], None]) -> None:
    """Bob's place, steps, standing orders and sheet are changed: Ann's letter is the same, Bob's is his own."""
    world.says("Ann", "FLEE Gate")
    world.says("Bob", "FLEE Quay")
    world.move(minutes=16)
    world.look()
    before = codec.encode(masked(report(world, "Ann")))
    change(world, edit)
    assert codec.encode(masked(report(world, "Ann"))) == before


def test_a_report_shows_salt_and_time_of_ones_own_sheet_alone(world: World) -> None:
    """Everybody's receipt is listed; what could help to search the sheet behind it is not."""
    world.says("Ann", "FLEE Gate")
    world.says("Bob", "FLEE Quay")
    world.move(minutes=16)
    world.look()
    receipts = {each.seat: each for each in report(world, "Ann").receipts}
    assert receipts["Ann"].salt
    assert receipts["Ann"].arrived
    assert (receipts["Bob"].salt, receipts["Bob"].arrived) == ("", None)
    assert receipts["Bob"].value


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

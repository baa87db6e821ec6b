"""Sealed bids, plays and hands: a match can be proved to its end, and a bid that is changed afterwards is found."""

import pytest
from msgspec.structs import replace
from sqlmodel import select

from moderator.core import codec
from moderator.games.buck_rogers_revised import GAME
from moderator.games.buck_rogers_revised.events.production import BidsOpened
from moderator.games.buck_rogers_revised.orders.types import Bid
from moderator.service.audit.verify import verify_match
from moderator.service.context import SeatPlan
from moderator.service.matches import records
from moderator.store.tables import Record
from tests.support.letters import proofs
from tests.support.world import World

NAME = "ceres"
SEATS = (SeatPlan(seat="Blue", player="Blue", addresses=("blue@pbem.test",)), SeatPlan(seat="Red", bot="captain"))


@pytest.fixture
def played(empty_world: World) -> World:
    """Give a match that is over, in which Blue has bid."""
    empty_world.match(NAME, GAME.info.key, SEATS, colours=1, end_turn=2)
    for text in ("MULLIGAN NO", "PASS", "BID 1\nWISH 2, 1", "BID 1"):
        empty_world.says("Blue", text, match=NAME)
        empty_world.move(hours=49)
        empty_world.look()
    proofs.play(empty_world, NAME)
    return empty_world


def codes(world: World) -> set[str]:
    """Return what does not hold in the match."""
    return {finding.code for finding in verify_match(world.store, world.ctx, NAME)}


def test_sealed_order_sets_dice_and_cards_hold_to_the_end(played: World) -> None:
    """In what is kept and in what the letters say alike."""
    assert codes(played) == set()
    files = [proofs.raw(letter) for letter in proofs.letters(played, "Blue", NAME)]
    assert proofs.found(files) == (set(), set())


def test_a_bid_that_is_changed_afterwards_is_found(played: World) -> None:
    """The turn is played otherwise then, and the digests tell."""
    with played.store.write() as session:
        for record in session.exec(select(Record)):
            body = records.body(GAME, record)
            steps = tuple(
                replace(step, orders={seat: tuple(map(_lowered, order_set)) for seat, order_set in step.orders.items()})
                for step in body.steps
            )
            if any(isinstance(event, BidsOpened) for step in steps for event in step.events):
                record.body = codec.pack(replace(body, steps=steps))
                session.add(record)
    assert codes(played)


def _lowered(order: object) -> object:
    return replace(order, bid=0) if isinstance(order, Bid) else order

"""Piles: units of one colour that stand together."""

import msgspec

from moderator.games.solar_system.board.piles import Pile
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import Kind, Load


def test_a_factory_aboard_is_told_as_a_number() -> None:
    """A record tells what was carried, and must be read again; a single Factory was written as true."""
    cargo = Pile(loads=[Load(0, factory=True)]).cargo
    assert cargo.counts == ((Kind.FACTORY, 1),)
    assert msgspec.json.decode(msgspec.json.encode(cargo), type=Units) == cargo

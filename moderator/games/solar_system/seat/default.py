"""The set-up of a silent seat, as the moderator proposes it."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from moderator.games.solar_system.board.placing import Placing
from moderator.games.solar_system.orders.types import Place
from moderator.games.solar_system.seat.view import Sight


def proposed(view: Sight, lines: Sequence[Place], *, afresh: bool = False) -> Iterator[Place]:
    """Give the set-up of a seat: its own lines as they are, then what the moderator proposes for what is left.

    ``afresh`` leaves out of account which colour stands where already. So bots answer, whose matches are on record.
    """
    yield from lines
    placing = Placing(view.forces, view.who, dict(view.reserve))
    if afresh:
        placing.taken.clear()
    for line in lines:
        placing.put(placing.find(line))
    for placed in placing.rest():
        yield Place(units=replace(placed.units, colour=placed.colour if len(view.own) > 1 else ""), zone=placed.zone)

"""The placing of starting units: by the lines of their seats, then by what is proposed."""

from collections.abc import Iterable

from moderator.core.seats import Seat
from moderator.games.solar_system.board.piles import total_of
from moderator.games.solar_system.board.placing import Placement, Placing
from moderator.games.solar_system.events.set_up import PlacementChanged, UnitsPlaced
from moderator.games.solar_system.orders.types import Place
from moderator.games.solar_system.rules.turn import Turn


def place(turn: Turn, seats: Iterable[Seat], most: int = 0) -> None:
    """Place the units of seats by their lines, then by what is proposed; ``most`` is how many units at a time."""
    for seat in seats:
        placing = Placing(turn, seat, turn.reserve, most)
        for line in turn.order_set(seat, Place):
            _carry_out(turn, placing, line)
        for placed in placing.rest():
            _say(turn, seat, placed)
        turn.reserve.update({colour: reserve.units for colour, reserve in placing.reserves.items()})


def _carry_out(turn: Turn, placing: Placing, line: Place) -> None:
    """Carry out a line as far as it can stand, and tell why it did not as a whole; none when enough is placed."""
    if not placing.left:
        return
    placed = placing.find(line)
    placing.put(placed)
    if total_of(placed.units):
        _say(turn, placing.seat, placed)
    if placed.cause is not None:
        turn.tell(PlacementChanged(seat=placing.seat, zone=line.zone, units=line.units, cause=placed.cause))


def _say(turn: Turn, seat: Seat, placed: Placement) -> None:
    turn.placed[seat] += 1
    turn.say(UnitsPlaced(seat=seat, colour=placed.colour, zone=placed.zone, units=placed.units))


def is_left(turn: Turn) -> bool:
    """Tell whether anybody has still units to place, and a zone for them."""
    return any(Placing(turn, seat, turn.reserve).is_left for seat in turn.in_play)

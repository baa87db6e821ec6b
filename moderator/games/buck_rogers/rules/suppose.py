"""A position that fits what a seat sees, and trying out an order set on it: conversion, theft, Movement, Building.

Nobody else has doctrine or courses there, and unknown numbers go by the table.
"""

from moderator.core.seats import Seat
from moderator.games.buck_rogers.rules import beginning, building
from moderator.games.buck_rogers.rules.state import OPEN, SeatState, State
from moderator.games.buck_rogers.rules.turn import Turn
from moderator.games.buck_rogers.seat.view import View
from moderator.games.solar_system.pieces import Colour
from moderator.games.solar_system.rules.rehearse import rehearsing


def suppose(view: View) -> State:
    """Return some position that this view may be of."""
    return State(
        **{name: getattr(view, name) for name in OPEN},
        sides=tuple(
            SeatState(
                view.doctrine if seat == view.who else (),
                view.courses if seat == view.who else (),
                conceded=seat in view.conceded,
                out=seat in view.out,
            )
            for seat in view.seats
        ),
        order=_order(view),
        acting=view.passed,
    )


def _order(view: View) -> tuple[Colour, ...]:
    """Return a turn order with the numbers that are known, the others in the order of the table."""
    known = dict(view.numbers)
    if not known and not (view.turn and view.options.order_known):
        return ()
    playing = [colour for seat in view.seats if seat not in view.out for colour in view.played(seat)]
    rest = iter(colour for colour in playing if colour not in known)
    places = {number: colour for colour, number in known.items()}
    return tuple(places.get(number) or next(rest) for number in range(1, len(playing) + 1))


def _before(turn: Turn, seat: Seat) -> None:
    beginning.convert(turn)
    beginning.steal(turn, seat)


def _after(turn: Turn, seat: Seat) -> None:
    building.dismantle(turn)
    building.build(turn, (seat,))


TRIAL = rehearsing(suppose, Turn, _before, _after)
"""How a seat's order set is tried out."""

"""What a GM may change."""

from collections.abc import Sequence

from msgspec.structs import replace

from moderator.core.dice import Dice
from moderator.core.errors import Problem, Stage
from moderator.core.game import IllegalAmendment, Resolution
from tests.support.night_watch.events import Heartened
from tests.support.night_watch.faults import WatchFault
from tests.support.night_watch.orders import Hearten
from tests.support.night_watch.state import State


def amend(state: State, amendments: Sequence[Hearten], _dice: Dice) -> Resolution[State]:
    """Set courage; the thief concerned is told."""
    events = []
    for index, order in enumerate(amendments):
        if order.seat not in state.seats or order.courage < 0:
            raise IllegalAmendment(Problem(code=WatchFault.NO_SUCH_SEAT, stage=Stage.ILLEGAL, order=index))
        state = replace(state, courage={**state.courage, order.seat: order.courage})
        events.append(Heartened(seat=order.seat, courage=order.courage, seen_by=(order.seat,)))
    return Resolution(state, tuple(events))

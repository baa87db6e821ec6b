"""What a GM may change."""

from collections.abc import Sequence

from msgspec.structs import replace

from moderator.core.dice import Dice, Why
from moderator.core.errors import Problem, Stage
from moderator.core.game import Event, IllegalAmendment, Resolution
from tests.support.night_watch.events import Heartened, Roused, Walked
from tests.support.night_watch.faults import WatchFault
from tests.support.night_watch.orders import Hearten, Rouse
from tests.support.night_watch.state import State
from tests.support.night_watch.view import STREETS


def amend(state: State, amendments: Sequence[Hearten | Rouse], dice: Dice) -> Resolution[State]:
    """Set courage, which the thief concerned is told, or wake a thief by the dice of both kinds."""
    events: list[Event] = []
    for index, order in enumerate(amendments):
        seat = order.seat
        if seat not in state.seats or (isinstance(order, Hearten) and order.courage < 0):
            raise IllegalAmendment(Problem(code=WatchFault.NO_SUCH_SEAT, stage=Stage.ILLEGAL, order=index))
        if isinstance(order, Hearten):
            courage = order.courage
            events.append(Heartened(seat=seat, courage=courage, seen_by=(seat,)))
        else:
            courage = dice.open.d(6, Why("rouse", seats=(seat,), n=index))
            street = dice.secret.pick(STREETS, Why("wake", seats=(seat,), n=index))
            state = replace(state, place={**state.place, seat: street})
            events += [Roused(seat=seat, courage=courage), Walked(seat=seat, place=street, seen_by=(seat,))]
        state = replace(state, courage={**state.courage, seat: courage})
    return Resolution(state, tuple(events))

"""What is wrong with an order set, as far as its author can know."""

from collections.abc import Iterator, Sequence

from moderator.core.errors import Problem, Stage
from moderator.core.game import Prompt
from tests.support.night_watch.faults import WatchFault
from tests.support.night_watch.orders import AnyOrder, Flee, Go
from tests.support.night_watch.view import STREETS, View, next_to


def check(view: View, prompt: Prompt, orders: Sequence[AnyOrder]) -> tuple[Problem, ...]:
    """Complain about orders of the wrong phase, second orders of a kind, and streets out of reach."""
    return tuple(_complaints(view, prompt, orders))


def _complaints(view: View, prompt: Prompt, orders: Sequence[AnyOrder]) -> Iterator[Problem]:
    kinds: list[type[AnyOrder]] = []
    here = view.place[view.who]
    for index, order in enumerate(orders):
        if prompt.phase == "retreat" and not isinstance(order, Flee):
            yield Problem(code=WatchFault.ONLY_FLEE, stage=Stage.ILLEGAL, order=index)
        elif type(order) in kinds:
            yield Problem(code=WatchFault.ONE_OF_A_KIND, stage=Stage.ILLEGAL, order=index)
        elif reach := _out_of_reach(order, prompt, here):
            yield Problem(
                code=WatchFault.OUT_OF_REACH,
                stage=Stage.ILLEGAL,
                order=index,
                facts={"street": reach, "near": next_to(here)},
            )
        kinds.append(type(order))


def _out_of_reach(order: AnyOrder, prompt: Prompt, here: str) -> str:
    """Return the street that cannot be meant; where a thief will be when beaten, nobody knows in advance."""
    if isinstance(order, Go):
        return "" if order.goal in next_to(here) else order.goal
    if isinstance(order, Flee):
        near = next_to(here) if prompt.phase == "retreat" else STREETS
        return "" if order.goal in near else order.goal
    return "" if order.place in STREETS else order.place

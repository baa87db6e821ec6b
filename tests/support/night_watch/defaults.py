"""What silence means."""

from collections.abc import Sequence

from moderator.core.game import Prompt
from tests.support.night_watch.orders import AnyOrder, Flee
from tests.support.night_watch.view import View, next_to


def default(view: View, prompt: Prompt, standing: Sequence[AnyOrder]) -> tuple[AnyOrder, ...]:
    """Stay at night; when beaten, run as told in advance."""
    if prompt.phase == "night":
        return tuple(order for order in standing if isinstance(order, Flee))[:1]
    return tuple((*_told(view, standing), Flee(goal=next_to(view.place[view.who])[0]))[:1])


def unasked(view: View, prompt: Prompt, standing: Sequence[AnyOrder]) -> bool:
    """Tell whether who is beaten has told where to run, or has only one way open."""
    return prompt.phase != "night" and (bool(_told(view, standing)) or len(next_to(view.place[view.who])) == 1)


def _told(view: View, standing: Sequence[AnyOrder]) -> list[Flee]:
    """Return where a seat has told that it would run, as far as it can from where it is."""
    ways = next_to(view.place[view.who])
    return [order for order in standing if isinstance(order, Flee) and order.goal in ways]

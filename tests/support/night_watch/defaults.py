"""What silence means."""

from collections.abc import Sequence

from moderator.core.game import Default, Prompt
from tests.support.night_watch.orders import AnyOrder, Flee
from tests.support.night_watch.view import View, next_to


def default(view: View, prompt: Prompt, standing: Sequence[AnyOrder]) -> Default[AnyOrder]:
    """Stay at night; when beaten, run as told in advance, unasked where one way is open only."""
    if prompt.phase == "night":
        return Default(tuple(order for order in standing if isinstance(order, Flee))[:1])
    ways = next_to(view.place[view.who])
    told = [order for order in standing if isinstance(order, Flee) and order.goal in ways]
    if told:
        return Default((told[0],), final=True)
    return Default((Flee(goal=ways[0]),), final=len(ways) == 1)

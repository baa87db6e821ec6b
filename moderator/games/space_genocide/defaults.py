"""What silence means: doctrine stands, fleets go on where they were sent, and the set-up is what was proposed."""

from collections.abc import Sequence

from moderator.core.game import Default, Lasts, Prompt
from moderator.games.space_genocide.check import check
from moderator.games.space_genocide.orders import GenocideOrder, Move
from moderator.games.space_genocide.phrases import Fleets
from moderator.games.space_genocide.view import View


def default(view: View, prompt: Prompt, standing: Sequence[GenocideOrder]) -> Default[GenocideOrder]:
    """Return the moves that are under way and the doctrine that still can be followed.

    The position keeps both by itself, so an empty sheet would do the same: they are named for the reader's sake.
    """
    going = [Move(fleets=Fleets((fleet.number,)), way=fleet.course) for fleet in view.own if fleet.course]
    doctrine = [order for order in standing or view.doctrine if order.lasts is Lasts.CHANGED]
    orders = (*going, *doctrine)
    fallen = {problem.order for problem in check(view, prompt, orders) if problem.falls}
    return Default(tuple(order for index, order in enumerate(orders) if index not in fallen))

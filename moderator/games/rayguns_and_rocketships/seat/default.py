"""What silence means: the set-up as it lies, the helmsman's programme, doctrine that stands."""

from collections.abc import Iterator, Sequence

from moderator.core.game import Prompt
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.board.field import Field
from moderator.games.rayguns_and_rocketships.orders.types import ChooseSide, Face, RayOrder, Station, Take
from moderator.games.rayguns_and_rocketships.seat.check import check
from moderator.games.rayguns_and_rocketships.seat.forecast import programme
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import captain_of, commands


def default(view: View, prompt: Prompt, standing: Sequence[RayOrder]) -> tuple[RayOrder, ...]:
    """Return what would be done unasked, as far as it can be.

    Tasks go on by themselves and are not said again.
    """
    if unasked(view, prompt, standing):
        return ()
    orders = tuple(set_up(view, view.field) if prompt.phase == "setup" else _under_way(view))
    fallen = {problem.order for problem in check(view, prompt, orders) if problem.falls}
    return tuple(order for index, order in enumerate(orders) if index not in fallen)


def unasked(view: View, prompt: Prompt, standing: Sequence[RayOrder]) -> bool:
    """Tell whether a seat has no figure left (setting 32)."""
    del prompt, standing
    return view.who not in view.seats or not view.crew(view.who)


def set_up(view: View, field: Field) -> Iterator[RayOrder]:
    """Give the lines that say the set-up as it lies, with figures where they stand on a field."""
    ship, plan = field.ships[view.who], deck(view.who)
    if view.options.sides == "chosen":
        yield ChooseSide(side=captain_of(view.who).usual)
    yield Face(heading=ship.heading)
    for figure in field.figures_of(view.who):
        if figure.ship == view.who and figure.at in plan.post_at:
            yield Station(figure=figure.name, post=plan.post_at[figure.at])
    yield Take(card=commands().deck[view.who].first)


def _under_way(view: View) -> Iterator[RayOrder]:
    if view.phase == "round":
        yield programme(view)
    yield from view.own.doctrine

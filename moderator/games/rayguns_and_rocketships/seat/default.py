"""What silence means: the set-up as it lies, the helmsman's programme, doctrine that stands."""

from collections.abc import Iterator, Sequence

from moderator.core.codec import tag_of
from moderator.core.game import Default, Prompt
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.board.helm import goal_of, helmsman
from moderator.games.rayguns_and_rocketships.orders.types import (
    ChooseSide,
    Face,
    Helm,
    Program,
    RayOrder,
    Station,
    Take,
)
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import captain_of, commands


def default(view: View, prompt: Prompt, standing: Sequence[RayOrder]) -> Default[RayOrder]:
    """Return what would be done unasked; who has no figure left need not be asked (setting 32).

    Tasks go on by themselves and are not said again.
    """
    del standing
    if view.who not in view.seats or not view.crew(view.who):
        return Default((), final=True)
    if prompt.phase == "setup":
        return Default(tuple(order for order in _set_up(view) if tag_of(type(order)) in prompt.verbs))
    program = (programme(view),) if view.phase == "round" else ()
    return Default((*program, *view.own.doctrine))


def programme(view: View, begun: Sequence[str] = (), lines: Sequence[RayOrder] = ()) -> Program:
    """Return the helmsman's cards, those that a letter has ``begun`` with first; HELM of its ``lines`` counts."""
    helm = [line for line in (*lines, *view.own.doctrine) if isinstance(line, Helm)]
    goal = goal_of(view.field, view.who, helm)
    return Program(cards=helmsman(view.field, view.who, view.own.hand, goal, begun))


def _set_up(view: View) -> Iterator[RayOrder]:
    ship = view.field.ships[view.who]
    if view.options.sides == "chosen":
        yield ChooseSide(side=captain_of(view.who).usual)
    yield Face(heading=ship.heading)
    for figure in view.crew(view.who):
        yield Station(figure=figure.name, post=deck(view.who).post_at[figure.at])
    yield Take(card=commands().deck[view.who].first)

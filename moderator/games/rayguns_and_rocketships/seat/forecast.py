"""What orders lead to if nobody else moved: the cards that the helmsman adds, and the ship's course Turn by Turn."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from moderator.core.codec import kebab
from moderator.games.rayguns_and_rocketships.board.field import Lack
from moderator.games.rayguns_and_rocketships.board.helm import Course, complete_programme, crew_moves, goal_of, sail
from moderator.games.rayguns_and_rocketships.board.steps import Met, Sky
from moderator.games.rayguns_and_rocketships.orders.types import (
    Doctrine,
    Helm,
    Program,
    RayOrder,
    Steer,
    by_priority,
    for_round,
    standing,
)
from moderator.games.rayguns_and_rocketships.pieces import Heading, Node
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import cards_of


class TurnForeseen(Struct, frozen=True, tag=kebab):
    """A Turn: where card and crew bring the ship, the card's tokens, and what a Star card lacks.

    ``met`` is what the card's moves run into, on ``goal``; ``steps`` are those of engines and cockpits, ``steered``: a
    line of the letter says them. ``path`` are the nodes that are entered.
    """

    turn: int
    card: str
    met: Met
    goal: Node
    steps: str
    steered: bool
    path: tuple[Node, ...]
    at: Node
    heading: Heading
    tokens: int
    lacks: tuple[Lack, ...]


def programme(view: View, begun: Sequence[str] = (), orders: Sequence[RayOrder] = ()) -> Program:
    """Return the helmsman's cards, those that a letter has ``begun`` with first; HELM of its ``orders`` counts."""
    helm = by_priority(Helm, view.turn, *_in_force(view, orders))
    goal = goal_of(view.field, view.who, helm)
    return Program(cards=complete_programme(view.field, view.who, view.own.hand, goal, begun))


def foresee(view: View, cards: Sequence[str], orders: Sequence[RayOrder]) -> Iterator[TurnForeseen]:
    """Give what each Turn of a programme leads to, up to the first card that the seat does not have."""
    field, seat, known = view.field, view.who, cards_of(view.who)
    ship, sky = field.ships.get(seat), Sky(field.stars, field.rocks, {})
    if ship is None:
        return
    lines = _in_force(view, orders)
    at, heading = ship.at, ship.heading
    for turn, name in _to_come(view, cards):
        if name not in known:
            return
        card = known[name]
        moved = sail(Course(at, heading), card.moves, sky)
        steer, helm = by_priority(Steer, turn, *lines), by_priority(Helm, turn, *lines)
        signs = "" if moved.bumps else crew_moves(field, seat, moved, steer, helm)
        end = sail(moved, signs, sky)
        at, heading = end.at, end.heading
        yield TurnForeseen(
            turn=turn,
            card=name,
            met=sky.obstacle(moved.met) if moved.bumps else "",
            goal=moved.met,
            steps=signs,
            steered=bool(steer),
            path=(*moved.path, *end.path),
            at=at,
            heading=heading,
            tokens=card.tokens,
            lacks=field.lacks(seat, name) if card.star else (),
        )


def _in_force(view: View, orders: Sequence[RayOrder]) -> tuple[tuple[RayOrder, ...], tuple[Doctrine, ...]]:
    """Return the lines for this Round and the doctrine that stand with orders."""
    return for_round(view.own.lines, orders), standing(view.own.doctrine, orders)


def _to_come(view: View, cards: Sequence[str]) -> list[tuple[int, str]]:
    """Return the cards that are still to be played by Turn: of a letter, or what was programmed and lies up."""
    if view.phase == "round":
        return list(enumerate(cards, 1))
    up = view.side(view.who).shown[view.turn - 1 : view.turn]
    return list(enumerate((*up, *view.own.program), view.turn))

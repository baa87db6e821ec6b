"""The programme of a helmsman, and where any programme leads a ship if nobody else moved.

Card by card, each with what STEER says then or the helmsman would do.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from moderator.games.rayguns_and_rocketships.board.helm import Course, Helmsman, goal_of, helmsman, steered
from moderator.games.rayguns_and_rocketships.board.steps import TURN, Met, Sky, step
from moderator.games.rayguns_and_rocketships.orders.types import Helm, Program, RayOrder, Steer, turns_of
from moderator.games.rayguns_and_rocketships.pieces import Heading, Node
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import cards_of


class Leg(Struct, frozen=True):
    """A Turn: ``met`` is what the card's moves run into, on ``goal``; ``steps`` are those of engines and cockpits.

    ``path`` are the nodes that are entered; ``steered``: a line of the letter says the steps.
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


def programme(view: View, begun: Sequence[str] = (), lines: Sequence[RayOrder] = ()) -> Program:
    """Return the helmsman's cards, those that a letter has ``begun`` with first; HELM of its ``lines`` counts."""
    helm = [line for line in (*lines, *view.own.doctrine) if isinstance(line, Helm)]
    goal = goal_of(view.field, view.who, helm)
    return Program(cards=helmsman(view.field, view.who, view.own.hand, goal, begun))


def to_come(view: View, cards: Sequence[str]) -> list[tuple[int, str]]:
    """Return the cards that are still to be played by Turn: of a letter, or what was programmed and lies up."""
    if view.phase == "round":
        return list(enumerate(cards, 1))
    up = view.side(view.who).shown[view.turn - 1 : view.turn]
    return list(enumerate((*up, *view.own.program), view.turn))


def legs(view: View, cards: Sequence[str], orders: Sequence[RayOrder]) -> Iterator[Leg]:
    """Give the Turns of a programme; nothing without a ship. Bears cards that are not there."""
    ship, known = view.ship(view.who), cards_of(view.who)
    if ship is None:
        return
    sky = Sky(view.field.stars, view.field.rocks, {})
    course = Course(ship.at, ship.heading)
    for turn, name in to_come(view, cards):
        if name not in known:
            return
        course, met, goal, path = _sail(sky, course, known[name].moves)
        signs, said = _crew(view, orders, turn, course)
        course, _, _, more = _sail(sky, course, "" if met else signs)
        yield Leg(turn, name, met, goal, "" if met else signs, said, (*path, *more), course.at, course.heading)


def _sail(sky: Sky, course: Course, signs: str) -> tuple[Course, Met, Node, tuple[Node, ...]]:
    """Return where signs lead, what they run into and where, and the nodes entered."""
    at, heading, met, goal = course.at, course.heading, "", ""
    path: list[Node] = []
    for sign in signs:
        if met and sign not in TURN:
            continue
        done = step(at, heading, sign, sky)
        if done.at != at:
            path.append(done.at)
        at, heading = done.at, done.heading
        met, goal = (done.met, done.goal) if done.met else (met, goal)
    return Course(at, heading), met, goal, tuple(path)  # type: ignore[return-value]


def _crew(view: View, orders: Sequence[RayOrder], turn: int, course: Course) -> tuple[str, bool]:
    """Return the signs of engines and cockpits in a Turn, and whether a line says them."""
    lines = [line for line in (*orders, *view.own.lines) if turn in (turns_of(line) or (turn,))]
    steer = next((line for line in sorted(lines, key=lambda line: not turns_of(line)) if isinstance(line, Steer)), None)
    if steer is not None:
        return steered(view.field, view.who, steer), True
    helm = [line for line in (*lines, *view.own.doctrine) if isinstance(line, Helm)]
    goal = goal_of(view.field, view.who, sorted(helm, key=lambda line: not turns_of(line)))
    return Helmsman(view.field, view.who, goal).best(course)[0], False

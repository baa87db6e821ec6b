"""Legality of an order set, judged on what its author knows.

The author's own orders are played out on the view. In the *plan* all of them succeed. In the *hope* a place has every
unit that could be there when its turn comes: no enemy is in the way, building uses nothing up, and a move takes
units away only if nothing but their loss can prevent it, which is tried on what is *sure* to be there. An order
that meets an obstacle even in the hope is illegal; one that meets it in the plan alone is doubtful, since others may
change it.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from moderator.core.errors import Problem, Stage
from moderator.core.game import Prompt
from moderator.core.seats import Seat
from moderator.games.rebel_commander.board.effects import apply, cargo_at, cargo_of, changes
from moderator.games.rebel_commander.board.field import TROOPS, Field, field_of
from moderator.games.rebel_commander.board.legality import CREW, STEPS, Obstacle, find_obstacle
from moderator.games.rebel_commander.board.order_set import assign_labels
from moderator.games.rebel_commander.faults import RebelFault
from moderator.games.rebel_commander.orders.language import LANGUAGE
from moderator.games.rebel_commander.orders.types import (
    ALL,
    CAPACITY,
    Attack,
    Build,
    BuildTroops,
    Deed,
    Move,
    MoveTransport,
    Pass,
    RebelOrder,
)
from moderator.games.rebel_commander.seat.view import View
from moderator.games.rebel_commander.tables import Edition, edition_of

_HINTS = 2
_OVERLOADED = (RebelFault.OVERLOAD, RebelFault.NO_CARGO, RebelFault.USED_UP)
_WRONG_SLOT = {RebelFault.TOO_FAR: "goal", RebelFault.NO_UNIT: "origin", RebelFault.USED_UP: "origin"}
"""Which slot of a move another place can stand for, by the obstacle."""


def check(view: View, prompt: Prompt, orders: Sequence[RebelOrder]) -> tuple[Problem, ...]:
    """Complain about an order set; orders that share a number or have none on the order set fall."""
    placed, faults = assign_labels(prompt.numbers, orders)
    problems = [
        Problem(
            code=code,
            stage=Stage.ILLEGAL,
            order=index,
            facts={"numbers": prompt.numbers, "number": orders[index].number},
        )
        for index, code in faults
    ]
    edition, seat = edition_of(view.options), view.who
    plan = field_of(view.options, view.seats, view.stacks)
    hope = field_of(view.options, view.seats, (stack for stack in view.stacks if view.is_friend(stack.seat)))
    sure = hope.copy()
    for label, index in placed.items():
        order = orders[index]
        if isinstance(order, Pass):
            continue
        impossible, unlikely = find_obstacle(hope, edition, seat, order), find_obstacle(plan, edition, seat, order)
        obstacle, stage = _complaint(plan, seat, order, impossible, unlikely)
        if obstacle:
            facts = _facts(edition, obstacle, order)
            hints = _hints(plan, edition, seat, replace(order, number=label), obstacle)
            problems.append(Problem(code=obstacle.cause, stage=stage, order=index, facts=facts, hints=hints))
        if not unlikely:
            _succeed(plan, seat, order)
        if not impossible:
            _hope_for(hope, sure, edition, seat, order)
    return tuple(sorted(problems, key=lambda problem: problem.order or 0))


def _complaint(
    plan: Field, seat: Seat, order: Deed, impossible: Obstacle | None, unlikely: Obstacle | None
) -> tuple[Obstacle | None, Stage]:
    """Return what is wrong with an order, and how gravely, by the obstacles in the hope and in the plan."""
    if impossible:
        return impossible, Stage.ILLEGAL
    if unlikely and unlikely.cause != RebelFault.ENEMY_PRESENT:
        return replace(unlikely, cause=RebelFault.USED_UP), Stage.DOUBTFUL
    if isinstance(order, MoveTransport) and order.troops == ALL and not cargo_at(plan, seat, order):
        return Obstacle(RebelFault.NO_LOAD, order.origin), Stage.DOUBTFUL
    if isinstance(order, Attack) and not plan.enemy_count(seat, plan.board.index[order.place]):
        return Obstacle(RebelFault.NO_ENEMY_KNOWN, order.place), Stage.DOUBTFUL
    return unlikely, Stage.DOUBTFUL


def _succeed(plan: Field, seat: Seat, order: Deed) -> None:
    """Let an order succeed in the plan."""
    if not isinstance(order, Attack):
        apply(plan, seat, order)
    else:
        place = plan.board.index[order.place]
        for foe in plan.enemy_seats_at(seat, place):
            plan.clear(foe, place)


def _hope_for(hope: Field, sure: Field, edition: Edition, seat: Seat, order: Deed) -> None:
    """Add to the hope what an order can bring, and take from what is sure what it can use."""
    if isinstance(order, Move) and find_obstacle(sure, edition, seat, order) is None:
        apply(hope, seat, order)
        apply(sure, seat, order)
    elif not isinstance(order, Attack):
        for place, kind, delta in changes(hope, seat, order):
            if delta > 0:
                hope.change(seat, place, kind, delta)
            elif used := min(-delta, sure.counts(seat, place)[kind]):
                sure.change(seat, place, kind, -used)


def _facts(edition: Edition, obstacle: Obstacle, order: Deed) -> dict[str, str | int | tuple[str, ...]]:
    """Return what the complaint's words may tell."""
    return {
        "place": obstacle.place,
        "present": obstacle.present,
        "enemies": obstacle.enemies,
        "capacity": CAPACITY,
        "first": edition.board.names[0],
        "last": edition.board.names[-1],
        "unit": order.unit or "",
        "steps": STEPS[order.unit] if isinstance(order, Move) else 0,
        "crew": CREW[order.unit] if isinstance(order, Build) else 0,
        "troops": cargo_of(order, CAPACITY) if isinstance(order, Move) else 0,
        "verb": order.verb,
        **({"origin": order.origin, "goal": order.goal} if isinstance(order, Move) else {}),
    }


def _hints(plan: Field, edition: Edition, seat: Seat, order: Deed, obstacle: Obstacle) -> tuple[str, ...]:
    """Return whole lines that would do instead, each legal where the order stands."""
    others = (other for other in _alternatives(plan, seat, order, obstacle) if other != order)
    legal = (LANGUAGE.line(other) for other in others if find_obstacle(plan, edition, seat, other) is None)
    return tuple(islice(legal, _HINTS))


def _alternatives(field: Field, seat: Seat, order: Deed, obstacle: Obstacle) -> Iterator[Deed]:
    """Propose orders that come near to the one that cannot be, the nearest first; some may not be possible either.

    These are a smaller load, an attack on those in the way, Troops instead of what is made of them, and the same order
    at another place.
    """
    board, cause = field.board, obstacle.cause
    slot = _WRONG_SLOT.get(cause) if isinstance(order, Move) else "place"
    places: Iterable[int] = field.piles[seat]
    if isinstance(order, MoveTransport) and cause in _OVERLOADED:
        slot, most = None, min(CAPACITY, order.troops, field.counts(seat, board.index[order.origin])[TROOPS])
        yield replace(order, troops=most)
    elif isinstance(order, Move) and cause == RebelFault.TOO_FAR:
        places = board.near[STEPS[order.unit]][board.index[order.origin]]
    elif isinstance(order, Attack):
        places = (place for place in places if field.enemy_count(seat, place))
    elif isinstance(order, Build) and cause == RebelFault.ENEMY_PRESENT:
        slot = None
        yield Attack(place=order.place, number=order.number)
    elif isinstance(order, Build) and cause in (RebelFault.TOO_FEW, RebelFault.NO_TROOPS):
        yield BuildTroops(place=order.place, number=order.number)
    if slot:
        near = board.index.get(getattr(order, slot), 0)
        for place in sorted(places, key=lambda place: (board.distance(place, near), place)):
            yield replace(order, **{slot: board.names[place]})

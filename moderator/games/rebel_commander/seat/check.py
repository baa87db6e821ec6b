"""Legality of an order set, judged on what its author knows.

The author's own orders are played out on the view. In the *plan* all of them succeed. In the *hope* a place has every
unit that could be there when its turn comes: no enemy is in the way, building uses nothing up, and a move takes
units away only if nothing but their loss can prevent it, which is tried on what is *sure* to be there. What is barred
even in the hope is illegal; what is barred in the plan alone is doubtful, since others may change it.
"""

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from moderator.core.errors import Problem, Stage
from moderator.core.game import Prompt
from moderator.core.seats import Seat
from moderator.games.rebel_commander.board.bars import CREW, STEPS, Bar, bar
from moderator.games.rebel_commander.board.effects import apply, cargo_at, cargo_of, changes
from moderator.games.rebel_commander.board.field import TROOPS, Field, field_of
from moderator.games.rebel_commander.board.order_set import arrange
from moderator.games.rebel_commander.faults import RebelFault
from moderator.games.rebel_commander.orders.language import LANGUAGE
from moderator.games.rebel_commander.orders.types import (
    ALL,
    CAPACITY,
    AnyBuild,
    AnyMove,
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


def check(view: View, prompt: Prompt, orders: Sequence[RebelOrder]) -> tuple[Problem, ...]:
    """Complain about an order set; orders that share a number or have none on the order set fall."""
    placed, faults = arrange(prompt.numbers, orders)
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
    hope = field_of(view.options, view.seats, (stack for stack in view.stacks if view.friends(stack.seat)))
    sure = hope.copy()
    for label, index in placed.items():
        order = orders[index]
        if isinstance(order, Pass):
            continue
        problem = _judge(plan, hope, edition, seat, order)
        if problem:
            problems.append(
                Problem(
                    code=problem[0].cause,
                    stage=problem[1],
                    order=index,
                    facts=_facts(edition, problem[0], order),
                    hints=_hints(plan, edition, seat, replace(order, number=label), problem[0]),
                )
            )
        if bar(plan, edition, seat, order) is None:
            _succeed(plan, seat, order)
        if bar(hope, edition, seat, order) is None:
            _hope_for(hope, sure, edition, seat, order)
    return tuple(sorted(problems, key=lambda problem: problem.order or 0))


def _judge(plan: Field, hope: Field, edition: Edition, seat: Seat, order: Deed) -> tuple[Bar, Stage] | None:
    """Return what is wrong with an order, and how gravely."""
    if impossible := bar(hope, edition, seat, order):
        return impossible, Stage.ILLEGAL
    if unlikely := bar(plan, edition, seat, order):
        code = unlikely.cause if unlikely.cause == RebelFault.ENEMY_PRESENT else RebelFault.USED_UP
        return replace(unlikely, cause=code), Stage.DOUBTFUL
    if isinstance(order, MoveTransport) and order.troops == ALL and not cargo_at(plan, seat, order):
        return Bar(RebelFault.NO_LOAD, order.origin), Stage.DOUBTFUL
    if isinstance(order, Attack) and not plan.enemies(seat, plan.board.index[order.place]):
        return Bar(RebelFault.NO_ENEMY_KNOWN, order.place), Stage.DOUBTFUL
    return None


def _succeed(plan: Field, seat: Seat, order: Deed) -> None:
    """Let an order succeed in the plan."""
    if not isinstance(order, Attack):
        apply(plan, seat, order)
    else:
        place = plan.board.index[order.place]
        for foe in plan.foes_at(seat, place):
            plan.clear(foe, place)


def _hope_for(hope: Field, sure: Field, edition: Edition, seat: Seat, order: Deed) -> None:
    """Add to the hope what an order can bring, and take from what is sure what it can use."""
    if isinstance(order, Move) and bar(sure, edition, seat, order) is None:
        apply(hope, seat, order)
        apply(sure, seat, order)
    elif not isinstance(order, Attack):
        for place, kind, delta in changes(hope, seat, order):
            if delta > 0:
                hope.change(seat, place, kind, delta)
            elif used := min(-delta, sure.counts(seat, place)[kind]):
                sure.change(seat, place, kind, -used)


def _facts(edition: Edition, obstacle: Bar, order: Deed) -> dict[str, str | int | tuple[str, ...]]:
    """Return what the complaint's words may tell."""
    facts: dict[str, str | int | tuple[str, ...]] = {
        "place": obstacle.place,
        "present": obstacle.present,
        "enemies": obstacle.enemies,
        "capacity": CAPACITY,
        "first": edition.board.names[0],
        "last": edition.board.names[-1],
        "unit": order.unit or "",
        "steps": 0,
        "crew": 0,
        "troops": 0,
        "verb": order.verb,
    }
    if isinstance(order, Move):
        facts |= {"steps": STEPS[order.unit], "troops": cargo_of(order, CAPACITY)}
        facts |= {"origin": order.origin, "goal": order.goal}
    elif isinstance(order, Build):
        facts |= {"crew": CREW[order.unit]}
    return facts


def _hints(plan: Field, edition: Edition, seat: Seat, order: Deed, obstacle: Bar) -> tuple[str, ...]:
    """Return whole lines that would do instead, each legal where the order stands."""
    found: dict[str, None] = {}
    for other in _instead(plan, seat, order, obstacle):
        labelled = replace(other, number=order.number)
        if len(found) < _HINTS and labelled != order and bar(plan, edition, seat, other) is None:
            found[LANGUAGE.line(labelled)] = None
    return tuple(found)


def _instead(field: Field, seat: Seat, order: Deed, obstacle: Bar) -> Iterable[RebelOrder]:
    """Propose orders that come near to the one that cannot be, the nearest first; some may be barred too."""
    if isinstance(order, Build):
        yield from _instead_of_building(field, seat, order, obstacle)
    elif isinstance(order, Attack):
        for place in sorted(field.piles[seat], key=_distance(field, order.place)):
            if field.enemies(seat, place):
                yield Attack(place=field.board.names[place])
    else:
        yield from _instead_of_moving(field, seat, order, obstacle)


def _instead_of_building(field: Field, seat: Seat, order: AnyBuild, obstacle: Bar) -> Iterable[RebelOrder]:
    """Propose to attack who is in the way, to build less there, or the same elsewhere."""
    if obstacle.cause == RebelFault.ENEMY_PRESENT:
        yield Attack(place=order.place)
        return
    if obstacle.cause in (RebelFault.TOO_FEW, RebelFault.NO_TROOPS):
        yield BuildTroops(place=order.place)
    for place in sorted(field.piles[seat], key=_distance(field, order.place)):
        yield type(order)(place=field.board.names[place])


def _instead_of_moving(field: Field, seat: Seat, order: AnyMove, obstacle: Bar) -> Iterable[RebelOrder]:
    """Propose a smaller load, a nearer goal on the way, or a unit that can reach the goal."""
    board, steps = field.board, STEPS[order.unit]
    if isinstance(order, MoveTransport) and obstacle.cause in (
        RebelFault.OVERLOAD,
        RebelFault.NO_CARGO,
        RebelFault.USED_UP,
    ):
        troops = min(CAPACITY, order.troops, field.counts(seat, board.index[order.origin])[TROOPS])
        yield MoveTransport(origin=order.origin, goal=order.goal, troops=troops)
        return
    if obstacle.cause == RebelFault.TOO_FAR:
        reach = board.near[steps][board.index[order.origin]]
        for goal in sorted(reach, key=_distance(field, order.goal)):
            yield _moved(order, order.origin, board.names[goal])
    if obstacle.cause in (RebelFault.NO_UNIT, RebelFault.USED_UP):
        reach = board.near[steps][board.index[order.goal]]
        for origin in sorted(reach, key=_distance(field, order.origin)):
            yield _moved(order, board.names[origin], order.goal)


def _moved(order: AnyMove, origin: str, goal: str) -> RebelOrder:
    """Return a like move between other places, without its number."""
    return replace(order, origin=origin, goal=goal, number="")


def _distance(field: Field, name: str) -> Callable[[int], tuple[int, int]]:
    """Return the key that sorts places by their distance to one, then row by row."""
    goal = field.board.index.get(name, 0)
    return lambda place: (field.board.distance(place, goal), place)

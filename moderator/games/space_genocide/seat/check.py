"""Legality of an order set, judged on what its author knows.

Its lines are tried out one after another on the author's own fleets. What its own mats, planets and hand rule out is
illegal; what others can still change, or what is lawful and hardly meant, is doubtful.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial

from msgspec.structs import replace

from moderator.core.errors import Fact, Problem
from moderator.core.game import Prompt
from moderator.games.space_genocide.faults import GenocideFault, note, warning, wrong
from moderator.games.space_genocide.orders.language import LANGUAGE
from moderator.games.space_genocide.orders.types import (
    DOCTRINE,
    SETUP_ORDERS,
    TOPICS,
    Deploy,
    Forget,
    FormFleet,
    GenocideOrder,
    Join,
    LeaveShips,
    Play,
    PlayWhen,
    SetUpOrder,
    TypePlanet,
)
from moderator.games.space_genocide.pieces import Place
from moderator.games.space_genocide.seat.drafting import Draft, bare_homeworld
from moderator.games.space_genocide.seat.hints import alternatives
from moderator.games.space_genocide.seat.judge import Judge
from moderator.games.space_genocide.seat.last_worlds import Threat
from moderator.games.space_genocide.seat.plan import Trial, is_peace
from moderator.games.space_genocide.seat.view import View

_BEYOND_WORDS = (GenocideFault.NO_CARDS, GenocideFault.NOT_IN_HAND, GenocideFault.WRONG_PHASE)
"""What is wrong with a line whatever it names: no other of its kind would stand."""


def check(view: View, prompt: Prompt, orders: Sequence[GenocideOrder], trial: Trial) -> tuple[Problem, ...]:
    """Complain about an order set; a line that falls is not tried out, so the next ones are judged without it."""
    judge = Judge(view, trial, orders)
    alone = cache(partial(Judge, view, trial, orders))
    at_stake = {threat.place: -1 for threat in judge.threats()}
    problems = []
    for index, faults in enumerate(_line_by_line(judge, prompt, orders)):
        order = orders[index]
        stands = partial(_settles, view, orders, index) if isinstance(order, SETUP_ORDERS) else partial(_stands, alone)
        offered = alternatives(view, order, stands) if _can_be_mended(faults) else ()
        problems += [replace(fault, order=index, hints=offered) for fault in faults]
        at_stake = {threat.place: at_stake.get(threat.place, index) for threat in judge.threats()}
    gone = {problem.order for problem in problems if problem.falls}
    bare = () if is_peace(view, orders) else tuple(_worlds_left_bare(judge.threats(), at_stake))
    return (*problems, *bare, *_bare_homeworld(view, orders, gone), *_replaced_doctrine(view, orders, gone))


def _line_by_line(judge: Judge, prompt: Prompt, orders: Sequence[GenocideOrder]) -> Iterator[list[Problem]]:
    """Give what is wrong with each line, those before it carried out."""
    draft = Draft(judge.view)
    for index, order in enumerate(orders):
        judge.plan.ahead = orders[index + 1 :]
        if not prompt.admits(type(order)):
            yield [wrong(GenocideFault.WRONG_PHASE, phase=prompt.phase)]
        elif isinstance(order, SETUP_ORDERS):
            yield list(draft.faults(order))
        else:
            yield list(judge.faults(order))


def _bare_homeworld(view: View, orders: Sequence[GenocideOrder], gone: set[int | None]) -> Iterator[Problem]:
    """Doubt the last line of a set-up by which the Homeworld begins without a fleet."""
    lines = {index: order for index, order in enumerate(orders) if index not in gone}
    settling = [index for index, order in lines.items() if isinstance(order, TypePlanet | FormFleet | LeaveShips)]
    place = bare_homeworld(view, tuple(lines.values())) if settling else None
    if place is not None:
        yield replace(warning(GenocideFault.HOMEWORLD_BARE, place=place), order=settling[-1])


def _worlds_left_bare(bare: Iterable[Threat], since: Mapping[Place, int]) -> Iterator[Problem]:
    """Doubt the lines after which a last world that had ships has none."""
    for threat in bare:
        if since[threat.place] >= 0:
            foe: dict[str, Fact] = {"seat": threat.foe.seat, "fleet": threat.foe.number, "far": threat.far}
            left = warning(GenocideFault.LAST_WORLD_LEFT, place=threat.place, world=threat.world.value, **foe)
            yield replace(left, order=since[threat.place])


def lines_that_fall(
    view: View, prompt: Prompt, orders: Sequence[GenocideOrder], trial: Trial
) -> dict[int, list[Problem]]:
    """Return the lines of an order set that fall, and why: what ``check`` finds, without what is said of the others."""
    judged = enumerate(_line_by_line(Judge(view, trial, orders), prompt, orders))
    found = {index: [fault for fault in faults if fault.falls] for index, faults in judged}
    return {index: faults for index, faults in found.items() if faults}


def lines_that_stand(
    view: View, prompt: Prompt, orders: Sequence[GenocideOrder], trial: Trial
) -> tuple[GenocideOrder, ...]:
    """Return an order set without the lines that fall, judged again until none does.

    In a match that began when lines that do nothing stood its bots keep theirs, else it would not come out the same.
    """
    lines = list(orders)
    while gone := {
        index
        for index, faults in lines_that_fall(view, prompt, lines, trial).items()
        if not (view.options.idle_lines and all(_is_idle(fault, lines[index]) for fault in faults))
    }:
        lines = [line for number, line in enumerate(lines) if number not in gone]
    return tuple(lines)


def _is_idle(fault: Problem, line: GenocideOrder) -> bool:
    """Tell whether a line falls only as it would do nothing."""
    return fault.code == GenocideFault.ALREADY_THERE or (
        fault.code == GenocideFault.SAME_FLEET and isinstance(line, Join)
    )


def _replaced_doctrine(view: View, orders: Sequence[GenocideOrder], gone: set[int | None]) -> Iterator[Problem]:
    """Tell which standing doctrine an order set puts others of its kind in the place of, once a kind."""
    counting = [(index, order) for index, order in enumerate(orders) if index not in gone]
    lines = [order for _, order in counting]
    taken_back = {kind for order in lines if isinstance(order, Forget) for kind in TOPICS[order.topic]}
    for kind in DOCTRINE:
        old = tuple(LANGUAGE.line(line) for line in view.doctrine if type(line) is kind and line not in lines)
        first = next((index for index, order in counting if type(order) is kind), None)
        if old and first is not None and kind not in taken_back:
            yield replace(note(GenocideFault.DOCTRINE_REPLACED, lines=old), order=first)


def _can_be_mended(faults: Sequence[Problem]) -> bool:
    """Tell whether a line falls that could stand in other words."""
    return any(fault.falls and fault.code not in _BEYOND_WORDS for fault in faults)


def _stands(alone: Callable[[], Judge], order: PlayWhen | Play | Deploy) -> bool:
    """Tell whether a line would stand if it were alone on the order set, and a card not be kept."""
    faults = alone().faults(order) if isinstance(order, Deploy) else alone().card(order)
    return not any(fault.falls or fault.code == GenocideFault.CARD_IN_VAIN for fault in faults)


def _settles(view: View, orders: Sequence[GenocideOrder], at: int, order: SetUpOrder) -> bool:
    """Tell whether a line of a set-up would stand with all others of the order set in its place."""
    draft = Draft(view)
    for number, other in enumerate(orders):
        if number != at and isinstance(other, SETUP_ORDERS):
            list(draft.faults(other))
    return not list(draft.faults(order))

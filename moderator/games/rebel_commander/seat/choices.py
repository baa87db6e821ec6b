"""What can fill the gaps of orders, as a seat sees the board.

Orders of a turn build on each other, and three of them reach far: every place can stand where one begins. The likeliest
come first.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from moderator.games.rebel_commander.board.legality import STEPS, missing_to_build
from moderator.games.rebel_commander.orders.types import CAPACITY, Attack, Build, Move, RebelOrder
from moderator.games.rebel_commander.pieces import UNITS, Stack
from moderator.games.rebel_commander.seat.view import View
from moderator.games.rebel_commander.tables import board_of
from moderator.kit.choices import ByGap, ByOrder, OpenGap, choose


def choices(view: View, kind: type[RebelOrder], gap: str, chosen: Mapping[str, Any]) -> Sequence[str] | None:
    """Return what can fill a gap."""
    return choose(OpenGap(view, kind, gap, chosen), _BY_ORDER, _BY_GAP)


def _targets(gap: OpenGap[View]) -> Sequence[str]:
    """Return all places, first those of enemies, the nearest first."""
    steps = _steps(gap.view, _own(gap.view))
    return sorted(steps, key=lambda name: (not _met(gap.view, name), steps[name]))


def _nearest(gap: OpenGap[View]) -> Sequence[str]:
    """Return all places, first where the order could be given now, then those beside."""
    steps = _steps(gap.view, _able(gap))
    return sorted(steps, key=steps.__getitem__)


def _goals(gap: OpenGap[View]) -> Sequence[str]:
    """Return the places that a unit can reach from where it is, the nearest first."""
    board = board_of(gap.view.options)
    origin = board.index.get(gap.chosen.get("origin", ""))
    if origin is None or not issubclass(gap.kind, Move):
        return board.names
    steps = {name: board.distance(origin, at) for at, name in enumerate(board.names)}
    return sorted((name for name in steps if 0 < steps[name] <= STEPS[gap.kind.unit]), key=steps.__getitem__)


def _loads(_gap: OpenGap[View]) -> Sequence[str]:
    return "ALL", *map(str, range(1, CAPACITY + 1))


_BY_GAP: ByGap[View, Sequence[str]] = {"origin": _nearest, "goal": _goals, "place": _nearest, "troops": _loads}
_BY_ORDER: ByOrder[View, Sequence[str]] = {(Attack, "place"): _targets}


def _own(view: View) -> Sequence[Stack]:
    return [stack for stack in view.stacks if stack.seat == view.who]


def _met(view: View, place: str) -> bool:
    """Tell whether enemies are in sight at a place."""
    return not all(view.is_friend(stack.seat) for stack in view.stacks_at(place))


def _able(gap: OpenGap[View]) -> Sequence[Stack]:
    """Return the seat's stacks that could carry out an order of a kind that moves or builds."""
    own, kind = _own(gap.view), gap.kind
    if issubclass(kind, Move):
        return [stack for stack in own if stack.counts[UNITS.index(kind.unit)]]
    free = [stack for stack in own if not _met(gap.view, stack.place)]
    return [stack for stack in free if issubclass(kind, Build) and not missing_to_build(kind.unit, stack.counts)]


def _steps(view: View, stacks: Sequence[Stack]) -> Mapping[str, int]:
    """Return how many steps each place of the board is from the nearest of some stacks; 0 for all if there is none."""
    board = board_of(view.options)
    starts = [board.index[stack.place] for stack in stacks]
    return {
        name: min((board.distance(at, start) for start in starts), default=0) for at, name in enumerate(board.names)
    }

"""What can fill the gaps of orders, as a seat sees the board.

Every place can: orders of a turn build on each other, and three of them reach far. The likeliest stand first.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from moderator.games.rebel_commander.board.legality import missing_to_build
from moderator.games.rebel_commander.orders.types import CAPACITY, Attack, Build, Move, RebelOrder
from moderator.games.rebel_commander.pieces import UNITS, Stack
from moderator.games.rebel_commander.seat.view import View
from moderator.games.rebel_commander.tables import board_of

Chooser: TypeAlias = Callable[[View, type[RebelOrder]], Sequence[str]]


def choices(view: View, kind: type[RebelOrder], gap: str) -> Sequence[str]:
    """Return what can fill a gap."""
    return _targets(view) if kind is Attack else _BY_GAP[gap](view, kind)


def _targets(view: View) -> Sequence[str]:
    """Return all places, first those of enemies, the nearest first."""
    steps = _steps(view, _own(view))
    return sorted(steps, key=lambda name: (not _met(view, name), steps[name]))


def _nearest(view: View, kind: type[RebelOrder]) -> Sequence[str]:
    """Return all places, first where the order could be given now, then those beside."""
    steps = _steps(view, _able(view, kind))
    return sorted(steps, key=steps.__getitem__)


def _goals(view: View, kind: type[RebelOrder]) -> Sequence[str]:
    """Return all places, first those beside units that could go now."""
    steps = _steps(view, _able(view, kind))
    return sorted(steps, key=lambda name: (not steps[name], steps[name]))


def _loads(_view: View, _kind: type[RebelOrder]) -> Sequence[str]:
    return "ALL", *map(str, range(1, CAPACITY + 1))


_BY_GAP: Mapping[str, Chooser] = {"origin": _nearest, "goal": _goals, "place": _nearest, "troops": _loads}


def _own(view: View) -> Sequence[Stack]:
    return [stack for stack in view.stacks if stack.seat == view.who]


def _met(view: View, place: str) -> bool:
    """Tell whether enemies are in sight at a place."""
    return not all(view.is_friend(stack.seat) for stack in view.stacks_at(place))


def _able(view: View, kind: type[RebelOrder]) -> Sequence[Stack]:
    """Return the seat's stacks that could carry out an order of a kind that moves or builds."""
    own = _own(view)
    if issubclass(kind, Move):
        return [stack for stack in own if stack.counts[UNITS.index(kind.unit)]]
    free = [stack for stack in own if not _met(view, stack.place)]
    return [stack for stack in free if issubclass(kind, Build) and not missing_to_build(kind.unit, stack.counts)]


def _steps(view: View, stacks: Sequence[Stack]) -> Mapping[str, int]:
    """Return how many steps each place of the board is from the nearest of some stacks; 0 for all if there is none."""
    board = board_of(view.options)
    starts = [board.index[stack.place] for stack in stacks]
    return {
        name: min((board.distance(at, start) for start in starts), default=0) for at, name in enumerate(board.names)
    }

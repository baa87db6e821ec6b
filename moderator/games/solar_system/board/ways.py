"""The shortest way of a group of units, this turn and in the turns after, as the planets move on.

A way is sought among what everybody sees. It avoids zones where others could fire at who passes, where that costs one
zone more at most and the goal is reached all the same; of ways as good the one with fewer foreign territories is taken.
"""

from collections.abc import Callable, Mapping
from heapq import heappop, heappush

from msgspec import Struct
from msgspec.structs import replace

from moderator.games.solar_system.board.sky import Sky

_STEP, _FIRE, _BRUSH, _FOREIGN = 1000, 1400, 20, 1
_EARLIER = 64
"""Steps of earlier turns count for so much less: what can be done now is not put off."""

NOWHERE = -1
_FARTHEST = 12
"""Turns that a way may take at most."""


class Walk(Struct, frozen=True):
    """How a group can go: which steps it may take, where it must stop, where it may end a turn.

    ``fire`` tells where others could fire at who passes, ``foreign`` which territories are not its own. ``toll`` is
    what a step costs besides, by the zone before it: ``came``, where it begins this turn's way.
    """

    enters: Callable[[int, int], bool]
    halts: Callable[[int], bool]
    ends: Callable[[int], bool]
    fire: Callable[[int], bool]
    foreign: Callable[[int], bool]
    toll: Callable[[int, int, int], int] | None
    came: int


class Route(Struct, frozen=True):
    """The zones to enter this turn, and in how many turns the goal is reached: 0 for this one."""

    zones: tuple[int, ...]
    turns: int


class _Reach(Struct):
    """What can be reached in a turn: by zone the weight, the steps, the zone before, and where the turn began."""

    weight: dict[int, int]
    steps: dict[int, int]
    came: dict[int, int]
    began: dict[int, int]

    def way(self, there: int) -> tuple[int, ...]:
        """Return the zones that are entered this turn on the way to a zone."""
        out = []
        while there in self.came:
            out.append(there)
            there = self.came[there]
        return tuple(reversed(out))


def route(skies: Callable[[int], Sky], walk: Walk, start: int, goal: int, steps: tuple[int, int]) -> Route | None:
    """Return the way to a goal with ``steps``: those of this turn and of each turn after; None without one.

    ``skies`` gives the board some turns from now.
    """
    if start == goal:
        return Route((), 0)
    now = skies(0)
    for fire in (_FIRE, _BRUSH):
        reach = _reach(now, walk, {start: 0}, steps[0], fire, goal)
        if goal in reach.steps:
            return Route(reach.way(goal), 0)
    return _later(skies, walk, reach, goal, steps[1])


def _later(skies: Callable[[int], Sky], walk: Walk, first: _Reach, goal: int, allowance: int) -> Route | None:
    """Return a way that takes more turns than one: where to be at the end of this one is told by its part."""
    ends = {zone: zone for zone in first.weight if zone not in first.came or walk.ends(zone)}
    weights = {zone: first.weight[zone] // _EARLIER for zone in ends}
    walk = replace(walk, came=NOWHERE)
    for turn in range(1, _FARTHEST):
        reach = _reach(skies(turn), walk, weights, allowance, _BRUSH, goal)
        if goal in reach.steps:
            return Route(first.way(ends[reach.began[goal]]), turn)
        ends = {zone: ends[reach.began[zone]] for zone in reach.weight if zone in weights or walk.ends(zone)}
        weights = {zone: reach.weight[zone] // _EARLIER for zone in ends}
    return None


def _reach(  # noqa: PLR0917 - all that is needed to look around
    sky: Sky, walk: Walk, starts: Mapping[int, int], left: int, fire: int, goal: int = NOWHERE
) -> _Reach:
    """Return all that can be reached from some zones, each with its weight; once the goal is there, nothing more."""
    reach = _Reach(dict(starts), dict.fromkeys(starts, 0), {}, {zone: zone for zone in starts})
    enters, foreign, toll = walk.enters, walk.foreign, walk.toll
    heap = sorted((weight, 0, zone) for zone, weight in starts.items())
    while heap:
        weight, steps, here = heappop(heap)
        if here == goal and here in reach.came:
            break
        if weight > reach.weight[here] or (here in reach.came and walk.halts(here)):
            continue
        if here in reach.came and walk.fire(here):
            weight += fire
        before = reach.came.get(here, walk.came)
        for there in sky.near[here]:
            cost = sky.cost(here, there) + (toll(before, here, there) if toll else 0)
            taken = steps + cost
            if taken > left or not enters(here, there):
                continue
            whole = weight + cost * _STEP + foreign(there) * _FOREIGN
            if whole < reach.weight.get(there, whole + 1):
                reach.weight[there], reach.steps[there], reach.came[there] = whole, taken, here
                reach.began[there] = reach.began[here]
                heappush(heap, (whole, taken, there))
    return reach


def within(sky: Sky, walk: Walk, start: int, left: int) -> dict[int, int]:
    """Return the zones that can be reached this turn, with the steps that each takes."""
    return _reach(sky, walk, {start: 0}, left, _BRUSH).steps

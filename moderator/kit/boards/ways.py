"""Ways over a board: the shortest one, and how far one gets on it in a turn.

A way is a list of places after the one that it begins at. A place that ends a move is gone around where that costs
less than about a turn.
"""

from array import array
from collections.abc import Callable, Container, Sequence
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias

Step: TypeAlias = tuple[int, int]
"""A place that can be entered, and how many movement points that costs."""

_POINT = 100
"""A movement point; each step costs one part of it besides, so that of two ways as cheap the shorter one is taken."""

_DELAY = 6 * _POINT
"""What ending a move on the way counts for."""

_FAR = 1 << 30

_KEPT = 512
"""At most this many goals' fields are kept for a board, four bytes a place, and so many ways around."""


class _Field(NamedTuple):
    """What the shortest way to a goal counts for from every place, if nobody is in the way.

    It is worked out from the goal on, as far as it was asked for. A step into the goal counts for less by ``spared``.
    """

    goal: int
    back: Sequence[Sequence[Step]]
    spared: int
    found: "array[int]"
    heap: list[Step]

    def copy(self) -> "_Field":
        """Return another that goes on from here: one that is kept may be read by several threads."""
        return self._replace(found=self.found[:], heap=self.heap[:])

    @property
    def known(self) -> int:
        """Up to which length all ways are worked out; what ``found`` has beyond may still turn out shorter."""
        return self.heap[0][0] if self.heap else _FAR

    def left(self, at: int) -> int:
        """Return what the way from a place counts for."""
        found, heap = self.found, self.heap
        while heap and heap[0][0] < found[at]:
            cost, here = heappop(heap)
            if cost > found[here]:
                continue
            if here == self.goal:
                cost -= self.spared
            for before, step in self.back[here]:
                through = cost + step
                if through < found[before]:
                    found[before] = through
                    heappush(heap, (through, before))
        return found[at]


class Ways:
    """A board as far as moving is concerned: which places can be entered from each, and at what cost."""

    def __init__(self, steps: Sequence[Sequence[Step]], halting: Container[int] = ()) -> None:
        """Take the steps from each place, none into what is closed; moves end at the ``halting`` places.

        Where two steps lead to one place (by land and through a gate), the first is taken and the cheaper planned with.
        """
        self._halting = halting
        self._costs = [dict(reversed(onward)) for onward in steps]
        self._onward = [[(there, cost * _POINT + 1 + self._delay(there)) for there, cost in onward] for onward in steps]
        self._back: list[list[Step]] = [[] for _ in steps]
        for here, onward in enumerate(self._onward):
            for there, cost in onward:
                self._back[there].append((here, cost))
        self._fields: dict[int, _Field] = {}
        self._ways: dict[tuple[int, int, frozenset[int]], tuple[int, ...]] = {}

    def _delay(self, at: int) -> int:
        return _DELAY * (at in self._halting)

    def step_cost(self, here: int, there: int) -> int | None:
        """Return how many points a step costs; None where there is none: too far apart, or closed."""
        return self._costs[here].get(there)

    def _begun(self, goal: int) -> _Field:
        found = array("i", [_FAR]) * len(self._onward)
        found[goal] = 0
        return _Field(goal, self._back, self._delay(goal), found, [(0, goal)])

    def route(self, start: int, goal: int, halting: frozenset[int] = frozenset()) -> tuple[int, ...] | None:
        """Return the shortest way, None if there is none; at the ``halting`` places moves end now, too."""
        field = self._field(goal, start)
        if field.found[start] == _FAR:
            return None
        way = self._straight(field, start, halting)
        return self._kept_around(field, start, halting) if way is None else way

    def _field(self, goal: int, start: int) -> _Field:
        """Return the field of a goal, worked out as far as a place."""
        kept = self._fields.get(goal)
        if kept is not None and kept.found[start] <= kept.known:
            return kept
        field = self._begun(goal) if kept is None else kept.copy()
        field.left(start)
        if kept is None and len(self._fields) >= _KEPT:
            self._fields.clear()
        self._fields[goal] = field
        return field

    def _straight(self, field: _Field, start: int, halting: frozenset[int]) -> tuple[int, ...] | None:
        """Return the way that ``_around`` would find, None where it is not plain: somebody is on each way as short."""
        found, goal = field.found, field.goal
        here, way = start, []
        while here != goal:
            rest, farthest, onto = found[here], 0, here
            for there, step in self._onward[here]:
                cost = step - field.spared if there == goal else step
                if found[there] + cost != rest or (there != goal and there in halting):
                    continue
                if cost > farthest or (cost == farthest and there < onto):
                    farthest, onto = cost, there
            if not farthest:
                return None
            here = onto
            way.append(here)
        return tuple(way)

    def _kept_around(self, field: _Field, start: int, halting: frozenset[int]) -> tuple[int, ...]:
        """Return what ``_around`` finds, which is asked again for every trial of an order set."""
        asked = start, field.goal, halting
        way = self._ways.get(asked)
        if way is None:
            field = field.copy()
            way = self._around(field, start, halting)
            if len(self._ways) >= _KEPT:
                self._ways.clear()
            self._fields[field.goal], self._ways[asked] = field, way
        return way

    def _around(self, field: _Field, start: int, halting: frozenset[int]) -> tuple[int, ...]:
        """Return the shortest way, on which some stand: of ways as short the one that ``_straight`` would take."""
        goal, found, known = field.goal, field.found, field.known
        best = {start: 0}
        came: dict[int, int] = {}
        heap = [(found[start], 0, start)]
        while heap:
            _, gone, here = heappop(heap)
            if here == goal:
                break
            if -gone > best[here]:
                continue
            for there, step in self._onward[here]:
                cost = step - gone
                if there == goal:
                    cost -= field.spared
                elif there in halting:
                    cost += _DELAY
                if cost < best.get(there, _FAR):
                    best[there], came[there] = cost, here
                    if found[there] > known:
                        field.left(there)
                        known = field.known
                    heappush(heap, (cost + found[there], -cost, there))
        way = []
        while here != start:
            way.append(here)
            here = came[here]
        return tuple(reversed(way))

    def way(self, start: int, points: Sequence[int], halting: frozenset[int] = frozenset()) -> tuple[int, ...] | None:
        """Return the way by several places in their order; None if there is none."""
        whole: list[int] = []
        here = start
        for point in points:
            part = self.route(here, point, halting)
            if part is None:
                return None
            whole += part
            here = point
        return tuple(whole)

    def reach(self, start: int, way: Sequence[int], points: int, halts: Callable[[int], bool]) -> int:
        """Return the number of places of a way that somebody enters this turn, with a number of points to spend.

        The way ends where the points do not last, where moves end, and where ``halts`` tells that somebody is in it.
        """
        here, left = start, points
        for number, there in enumerate(way, 1):
            cost = self.step_cost(here, there)
            if cost is None or cost > left:
                return number - 1
            left -= cost
            here = there
            if halts(there) or there in self._halting:
                return number
        return len(way)

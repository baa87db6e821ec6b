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

_CACHE_SIZE = 512
"""At most this many goals' fields are kept for a board, four bytes a place, and so many ways around."""


class _Field(NamedTuple):
    """What the shortest way to a goal counts for from every place, if nobody is in the way.

    It is worked out from the goal on, as far as it was asked for. A step into the goal counts for less by ``spared``.
    """

    goal: int
    back: Sequence[Sequence[Step]]
    spared: int
    costs: "array[int]"
    heap: list[Step]

    def copy(self) -> "_Field":
        """Return a copy to work on: several threads may read the one in the cache."""
        return self._replace(costs=self.costs[:], heap=self.heap[:])

    @property
    def settled_cost(self) -> int:
        """The cost up to which all ways are worked out; what ``costs`` has beyond may still become less."""
        return self.heap[0][0] if self.heap else _FAR

    def cost_from(self, start: int) -> int:
        """Return what the way from a place counts for."""
        costs, heap = self.costs, self.heap
        while heap and heap[0][0] < costs[start]:
            cost, place = heappop(heap)
            if cost > costs[place]:
                continue
            if place == self.goal:
                cost -= self.spared
            for before, step in self.back[place]:
                through = cost + step
                if through < costs[before]:
                    costs[before] = through
                    heappush(heap, (through, before))
        return costs[start]


class Ways:
    """A board as far as moving is concerned: which places can be entered from each, and at what cost."""

    def __init__(self, steps: Sequence[Sequence[Step]], halting: Container[int] = ()) -> None:
        """Take the steps from each place, none into what is closed; moves end at the ``halting`` places.

        Where two steps lead to one place (by land and through a gate), the first is taken and the cheaper planned with.
        """
        self._halting = halting
        self._costs = [dict(reversed(onward)) for onward in steps]
        self._onward = [
            [(neighbour, cost * _POINT + 1 + self._delay(neighbour)) for neighbour, cost in onward] for onward in steps
        ]
        self._back: list[list[Step]] = [[] for _ in steps]
        for place, onward in enumerate(self._onward):
            for neighbour, cost in onward:
                self._back[neighbour].append((place, cost))
        self._fields: dict[int, _Field] = {}
        self._ways: dict[tuple[int, int, frozenset[int]], tuple[int, ...]] = {}

    def _delay(self, place: int) -> int:
        return _DELAY * (place in self._halting)

    def step_cost(self, place: int, neighbour: int) -> int | None:
        """Return how many points a step costs; None where there is none: too far apart, or closed."""
        return self._costs[place].get(neighbour)

    def _new_field(self, goal: int) -> _Field:
        costs = array("i", [_FAR]) * len(self._onward)
        costs[goal] = 0
        return _Field(goal, self._back, self._delay(goal), costs, [(0, goal)])

    def route(self, start: int, goal: int, halting: frozenset[int] = frozenset()) -> tuple[int, ...] | None:
        """Return the shortest way, None if there is none; at the ``halting`` places moves end now, too."""
        field = self._field(goal, start)
        if field.costs[start] == _FAR:
            return None
        way = self._plain_route(field, start, halting)
        return self._cached_detour(field, start, halting) if way is None else way

    def _field(self, goal: int, start: int) -> _Field:
        """Return the field of a goal, worked out as far as a place."""
        kept = self._fields.get(goal)
        if kept is not None and kept.costs[start] <= kept.settled_cost:
            return kept
        field = self._new_field(goal) if kept is None else kept.copy()
        field.cost_from(start)
        if kept is None and len(self._fields) >= _CACHE_SIZE:
            self._fields.clear()
        self._fields[goal] = field
        return field

    def _plain_route(self, field: _Field, start: int, halting: frozenset[int]) -> tuple[int, ...] | None:
        """Return the way that ``_detour`` would find, or None if somebody stands on each way that is as short."""
        costs, goal = field.costs, field.goal
        place, way = start, []
        while place != goal:
            rest, farthest, onto = costs[place], 0, place
            for neighbour, step in self._onward[place]:
                cost = step - field.spared if neighbour == goal else step
                if costs[neighbour] + cost != rest or (neighbour != goal and neighbour in halting):
                    continue
                if cost > farthest or (cost == farthest and neighbour < onto):
                    farthest, onto = cost, neighbour
            if not farthest:
                return None
            place = onto
            way.append(place)
        return tuple(way)

    def _cached_detour(self, field: _Field, start: int, halting: frozenset[int]) -> tuple[int, ...]:
        """Return what ``_detour`` finds, from a cache: every trial of an order set asks for it again."""
        key = start, field.goal, halting
        way = self._ways.get(key)
        if way is None:
            field = field.copy()
            way = self._detour(field, start, halting)
            if len(self._ways) >= _CACHE_SIZE:
                self._ways.clear()
            self._fields[field.goal], self._ways[key] = field, way
        return way

    def _detour(self, field: _Field, start: int, halting: frozenset[int]) -> tuple[int, ...]:
        """Return the shortest way past those who stand on it; of equal ways, the one ``_plain_route`` would take."""
        goal, costs, settled_cost = field.goal, field.costs, field.settled_cost
        best = {start: 0}
        previous: dict[int, int] = {}
        heap = [(costs[start], 0, start)]
        while heap:
            _, spent, place = heappop(heap)
            if place == goal:
                break
            if -spent > best[place]:
                continue
            for neighbour, step in self._onward[place]:
                cost = step - spent
                if neighbour == goal:
                    cost -= field.spared
                elif neighbour in halting:
                    cost += _DELAY
                if cost < best.get(neighbour, _FAR):
                    best[neighbour], previous[neighbour] = cost, place
                    if costs[neighbour] > settled_cost:
                        field.cost_from(neighbour)
                        settled_cost = field.settled_cost
                    heappush(heap, (cost + costs[neighbour], -cost, neighbour))
        way = []
        while place != start:
            way.append(place)
            place = previous[place]
        return tuple(reversed(way))

    def way(self, start: int, points: Sequence[int], halting: frozenset[int] = frozenset()) -> tuple[int, ...] | None:
        """Return the way by several places in their order; None if there is none."""
        whole: list[int] = []
        place = start
        for point in points:
            part = self.route(place, point, halting)
            if part is None:
                return None
            whole += part
            place = point
        return tuple(whole)

    def reach(self, start: int, way: Sequence[int], points: int, halts: Callable[[int], bool]) -> int:
        """Return the number of places of a way that somebody enters this turn, with a number of points to spend.

        The way ends where the points do not last, where moves end, and where ``halts`` tells that somebody is in it.
        """
        place, points_left = start, points
        for number, neighbour in enumerate(way, 1):
            cost = self.step_cost(place, neighbour)
            if cost is None or cost > points_left:
                return number - 1
            points_left -= cost
            place = neighbour
            if halts(neighbour) or neighbour in self._halting:
                return number
        return len(way)

"""Ways over the board: the shortest one, and how far a fleet gets on it.

A way is a list of hexes after the one that it begins at. A hex that ends a move (a nebula, an enemy) is gone around
where that costs less than about a turn.
"""

from array import array
from collections.abc import Callable, Container, Sequence
from functools import lru_cache
from heapq import heappop, heappush

from moderator.games.space_genocide.board.hexes import Board, board
from moderator.games.space_genocide.tables import OPEN_SPACE, TERRAIN, Layout, Terrain

_POINT = 100
"""A movement point; each step costs one part of it besides, so that of two ways as cheap the shorter one is taken."""

_DELAY = 6 * _POINT
"""What ending a move on the way counts for."""

_FAR = 1 << 30

_KEPT = 512
"""So many goals' fields are kept for a board, four bytes a hex; most fleets go to planets, of which there are fewer."""


class Space:
    """A board with its terrain, as far as moving is concerned; ``space`` keeps those that were made."""

    def __init__(self, hexes: Board, terrain: Sequence[tuple[str, str]], gate_cost: int) -> None:
        """Note where gates are and what entering costs."""
        self.board, self.gate_cost = hexes, gate_cost
        self.terrain: dict[int, Terrain] = {hexes.index[place]: TERRAIN[kind] for place, kind in terrain}
        self.gates = tuple(sorted(at for at, ground in self.terrain.items() if ground.gate))
        self._onward = tuple(tuple(self._steps(at)) for at in range(hexes.size))
        self._back: list[list[tuple[int, int]]] = [[] for _ in range(hexes.size)]
        for here, onward in enumerate(self._onward):
            for there, cost in onward:
                self._back[there].append((here, cost))
        self._fields: dict[int, array[int]] = {}

    def _steps(self, here: int) -> list[tuple[int, int]]:
        """Return the hexes that can be entered from one, and what each step counts for."""
        found = []
        for there in self.board.near[here]:
            ground = self.ground(there)
            if not ground.closed:
                found.append((there, ground.enter * _POINT + 1 + _DELAY * ground.halts))
        if here in self.gates:
            found += [(gate, self.gate_cost * _POINT + 1) for gate in self.gates if gate != here]
        return found

    def ground(self, at: int) -> Terrain:
        """Return what kind of space a hex is."""
        return self.terrain.get(at, OPEN_SPACE)

    def step_cost(self, here: int, there: int) -> int | None:
        """Return how many points a step costs; None where there is none: too far apart, or closed."""
        ground = self.ground(there)
        if ground.closed:
            return None
        if there in self.board.near[here]:
            return ground.enter
        return self.gate_cost if here in self.gates and there in self.gates and here != there else None

    def field(self, goal: int) -> "array[int]":
        """Return what the shortest way to a goal counts for from every hex, if nobody is in the way."""
        known = self._fields.get(goal)
        if known is not None:
            return known
        found = array("i", [_FAR]) * self.board.size
        found[goal] = 0
        heap = [(0, goal)]
        spared = _DELAY * self.ground(goal).halts
        while heap:
            cost, here = heappop(heap)
            if cost > found[here]:
                continue
            for before, step in self._back[here]:
                through = cost + step - (spared if here == goal else 0)
                if through < found[before]:
                    found[before] = through
                    heappush(heap, (through, before))
        if len(self._fields) >= _KEPT:
            self._fields.clear()
        self._fields[goal] = found
        return found

    def route(self, start: int, goal: int, halting: Container[int] = ()) -> tuple[int, ...] | None:
        """Return the shortest way; ``halting`` are hexes besides nebulas where moves end. None: there is none."""
        left = self.field(goal)
        if left[start] == _FAR or self.ground(goal).closed:
            return None
        best = {start: 0}
        came: dict[int, int] = {}
        heap = [(left[start], 0, start)]
        while heap:
            _, gone, here = heappop(heap)
            if here == goal:
                break
            if -gone > best[here]:
                continue
            for there, step in self._onward[here]:
                cost = best[here] + step
                if there == goal:
                    cost -= _DELAY * self.ground(there).halts
                elif there in halting:
                    cost += _DELAY
                if cost < best.get(there, _FAR):
                    best[there], came[there] = cost, here
                    heappush(heap, (cost + left[there], -cost, there))
        way = []
        while here != start:
            way.append(here)
            here = came[here]
        return tuple(reversed(way))

    def way(self, start: int, points: Sequence[int], halting: Container[int] = ()) -> tuple[int, ...] | None:
        """Return the way by several hexes in their order; None if there is none."""
        whole: list[int] = []
        here = start
        for point in points:
            part = self.route(here, point, halting)
            if part is None:
                return None
            whole += part
            here = point
        return tuple(whole)

    def reach(self, start: int, way: Sequence[int], points: int, halts: Callable[[int], bool]) -> tuple[int, str]:
        """Return how many hexes of a way a fleet enters with so many points, and why it ends there.

        ``""``: it arrives; ``"speed"``, ``"nebula"``, ``"enemy"`` (``halts`` tells where) otherwise.
        """
        here, left = start, points
        for number, there in enumerate(way):
            cost = self.step_cost(here, there)
            if cost is None or cost > left:
                return number, "speed"
            left -= cost
            here = there
            if halts(there):
                return number + 1, "enemy"
            if self.ground(there).halts:
                return number + 1, "nebula" if number + 1 < len(way) else ""
        return len(way), ""


@lru_cache(maxsize=16)
def space(layout: Layout, terrain: tuple[tuple[str, str], ...], gate_cost: int) -> Space:
    """Return a board with its terrain, made once."""
    return Space(board(layout), terrain, gate_cost)

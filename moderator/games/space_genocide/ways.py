"""Ways over the board: the shortest one, and how far a fleet gets on it.

A way is a list of hexes after the one that it begins at. A hex that ends a move (a nebula, an enemy) is gone around
where that costs less than about a turn.
"""

from collections.abc import Callable, Container, Mapping, Sequence
from heapq import heappop, heappush

from moderator.games.space_genocide.hexes import Board
from moderator.games.space_genocide.tables import OPEN_SPACE, Terrain

_DELAY = 6
"""What ending a move on the way counts for, in movement points."""


class Space:
    """A board with its terrain, as far as moving is concerned."""

    def __init__(self, board: Board, terrain: Mapping[int, Terrain], gate_cost: int = 0) -> None:
        """Note where gates are and what entering costs."""
        self.board, self.terrain, self.gate_cost = board, terrain, gate_cost
        self.gates = tuple(sorted(at for at, ground in terrain.items() if ground.gate))

    def ground(self, at: int) -> Terrain:
        """Return what kind of space a hex is."""
        return self.terrain.get(at, OPEN_SPACE)

    def step_cost(self, here: int, there: int) -> int | None:
        """Return what a step costs; None where there is none: too far apart, or closed."""
        ground = self.ground(there)
        if ground.closed:
            return None
        if there in self.board.near[here]:
            return ground.enter
        return self.gate_cost if here in self.gates and there in self.gates and here != there else None

    def route(self, start: int, goal: int, halting: Container[int] = ()) -> tuple[int, ...] | None:
        """Return the shortest way; ``halting`` are hexes besides nebulas where moves end. None: there is none."""
        terrain, near, gates = self.terrain, self.board.near, self.gates
        if start == goal:
            return ()
        if self.ground(goal).closed:
            return None
        best = {start: 0}
        came: dict[int, int] = {}
        heap = [(0, start)]
        while heap:
            cost, here = heappop(heap)
            if here == goal:
                return self._back(came, start, goal)
            if cost > best[here]:
                continue
            through = here in gates
            for there in (*near[here], *gates) if through else near[here]:
                ground = terrain.get(there, OPEN_SPACE)
                if ground.closed or there == here:
                    continue
                step = ground.enter * 100 + 1 if there in near[here] or not through else self.gate_cost * 100 + 1
                if there != goal and (ground.halts or there in halting):
                    step += _DELAY * 100
                if cost + step < best.get(there, 1_000_000):
                    best[there] = cost + step
                    came[there] = here
                    heappush(heap, (cost + step, there))
        return None

    @staticmethod
    def _back(came: Mapping[int, int], start: int, goal: int) -> tuple[int, ...]:
        """Return the way that was found, from its end."""
        way = [goal]
        while came[way[-1]] != start:
            way.append(came[way[-1]])
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

"""Ways through space: terrain closes hexes or ends moves, and Star Gates lead from one to another."""

from collections.abc import Sequence
from functools import lru_cache

from moderator.games.space_genocide.board.hexes import Board, board
from moderator.games.space_genocide.tables import OPEN_SPACE, TERRAIN, Layout, Terrain
from moderator.kit.boards.ways import Step, Ways


class Space(Ways):
    """A board with its terrain, as far as moving is concerned; ``space`` keeps those that were made."""

    def __init__(self, hexes: Board, terrain: Sequence[tuple[str, str]], gate_cost: int) -> None:
        """Note where gates are, where enemies halt nobody, and what entering costs."""
        self.board = hexes
        self.terrain: dict[int, Terrain] = {hexes.index[place]: TERRAIN[kind] for place, kind in terrain}
        self.free = frozenset(at for at, ground in self.terrain.items() if ground.free)
        self.gates = tuple(sorted(at for at, ground in self.terrain.items() if ground.gate))
        self._gate_cost = gate_cost
        halting = frozenset(at for at, ground in self.terrain.items() if ground.halts)
        super().__init__([tuple(self._steps(at)) for at in range(hexes.size)], halting)

    def _steps(self, here: int) -> list[Step]:
        """Return the hexes that can be entered from one."""
        found = [(there, self.ground(there).enter) for there in self.board.near[here] if not self.ground(there).closed]
        if here in self.gates:
            found += [(gate, self._gate_cost) for gate in self.gates if gate != here]
        return found

    def ground(self, at: int) -> Terrain:
        """Return what kind of space a hex is."""
        return self.terrain.get(at, OPEN_SPACE)


@lru_cache(maxsize=16)
def space(layout: Layout, terrain: tuple[tuple[str, str], ...], gate_cost: int) -> Space:
    """Return a board with its terrain, made once."""
    return Space(board(layout), terrain, gate_cost)

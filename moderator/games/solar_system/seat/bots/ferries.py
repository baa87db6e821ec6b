"""Transports that have nothing better to do: what they carry farther than a turn's move."""

from collections.abc import Iterable

from moderator.games.solar_system.board.forces import Forces
from moderator.games.solar_system.board.threat import within
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.orders.types import Carry
from moderator.games.solar_system.pieces import Colour, Kind
from moderator.games.solar_system.seat.bots.targets import name

_TURNS = 3
"""A voyage takes so many turns at most."""


class Ferries:
    """The Transports of a seat among what is free; each is sent once."""

    def __init__(self, forces: Forces, free: dict[tuple[int, Colour], dict[Kind, int]], turns: int) -> None:
        """Take the board, what is free, and how many turns there are."""
        self._forces, self._free = forces, free
        self._most = min(_TURNS, turns) * forces.rules.allowance[Kind.TRANSPORT]

    def carry(self, at: int, colour: Colour, cargo: dict[Kind, int], goals: Iterable[int]) -> Carry | None:
        """Let the nearest Transport carry something to the nearest of some territories; None if it takes too long."""
        around = within(self._forces.sky, at, self._most)
        bases = [zone for zone in around if self._free.get((zone, colour), {}).get(Kind.TRANSPORT, 0)]
        base = min(bases, key=around.__getitem__, default=None)
        lands = [goal for goal in goals if goal in around and goal != at]
        if base is None or not lands:
            return None
        goal = min(lands, key=lambda land: (around[land], land))
        if around[base] + around[goal] > self._most:
            return None
        self._free[base, colour][Kind.TRANSPORT] -= 1
        here = self._free.get((at, colour), {})
        for kind, number in cargo.items():
            here[kind] = max(0, here.get(kind, 0) - number)
        return Carry(cargo=Units(tuple(cargo.items())), origin=name(at), goal=name(goal), transports=1, base=name(base))

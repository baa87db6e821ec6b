"""A second resolver of moves: where a way leads, what slingshots add and cost, and who fires as it passes.

It reads the board by itself, as ``oracle`` does, and shares no code with the game.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from tests.games.buck_rogers.oracle import BOARD, FIGURES, FIRES, Battle, Dice, Rules, Side

_PASSING = Rules(territory=False, bonus=False, powers=True, markers=True)


@dataclass
class Flight:
    """Ships on their way, and how far they have come. ``slings`` are dots, true if each ship throws for itself.

    ``others`` are the forces in the zones that the way leads through. ``moves`` is how often the planets have moved.
    """

    mover: Side
    way: Sequence[str]
    moves: int
    allowance: int
    dice: Dice
    slings: Mapping[str, bool] = field(default_factory=dict)
    others: Mapping[str, Side] = field(default_factory=dict)
    spent: int = 0

    def fly(self) -> None:
        """Fly; ships in a zone that the way leads through fire as it is left, those where it begins do not."""
        beside = edges(self.moves)
        for here, there in pairwise(self.way):
            if here != self.way[0] and here in self.others:
                self.pass_by(self.others[here])
            self.spent += 1
            if frozenset((here, there)) not in beside or self.spent > self.allowance:
                raise ValueError(f"no way from {here} to {there}")
            if there in self.slings:
                self.swing(there)

    def pass_by(self, other: Side) -> None:
        """Let each unit of another side fire once."""
        battle = Battle((self.mover, other), _PASSING, self.dice)
        if not battle.immune(self.mover):
            battle.salvo("pass", other)
        battle.fall()

    def swing(self, dot: str) -> None:
        """Throw for a slingshot, once for all or for each ship; what crashes is lost."""
        around = FIGURES["slingshot"]["sun" if dot == "Sun" else "planet"]
        self.allowance += around["adds"]
        ships = [kind for kind in FIRES for _ in range(self.mover.units[kind])]
        if self.slings[dot]:
            self.mover.units -= Counter(kind for kind in ships if self.crashes(dot, around["crash"]))
        elif self.crashes(dot, around["crash"]):
            self.mover.units.clear()

    def crashes(self, dot: str, crash: int) -> bool:
        """Throw once; the line tells the greatest face that is still safe."""
        face = next(self.dice.faces)
        self.dice.lines.append(f"sling {dot}: {crash - 1} {face} {'crash' if face >= crash else 'on'}")
        return face >= crash


def edges(moves: int) -> set[frozenset[str]]:
    """Return which zones lie beside each other after some moves of the planets."""
    out = {frozenset(spoke.split()) for spoke in BOARD["ssd"]["spokes"]}
    for zone in (*BOARD["territory"], *BOARD["orbit"]):
        out |= {frozenset((zone["name"], other)) for other in (*zone["borders"], *zone.get("orbits", ()))}
    for ring in BOARD["ring"]:
        for dot in range(ring["dots"] if ring["linked"] else 0):
            out.add(frozenset((f"{ring['sign']}{dot}", f"{ring['sign']}{(dot + 1) % ring['dots']}")))
    return out | {frozenset((dot, marker["orbit"])) for dot, marker in markers(moves).items()}


def markers(moves: int) -> dict[str, Any]:
    """Return the markers by the dots on which they stand after some moves."""
    dots = {ring["sign"]: ring["dots"] for ring in BOARD["ring"]}
    return {f"{one['ring']}{(one['start'] + moves) % dots[one['ring']]}": one for one in BOARD["marker"]}

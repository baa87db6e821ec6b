"""The sea between two captains, and the arithmetic of sailing and shooting that both sides of the game use."""

from typing import Annotated

from msgspec import Meta, Struct

from moderator.kit.boards.hex import Hexes, hexagon
from moderator.kit.boards.ways import Ways

SEATS = ("North", "South")
HARBOURS = {"North": ("A2", "A3", "A4", "A5"), "South": ("G2", "G3", "G4", "G5")}
SEA = Hexes(hexagon(3))
ROCKS = frozenset(SEA.index[place] for place in ("C3", "D5", "E3"))
WAYS = Ways([[(there, 1) for there in near if there not in ROCKS] for near in SEA.near])
STEAM, SONAR, SMOKE, SALVO = CARDS = ("STEAM", "SONAR", "SMOKE", "SALVO")
DECK = tuple(sorted(CARDS * 4))
HAND, PACE, HASTE, RANGE, FACES = 3, 2, 2, 3, 6


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What an operator may choose."""

    hull: Annotated[int, Meta(ge=1, le=9)] = 4
    sight: Annotated[int, Meta(ge=0, le=9)] = 2
    turns: Annotated[int, Meta(ge=1, le=99)] = 20


def sailed(origin: str, goal: str, *, haste: bool) -> str:
    """Return where a ship gets in a turn on its way to a goal: nowhere, if no way leads there."""
    way = WAYS.route(SEA.index[origin], SEA.index[goal]) if goal in SEA.index else None
    steps = WAYS.reach(SEA.index[origin], way or (), PACE + HASTE * haste, lambda _: False)
    return SEA.names[way[steps - 1]] if way and steps else origin


def steps_between(one: str, other: str) -> int:
    """Return how far apart two hexes are."""
    return SEA.distance(SEA.index[one], SEA.index[other])


def is_open(most: int, one: str, other: str) -> bool:
    """Tell whether a hex is near enough to another to be seen or shot at, and no rock lies between."""
    return steps_between(one, other) <= most and not ROCKS & {*SEA.line(SEA.index[one], SEA.index[other])}

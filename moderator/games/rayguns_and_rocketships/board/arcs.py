"""Which guns bear on what: arcs of 90 degrees on each side, and their range (Rules: Determining Range; BY-MAIL 7)."""

from typing import Literal, TypeAlias

from moderator.games.rayguns_and_rocketships.board.compass import VECTOR, row_and_column
from moderator.games.rayguns_and_rocketships.pieces import Heading, Node

GunSide: TypeAlias = Literal["P", "S", "O"]
MANNED_RANGE, UNMANNED_RANGE = 3, 2
MANNED_HITS, UNMANNED_HITS = 5, 7


def side_of(port: str) -> GunSide:
    """Return the side of a port: P, S, or O for the turret, which turns to any side."""
    return "P" if port[0] == "P" else "S" if port[0] == "S" else "O"


def is_in_arc(at: Node, heading: Heading, side: GunSide, target: Node) -> bool:
    """Tell whether a target is in the arc of a side: 45 to 135 degrees off the bow, both ends included."""
    if side == "O":
        return True
    (r, c), (y, x), (fr, fc) = row_and_column(at), row_and_column(target), VECTOR[heading]
    vr, vc = y - r, x - c
    along, right = vr * fr + vc * fc, vr * fc - vc * fr  # rows grow southward: right of N is E
    abeam = abs(right) >= abs(along) and right != 0
    return abeam and (right > 0) == (side == "S")


def hits_from(*, manned: bool) -> int:
    """Return the throw from which a raygun hits, before anything changes it (Rules: Firing Rayguns)."""
    return MANNED_HITS if manned else UNMANNED_HITS


def range_of(*, manned: bool) -> int:
    """Return a raygun's range in nodes, before anything changes it."""
    return MANNED_RANGE if manned else UNMANNED_RANGE

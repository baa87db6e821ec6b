"""The outlines of pieces on counters, each told from the others without colour."""

from moderator.core import svg
from moderator.games.solar_system.pieces import Kind
from moderator.games.solar_system.seat.drawing.marks import INK, PAPER

_OUTLINES: dict[Kind, str] = {
    Kind.TROOPER: "M30 20a4 4 0 1 0 .1 0zM25 30H35L43 34L42 37L35 35V41L38 52H33L30 44L27 52H22L25 41V35L18 32L19 29z",
    Kind.GENNIE: (
        "M24 19L28 22H32L36 19L35 29H41L46 39L43 42L38 36V44L42 52H34L30 46L26 52H18L22 44V36L17 42L14 39L19 29H25z"
    ),
    Kind.FIGHTER: "M30 19L33 33L46 45L33 43L36 51H24L27 43L14 45L27 33z",
    Kind.BATTLER: "M30 17L36 23V32L44 35V49H38L36 52H24L22 49H16V35L24 32V23z",
    Kind.TRANSPORT: "M24 20Q30 15 36 20V25H41V47H36V52H24V47H19V25H24z",
    Kind.KILSAT: "M26 29H34V33H48V43H34V52H26V43H12V33H26zM29 20H31V28H29z",
}
"""Paths in a box of sixty by sixty, below the letter of the colour."""


def silhouette(kind: Kind) -> str:
    """Draw the outline of a piece, dark in a light edge."""
    return svg.path(_OUTLINES[kind], fill=INK, stroke=PAPER, stroke_width=4, paint_order="stroke")

"""What lies under the units on the map: land, and who holds it."""

from collections.abc import Iterable
from functools import cache
from typing import Literal

from msgspec import Struct

from moderator.core import svg
from moderator.core.svg import Box
from moderator.games.rebel_commander.pieces import EMPIRE, Stack
from moderator.games.rebel_commander.seat.drawing.marks import INK, place
from moderator.games.rebel_commander.seat.view import View

FRAME = 0.06
"""How wide the frame of a held location is, as a part of the location."""

LINE = "#8d887c"
"""The colour of the lines between locations."""

_LAND, _UNSEEN = "#ddd3bd", "#c3c3c8"

_LANDS = (
    "M.3 .72a.2 .13 0 1 1 .4 0a.2 .13 0 1 1 -.4 0zM.37 .7a.13 .07 0 0 1 .26 0M.7 .45a.07 .05 0 1 0 .001 0z",
    "M.12 .45q.1 -.09 .2 0t.2 0t.2 0t.16 0M.12 .62q.1 -.09 .2 0t.2 0t.2 0t.16 0M.12 .79q.1 -.09 .2 0t.2 0t.2 0t.16 0",
    "M.12 .82l.2 -.38l.1 .17l.14 -.27l.32 .48M.32 .44l.02 .16l-.05 .1M.56 .34l.03 .2l.07 .12l-.04 .1",
    "M.16 .5l.12 .1l.16 -.06l.1 .12l.18 -.02l.14 .12M.44 .54l.04 -.14l.12 -.08M.54 .66l-.06 .14l.08 .08",
    "M.2 .8l.06 -.1M.26 .8v-.12M.32 .8l-.06 -.1M.62 .56l.06 -.1M.68 .56v-.12M.74 .56l-.06 -.1",
    "M.12 .84q.2 -.1 .36 -.02t.4 -.04M.2 .64q.16 -.08 .28 -.02t.3 -.03",
)
"""Craters, dunes, mountains, canyons, scrub and plains, as strokes in a square of one by one."""

_REACH = 3
"""How many locations wide one kind of land is."""


class Look(Struct, frozen=True):
    """How a location shows who holds it: its ground, its frame, and the dashes along the frame."""

    ground: str
    frame: str = ""
    dashes: str = ""
    pattern: str = ""


LOOKS = {
    "free": Look("#fbf8f1"),
    "rebels": Look("#fff1dc", "#ffffff", "#c4711f", "2.6 2.6"),
    "empire": Look("#e3e7ee", "#505a6b"),
    "both": Look("#ffffff", "#ffd9a8", INK, "9 6"),
    "shared": Look("#ffffff", "#505a6b", "#ffffff", "2.6 9"),
    "unseen": Look("#d9d9dc"),
}
"""By holder. Rebels have a comb, the Empire a solid bar, who contest it a broken band, who share it a bar with gaps:
no two need colour to tell apart.
"""


def holder(stacks: Iterable[Stack], occupy: Literal["any", "troops"]) -> str:
    """Return whose a location with such units looks, as the score counts it.

    ``both`` sides contest it so that neither holds it; if only Troops contest, they may have ``shared`` it, so that
    it counts for each; ``free`` is without units.
    """
    sides: set[bool] = set()
    barred: set[bool] = set()
    for stack in stacks:
        sides.add(stack.seat == EMPIRE)
        if stack.troops or occupy == "any":
            barred.add(stack.seat != EMPIRE)
    if not sides:
        return "free"
    holding = sides - barred
    if len(holding) == 1:
        return "empire" if True in holding else "rebels"
    return "shared" if holding else "both"


def holder_at(view: View, name: str) -> str:
    """Return whose a location looks to the viewer; ``unseen`` if it is out of sight."""
    if view.sight is not None and name not in view.sight:
        return "unseen"
    return holder(view.stacks_at(name), view.options.occupy)


@cache
def ground(held: str, box: Box) -> str:
    """Draw a location's ground and the frame of its holder."""
    look = LOOKS[held]
    x, y, size, _ = box
    plate = svg.rect(*box, fill=look.ground)
    if held == "unseen":
        corners = ((x, y), (x + size, y), (x + size, y + size), (x, y + size))
        return plate + svg.strokes(svg.hatching(corners, 45, size / 9), stroke=_UNSEEN, stroke_width=1)
    if not look.frame:
        return plate
    wide = max(4.0, FRAME * size)
    inner = Box(x + wide / 2 + 1, y + wide / 2 + 1, size - wide - 2, size - wide - 2)
    frame = svg.rect(*inner, fill="none", stroke=look.frame, stroke_width=wide)
    if look.dashes:
        frame += svg.rect(*inner, fill="none", stroke=look.dashes, stroke_width=wide, stroke_dasharray=look.pattern)
    return plate + frame


@cache
def land(at: int, box: Box) -> str:
    """Draw the land of location number ``at``, always the same.

    Neighbours often share it, so that there are regions.
    """
    row, column = divmod(at, 8)
    region = (row + column % 2) // _REACH * 5 + (column + row % 2) // _REACH * 7
    kind = (region + (at * 5 % 7 == 0)) % len(_LANDS)
    where = place(box.x, box.y, box.width)
    return svg.path(_LANDS[kind], fill="none", stroke=_LAND, stroke_width=0.016, transform=where)

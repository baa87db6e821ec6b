"""The poster: the board on several pages to tape together, with markers to cut out."""

import math
from itertools import pairwise, product
from typing import Any

from msgspec import Struct, to_builtins

from moderator.core.pictures import Marker, Poster
from moderator.ports import Attachment
from moderator.rendering import filters
from moderator.rendering.environment import Templates
from moderator.rendering.print import PAPERS, paper, typeset
from moderator.rendering.typesetting.raster import Typesetter
from moderator.service.letter_parts import Head

TEMPLATE = "poster.typ"
STRIP = 9.0
"""Millimetres that a page shows of its neighbour's part of the board beyond the cut, to be glued over."""
MARGIN = 11.0
"""Millimetres that ordinary printers leave white on each side."""
CAPTION = 16.0
"""Millimetres below each part for its caption, which tells where it belongs."""
BESIDE = 6.0
"""Millimetres between the caption of the last part and the key below it."""
SIDES = 28.0
"""Millimetres that a page of markers leaves white at its sides."""
HEADING = 42.0
"""Millimetres of a page of markers that are not for markers: its margins and its heading."""


class Part(Struct, frozen=True):
    """What one page shows: a window of the board in millimetres, with its strips at the right and at the bottom.

    ``x`` and ``y`` are where the window begins on the board. Where a neighbour follows at the right or below, the
    page's own part ends one strip before that edge. ``left`` and ``top`` tell that the page is to be cut there.
    """

    row: int
    column: int
    x: float
    y: float
    width: float
    height: float
    left: bool
    top: bool
    right: bool
    low: bool


class PosterLayout(Struct, frozen=True):
    """The cuts of a poster: millimetres for each user unit, the size of the whole board, and its parts.

    ``flipped`` tells that the paper lies on its side.
    """

    scale: float
    width: float
    height: float
    cell: float
    parts: tuple[Part, ...]
    flipped: bool = False


def layout(poster: Poster, paper_size: str) -> PosterLayout:
    """Return the layout with the largest board whose parts fit the paper, upright or on its side."""
    ways = product((False, True), repeat=2)
    return max(
        (_layout(poster, paper_size, flipped=flipped, ahead=ahead) for flipped, ahead in ways),
        key=lambda one: one.scale,
    )


def _layout(poster: Poster, paper_size: str, *, flipped: bool, ahead: bool) -> PosterLayout:
    """Return the layout with the largest board whose parts fit the paper in one orientation.

    Where pages cannot have the same number of fields, the first ones have more if ``ahead``, else the last ones.
    """
    sides = PAPERS[paper_size][::-1] if flipped else PAPERS[paper_size]
    room_x, room_y = (side - 2 * MARGIN for side in sides)
    board = poster.board
    wide = (board.width - 2 * poster.edge) / poster.columns
    high = (board.height - 2 * poster.edge) / poster.rows
    xs = _cuts(poster.columns, poster.across, poster.edge, wide, board.width, ahead=ahead)
    ys = _cuts(poster.rows, poster.down, poster.edge, high, board.height, ahead=ahead)
    key = room_x * poster.legend.height / poster.legend.width + BESIDE if poster.legend else 0.0
    scale = min(_scale(xs, room_x), _scale(ys, room_y - CAPTION, key))
    parts = tuple(
        Part(
            row,
            column,
            xs[column] * scale,
            ys[row] * scale,
            (xs[column + 1] - xs[column]) * scale + (STRIP if column + 1 < poster.across else 0.0),
            (ys[row + 1] - ys[row]) * scale + (STRIP if row + 1 < poster.down else 0.0),
            left=column > 0,
            top=row > 0,
            right=column + 1 < poster.across,
            low=row + 1 < poster.down,
        )
        for row in range(poster.down)
        for column in range(poster.across)
    )
    return PosterLayout(scale, board.width * scale, board.height * scale, wide * scale, parts, flipped)


def _cuts(fields: int, pages: int, edge: int, cell: float, whole: int, *, ahead: bool) -> list[float]:
    """Return where the pages in one direction begin and end, in user units; the outer pages include the frame."""
    rounded = math.ceil if ahead else math.floor
    return [0.0, *(edge + rounded(fields * page / pages) * cell for page in range(1, pages)), float(whole)]


def _scale(cuts: list[float], room: float, kept: float = 0.0) -> float:
    """Return the scale at which the widest page fills the room; the last has ``kept`` less, but no strip."""
    last = len(cuts) - 2
    return min(
        (room - (STRIP if page < last else kept)) / (after - before)
        for page, (before, after) in enumerate(pairwise(cuts))
    )


def document(
    typesetter: Typesetter, templates: Templates, head: Head, poster: Poster, *, over: bool = False
) -> Attachment:
    """Return a poster as a PDF: its parts in reading order, then the markers. ``over`` names it after the end."""
    labels: Any = templates.text.get_template("print/labels.j2").module
    blank = bool(poster.markers)
    paper_size = paper(head.paper)
    drawings = {"board": poster.board, **{f"marker{at}": marker.drawing for at, marker in enumerate(poster.markers)}}
    if poster.legend is not None:
        drawings["legend"] = poster.legend
    spread = layout(poster, paper_size)
    data = {
        "paper": paper_size,
        "title": head.title,
        "match": head.match,
        "what": _label(labels.poster(head, blank, over)),
        "seat": "",
        "foot": _label(labels.foot(head)),
        "layout": to_builtins(spread),
        "across": poster.across,
        "down": poster.down,
        "captions": [
            _label(labels.part(number, len(spread.parts), part.row, part.column, poster.down, poster.across))
            for number, part in enumerate(spread.parts, 1)
        ],
        "how": _label(labels.tape()),
        "glue": _label(labels.glue()),
        "markers": filled_markers(poster.markers, min(14.0, spread.cell / 3), paper_size),
        "across_markers": PAPERS[paper_size][0] - SIDES,
        "room": PAPERS[paper_size][not spread.flipped] - 2 * MARGIN - spread.parts[-1].height - CAPTION,
        "legend": poster.legend is not None,
        "markers_heading": _label(labels.markers()),
        "strip": STRIP,
        "margin": MARGIN,
        "alt": poster.board.alt,
    }
    what = "" if blank else "end-" if over else f"turn-{head.turn}-"
    return Attachment(
        f"{head.match}-{what}poster.pdf", "application/pdf", typeset(typesetter, templates, TEMPLATE, data, drawings)
    )


def filled_markers(markers: tuple[Marker, ...], side: float, paper_size: str) -> list[dict[str, float]]:
    """Return numbers and sizes of markers; plain ones fill their last page, with spares of each in proportion."""
    sizes = [_size(marker, side) for marker in markers]
    if any(marker.width for marker in markers):
        return sizes
    width, height = PAPERS[paper_size]
    page = int((width - SIDES) / side) * int((height - HEADING) / side)
    total = sum(marker.count for marker in markers)
    spare = -total % page
    for size, marker in zip(sizes, markers, strict=True):
        size["count"] += spare * marker.count // total
    return sizes


def _size(marker: Marker, side: float) -> dict[str, float]:
    """Return the number of a marker and its size in millimetres; ``side`` is the size of a plain one."""
    width = marker.width or side
    return {"count": marker.count, "width": width, "height": width * marker.drawing.height / marker.drawing.width}


def _label(words: object) -> str:
    return filters.one_line(str(words))

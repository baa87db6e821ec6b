"""The board on several pages to tape together, with markers to cut out: where the cuts lie, and the document."""

from itertools import pairwise
from typing import Any

from msgspec import Struct, to_builtins

from moderator.core.game import Marker, Poster
from moderator.ports import Attachment
from moderator.rendering import filters
from moderator.rendering.environment import Templates
from moderator.rendering.print import paper, typeset
from moderator.rendering.raster import Press
from moderator.service.facts import Head

TEMPLATE = "poster.typ"
STRIP = 9.0
"""How far a page shows its neighbour's board beyond the cut, to be glued over (millimetres)."""
MARGIN = 11.0
"""What ordinary printers leave white on each side (millimetres)."""
CAPTION = 16.0
"""Room below each part for what it is and where it belongs (millimetres)."""

_PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "us-letter": (215.9, 279.4)}


class Part(Struct, frozen=True):
    """What one page shows: a window of the board in millimetres, strips at ``right`` and ``low`` included if there are.

    ``x`` and ``y`` are where the window begins on the board; its own part ends ``strip`` before its right and low edges
    where a neighbour follows. ``left`` and ``top`` tell that the page is to be cut there.
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
    """Where the cuts of a poster lie: millimetres per user unit, the whole board's size, and its parts.

    ``flipped`` if the paper lies on its side.
    """

    scale: float
    width: float
    height: float
    cell: float
    parts: tuple[Part, ...]
    flipped: bool = False


def layout(poster: Poster, sheet: str) -> PosterLayout:
    """Return the largest layout whose parts fit the paper, upright or on its side, cut between rows and columns."""
    return max((_laid_out(poster, sheet, flipped=flipped) for flipped in (False, True)), key=lambda one: one.scale)


def _laid_out(poster: Poster, sheet: str, *, flipped: bool) -> PosterLayout:
    """Return the largest layout whose parts fit the paper one way."""
    sides = _PAPERS[sheet][::-1] if flipped else _PAPERS[sheet]
    room_x, room_y = (side - 2 * MARGIN for side in sides)
    board = poster.board
    wide = (board.width - 2 * poster.edge) / poster.columns
    high = (board.height - 2 * poster.edge) / poster.rows
    xs = _cuts(poster.columns, poster.across, poster.edge, wide, board.width)
    ys = _cuts(poster.rows, poster.down, poster.edge, high, board.height)
    scale = min(_scale(xs, room_x), _scale(ys, room_y - CAPTION))
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


def _cuts(fields: int, pages: int, edge: int, cell: float, whole: int) -> list[float]:
    """Return where the pages of one direction begin and end, in user units: the frame goes with the outer pages."""
    return [0.0, *(edge + fields * page // pages * cell for page in range(1, pages)), float(whole)]


def _scale(cuts: list[float], room: float) -> float:
    """Return how large the widest page may be drawn."""
    last = len(cuts) - 2
    return min(
        (room - (STRIP if page < last else 0.0)) / (after - before)
        for page, (before, after) in enumerate(pairwise(cuts))
    )


def document(press: Press, templates: Templates, head: Head, poster: Poster, *, over: bool = False) -> Attachment:
    """Return a poster as a PDF: its parts in reading order, then the markers; of a match that is ``over`` the end."""
    labels: Any = templates.text.get_template("print/labels.j2").module
    blank = bool(poster.markers)
    sheet = paper(head.paper)
    pictures = {"board": poster.board.svg}
    pictures |= {f"marker{number}": marker.drawing.svg for number, marker in enumerate(poster.markers)}
    spread = layout(poster, sheet)
    data = {
        "paper": sheet,
        "title": head.title,
        "match": head.match,
        "what": _said(labels.poster(head, blank, over)),
        "seat": "",
        "foot": _said(labels.foot(head)),
        "layout": to_builtins(spread),
        "across": poster.across,
        "down": poster.down,
        "captions": [
            _said(labels.part(number, len(spread.parts), part.row, part.column, poster.down, poster.across))
            for number, part in enumerate(spread.parts, 1)
        ],
        "how": _said(labels.tape()),
        "glue": _said(labels.glue()),
        "markers": [_size(marker, min(14.0, spread.cell / 3)) for marker in poster.markers],
        "markers_heading": _said(labels.markers()),
        "strip": STRIP,
        "margin": MARGIN,
        "alt": poster.board.alt,
    }
    what = "" if blank else "end-" if over else f"turn-{head.turn}-"
    return Attachment(
        f"{head.match}-{what}poster.pdf", "application/pdf", typeset(press, templates, TEMPLATE, data, pictures)
    )


def _size(marker: Marker, side: float) -> dict[str, float]:
    """Return how many of a marker there are, and its size in millimetres; ``side`` is that of a plain one."""
    width = marker.width or side
    return {"count": marker.count, "width": width, "height": width * marker.drawing.height / marker.drawing.width}


def _said(words: object) -> str:
    return filters.one_line(str(words))

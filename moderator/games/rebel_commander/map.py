"""The board of a view, drawn for paper and screen."""

from msgspec import Struct

from moderator.core import svg
from moderator.core.game import Drawing
from moderator.core.seats import Seat
from moderator.games.rebel_commander import marks
from moderator.games.rebel_commander.chart import chart
from moderator.games.rebel_commander.pieces import EMPIRE, UNITS, Stack, Unit
from moderator.games.rebel_commander.tables import board_of
from moderator.games.rebel_commander.view import View

__all__ = ["chart", "draw"]

SIDES = {"rebels": "Rebels", "empire": "Empire"}


class Look(Struct, frozen=True):
    """How a location is held: the colour of its plate, of its frame and of the frame's dashes."""

    plate: str
    frame: str
    dashes: str | None = None
    pattern: str | None = None


LOOKS = {
    "free": Look("#fbf8f1", "#fbf8f1"),
    "rebels": Look("#fff1dc", "#ffffff", "#c4711f", "2.6 2.6"),
    "empire": Look("#e3e7ee", "#505a6b"),
    "both": Look("#ffffff", "#ffd9a8", marks.INK, "9 6"),
    "unseen": Look("#d9d9dc", "#d9d9dc"),
}

FRAME = 6.0
"""How wide the frame of a held location is, on a square of 100."""

CROWD = 5
"""With more factions in one location, every line of it counts."""


class Sheet(Struct, frozen=True):
    """Where things are on a drawing."""

    rows: int
    columns: int
    cell: float
    edge: float

    @property
    def width(self) -> float:
        """The width of the whole drawing."""
        return self.columns * self.cell + 2 * self.edge

    @property
    def bottom(self) -> float:
        """Where the lower labels end."""
        return self.rows * self.cell + 2 * self.edge


def holder(view: View, stacks: tuple[Stack, ...]) -> str:
    """Return who holds a location with these units: ``rebels``, ``empire``, ``both`` if contested, or ``free``."""
    del view
    sides = {stack.seat == EMPIRE for stack in stacks}
    if len(sides) > 1:
        return "both"
    return ("empire" if sides.pop() else "rebels") if sides else "free"


def draw(view: View) -> tuple[Drawing, ...]:
    """Return the whole board with its legend, on one sheet."""
    board = board_of(view.options)
    large = board.columns <= 4  # noqa: PLR2004 - a small board gets large squares
    sheet = Sheet(board.rows, board.columns, 200.0 if large else 100.0, 30.0)
    legend, height = _legend(view, sheet)
    cells = "".join(_cell(view, sheet, name, at) for at, name in enumerate(board.names))
    inside = (svg.rect(0, 0, sheet.width, height, fill="#ffffff"), cells, _grid(sheet), legend)
    body = svg.group(*inside, font_family=marks.FONT)
    title = f"{view.turn}"
    drawing = svg.document(sheet.width, height, body, title=title)
    return (Drawing("board", drawing, round(sheet.width), round(height), title),)


def _cell(view: View, sheet: Sheet, name: str, at: int) -> str:
    size = sheet.cell
    x, y = sheet.edge + at % sheet.columns * size, sheet.edge + at // sheet.columns * size
    stacks = view.at(name)
    state = "unseen" if view.sight is not None and name not in view.sight else holder(view, stacks)
    parts = [_ground(state, x, y, size)]
    if state == "free":
        parts.append(_terrain(at, x, y, size))
    parts.append(_stacks(stacks, name, x, y, size))
    if state == "both" and len(stacks) <= CROWD:
        parts.append(marks.swords(x + size * 0.79, y + size * 0.095, size * 0.1))
    return "".join(parts)


def _ground(state: str, x: float, y: float, size: float) -> str:
    look = LOOKS[state]
    ground = svg.rect(x, y, size, size, fill=look.plate)
    if state == "unseen":
        corners = ((x, y), (x + size, y), (x + size, y + size), (x, y + size))
        return ground + svg.strokes(svg.hatching(corners, 45, size / 12), stroke="#c3c3c8", stroke_width=1)
    if look.frame == look.plate:
        return ground
    wide = FRAME * size / 100
    box = (x + wide / 2 + 1, y + wide / 2 + 1, size - wide - 2, size - wide - 2)
    frame = svg.rect(*box, fill="none", stroke=look.frame, stroke_width=wide)
    if look.dashes is not None:
        frame += svg.rect(*box, fill="none", stroke=look.dashes, stroke_width=wide, stroke_dasharray=look.pattern)
    return ground + frame


def _stacks(stacks: tuple[Stack, ...], name: str, x: float, y: float, size: float) -> str:
    """Draw what stands in a location, each faction in a row of its own, and the location's name where there is room."""
    dense = len(stacks) > CROWD
    wide = (FRAME + 2.5) * size / 100
    head = 0.0 if dense else size * 0.1
    label = svg.text(name, x + wide, y + wide + size * 0.075, font_size=size * 0.1, fill="#6b675e", font_weight=500)
    if not stacks:
        return label
    top, height = y + wide + head, (size - 2 * wide - head) / len(stacks)
    rows = "".join(
        marks.tally(
            stack.seat, stack.counts, x + wide, top + at * height, size - 2 * wide, min(height, size * 0.75) - 1
        )
        for at, stack in enumerate(stacks)
    )
    return rows if dense else label + rows


def _terrain(at: int, x: float, y: float, size: float) -> str:
    """Draw a hint of land: craters, dunes or ridges, the same for a location for ever."""
    kind = (at * 7 + at // 8 * 5) % 11
    light = "#e6dfd0"
    cx, cy = x + size * (0.35 + kind % 4 * 0.1), y + size * (0.42 + kind % 3 * 0.11)
    if kind < 3:  # noqa: PLR2004 - three parts of eleven
        r = size * (0.1 + 0.04 * kind)
        rim = svg.circle(cx, cy, r, fill="#f4efe4", stroke=light, stroke_width=1.4)
        return rim + svg.circle(cx + r * 1.9, cy + r * 1.2, r * 0.35, fill="none", stroke=light, stroke_width=1.2)
    if kind < 6:  # noqa: PLR2004 - three parts of eleven
        wave = size * 0.09
        bow = f"q{svg.num(wave)} {svg.num(-wave)} {svg.num(2 * wave)} 0t{svg.num(2 * wave)} 0t{svg.num(2 * wave)} 0"
        d = "".join(f"M{svg.num(cx - size * 0.3 + n * 9)} {svg.num(cy + n * size * 0.13)}{bow}" for n in range(2))
        return svg.path(d, fill="none", stroke=light, stroke_width=1.4)
    if kind < 8:  # noqa: PLR2004 - two parts of eleven
        s = size * 0.12
        d = "".join(
            f"M{svg.num(cx + n * s * 1.3 - s)} {svg.num(cy + s)}l{svg.num(s * 0.8)} {svg.num(-s * 1.3)}l{svg.num(s * 0.8)} {svg.num(s * 1.3)}"
            for n in range(2)
        )
        return svg.path(d, fill="none", stroke=light, stroke_width=1.4, stroke_linejoin="round")
    return ""


def _grid(sheet: Sheet) -> str:
    """Draw the lines between locations, the outer frame, and the labels on all four sides."""
    edge, cell = sheet.edge, sheet.cell
    right, low = edge + sheet.columns * cell, edge + sheet.rows * cell
    thin = [((edge + n * cell, edge), (edge + n * cell, low)) for n in range(1, sheet.columns)]
    thin += [((edge, edge + n * cell), (right, edge + n * cell)) for n in range(1, sheet.rows)]
    parts = [svg.strokes(thin, stroke="#8d887c", stroke_width=1)]
    parts.append(svg.rect(edge, edge, right - edge, low - edge, fill="none", stroke=marks.INK, stroke_width=2.4))
    size = edge * 0.66
    for n in range(sheet.columns):
        for y in (edge * 0.74, low + edge * 0.74):
            parts.append(_label(str(n), edge + (n + 0.5) * cell, y, size))
    for n in range(sheet.rows):
        for x in (edge * 0.5, right + edge * 0.5):
            parts.append(_label(chr(65 + n), x, edge + (n + 0.5) * cell + size * 0.36, size))
    return "".join(parts)


def _label(words: str, x: float, y: float, size: float) -> str:
    return svg.text(words, x, y, font_size=size, font_weight=700, text_anchor="middle", fill=marks.INK)


LINE = 30.0


def _legend(view: View, sheet: Sheet) -> tuple[str, float]:
    """Return the key under the board and where the drawing ends."""
    y = sheet.bottom + 4
    parts = []
    if view.score.rebel_locations is not None and view.score.empire_locations is not None:
        parts.append(_bars(view, sheet, y))
        y += 50
    for line in _flow(_entries(view), sheet.width - 2 * sheet.edge):
        x = sheet.edge
        for kind, words, width in line:
            parts.append(_entry(kind, words, x, y))
            x += width
        y += LINE
    return "".join(parts), y + 4


def _entries(view: View) -> list[tuple[Seat | Unit | str, str, float]]:
    kinds: list[tuple[Seat | Unit | str, str]] = [
        (kind, marks.WORDS[kind]) for kind in UNITS if view.options.edition == "planet" or kind is Unit.TROOPS
    ]
    kinds += [(seat, seat) for seat in view.seats]
    kinds += [
        (state, marks.WORDS[state])
        for state in ("rebels", "empire", "both", *(("unseen",) if view.sight is not None else ()))
    ]
    return [(kind, words, 46 + 9.4 * len(words)) for kind, words in kinds]


def _flow(
    entries: list[tuple[Seat | Unit | str, str, float]], room: float
) -> list[list[tuple[Seat | Unit | str, str, float]]]:
    lines: list[list[tuple[Seat | Unit | str, str, float]]] = [[]]
    left = room
    for entry in entries:
        if entry[2] > left and lines[-1]:
            lines.append([])
            left = room
        lines[-1].append(entry)
        left -= entry[2]
    return lines


def _entry(kind: Seat | Unit | str, words: str, x: float, y: float) -> str:
    if isinstance(kind, Unit):
        sample = marks.unit(kind, "White", x + 2, y + 3, 20)
    elif kind in marks.MARKS:
        sample = marks.badge(kind, x, y + 1, 26, 24)
    else:
        sample = _ground(kind, x, y, 26) + svg.rect(x, y, 26, 26, fill="none", stroke="#8d887c", stroke_width=1)
        if kind == "both":
            sample += marks.swords(x + 8, y + 8, 10)
    return sample + svg.text(words, x + 32, y + 20, font_size=17, fill=marks.INK)


def _bars(view: View, sheet: Sheet, y: float) -> str:
    """Draw how many locations each side holds, against the number that wins."""
    score = view.score
    full = sheet.columns * sheet.cell
    size = sheet.rows * sheet.columns
    parts = []
    for row, (held, state) in enumerate(((score.rebel_locations, "rebels"), (score.empire_locations, "empire"))):
        top = y + row * 18
        length = full * (held or 0) / size
        parts.append(svg.rect(sheet.edge, top, full, 14, fill="#f2f0ea", stroke="#8d887c", stroke_width=0.8))
        look = LOOKS[state]
        parts.append(svg.rect(sheet.edge, top, length, 14, fill=look.plate if state == "rebels" else look.frame))
        if length and look.dashes is not None:
            parts.append(
                svg.line(
                    sheet.edge,
                    top + 7,
                    sheet.edge + length,
                    top + 7,
                    stroke=look.dashes,
                    stroke_width=14,
                    stroke_dasharray=look.pattern,
                )
            )
        words = f"{SIDES[state]} {held}"
        parts.append(
            svg.text(words, sheet.edge + length + 6, top + 12.5, font_size=14, font_weight=700, fill=marks.INK)
        )
    goal = sheet.edge + full * score.needed / size
    parts.append(svg.line(goal, y - 4, goal, y + 36, stroke=marks.INK, stroke_width=2.4))
    parts.append(svg.text(f"{score.needed}", goal + 5, y + 12.5, font_size=15, font_weight=700, fill=marks.INK))
    return "".join(parts)

"""How seats, planets and fleets look on paper: told apart by letters and rings before colour.

A seat is a letter and the ring around its planets; both survive a black-and-white printer and a colour-blind reader.
"""

import math
from functools import lru_cache

from msgspec import Struct

from moderator.core import svg
from moderator.core.seats import Seat
from moderator.games.space_genocide.pieces import World

INK = "#1c1c1c"
PALE, GONE, BLAST = "#6a6a6a", "#9a9a9a", "#ffd23f"

_LETTER = 0.64
"""How wide a bold letter or figure is at most, in heights."""


class Mark(Struct, frozen=True):
    """How one seat is drawn: its letters, its colour, the tint of its section, the dashes of its ring (in radii)."""

    code: str
    colour: str
    tint: str
    dashes: tuple[float, ...] = ()
    double: bool = False


MARKS: dict[Seat, Mark] = {
    "Red": Mark("R", "#b8361a", "#fdf4f1"),
    "Blue": Mark("B", "#0063a3", "#f0f6fb", double=True),
    "Green": Mark("Gn", "#00704e", "#eff8f3", dashes=(0.62, 0.4)),
    "Gold": Mark("Gd", "#946600", "#fcf7e9", dashes=(0.2, 0.26)),
    "": Mark("", PALE, "#f5f5f3"),
}
"""One mark per seat; letters are unique. An empty seat is nobody."""

WORLDS: dict[World, str] = {
    World.HOMEWORLD: "H",
    World.POPULATION: "P",
    World.METAL: "M",
    World.RADIOACTIVES: "R",
}
"""What stands on a planet whose type is known."""

_KEPT = 2048
"""How many marks of a kind are kept: most stand where they stood."""


def ring(seat: Seat, x: float, y: float, r: float) -> str:
    """Draw the ring of a seat's planets around a white disc."""
    mark = MARKS[seat]
    look: dict[str, svg.Value] = {"fill": "#ffffff", "stroke": mark.colour}
    if mark.double:
        outer = svg.circle(x, y, r * 0.92, stroke_width=r * 0.16, **look)
        return outer + svg.circle(x, y, r * 0.64, stroke_width=r * 0.16, **look)
    if mark.dashes:
        around = 2 * math.pi * 0.8 * r
        count = round(around / (sum(mark.dashes) * r))
        fit = around / (count * sum(mark.dashes))
        dashes = " ".join(svg.num(part * fit) for part in mark.dashes)
        disc = svg.circle(x, y, r, fill="#ffffff", stroke=mark.colour, stroke_width=r * 0.07)
        return disc + svg.circle(
            x, y, r * 0.8, fill="none", stroke=mark.colour, stroke_width=r * 0.4, stroke_dasharray=dashes
        )
    width = 0.4 if seat else 0.14
    return svg.circle(x, y, r * (1 - width / 2), stroke_width=r * width, **look)


@lru_cache(_KEPT)
def planet(seat: Seat, world: World | None, x: float, y: float, r: float) -> str:
    """Draw a planet: its seat's ring, in it the letter of its type, a question mark where that is not known."""
    halo = svg.circle(x, y, r * 1.12, fill="#ffffff")
    letter = WORLDS[world] if world else "?"
    words = svg.text(
        letter,
        x,
        y + r * 0.33,
        font_size=r * 0.92,
        font_weight=700,
        text_anchor="middle",
        fill=INK if world else PALE,
    )
    crown = star(x - r * 0.86, y - r * 0.8, r * 0.5, MARKS[seat].colour) if world == World.HOMEWORLD else ""
    return halo + ring(seat, x, y, r) + words + crown


@lru_cache(_KEPT)
def ruin(seat: Seat, world: World, x: float, y: float, r: float) -> str:
    """Draw what is left of a planet: a broken rim with a cross through its letter."""
    mark, d = MARKS[seat], r * 0.72
    rim = svg.circle(
        x,
        y,
        r * 0.92,
        fill="#ffffff",
        stroke=mark.colour,
        stroke_width=r * 0.1,
        stroke_dasharray=f"{svg.num(r * 0.3)} 3",
    )
    letter = svg.text(
        WORLDS[world], x, y + r * 0.33, font_size=r * 0.92, font_weight=700, text_anchor="middle", fill=GONE
    )
    cross = svg.strokes(
        (((x - d, y - d), (x + d, y + d)), ((x - d, y + d), (x + d, y - d))), stroke=mark.colour, stroke_width=r * 0.17
    )
    return rim + letter + cross


def star(x: float, y: float, r: float, colour: str) -> str:
    """Draw a star of five points."""
    points = [
        (x + s * math.sin(math.pi * n / 5), y - s * math.cos(math.pi * n / 5)) for n, s in enumerate((r, r * 0.42) * 5)
    ]
    return svg.polygon(points, fill=colour, stroke="#ffffff", stroke_width=r * 0.2, stroke_linejoin="round")


def burst(x: float, y: float, r: float) -> str:
    """Draw a blast of eight points: there was a battle."""
    points = [
        (x + s * math.cos(math.pi * n / 8), y + s * math.sin(math.pi * n / 8)) for n, s in enumerate((r, r * 0.48) * 8)
    ]
    return svg.polygon(points, fill=BLAST, stroke=INK, stroke_width=r * 0.14, stroke_linejoin="round")


class Plate(Struct, frozen=True):
    """What a marker of fleets says: whose, which (``"3"``, ``"2,5"``), how many ships and since when, if not now.

    ``faded`` is 0 for what is known as of now, up to 3 for old news.
    """

    seat: Seat
    numbers: str
    ships: str
    age: str = ""
    own: bool = False
    faded: int = 0


_OPACITY = (None, 0.88, 0.74, 0.6)
"""Of fills and of strokes: an opacity of a whole element is a group of its own in PDF, and takes far more bytes."""


@lru_cache(_KEPT)
def plate(said: Plate, x: float, y: float, height: float) -> str:
    """Draw a marker of fleets around a point: letters and numbers, beside them the ships; own ones are filled."""
    mark, size = MARKS[said.seat], height * 0.76
    head, tail = plate_widths(said, height)
    left, top = x - (head + tail) / 2, y - height / 2
    bold: dict[str, svg.Value] = {"font_size": size, "font_weight": 700, "text_anchor": "middle"}
    frame: dict[str, svg.Value] = {"stroke": mark.colour, "stroke_width": height * 0.09}
    low, faded = y + size * 0.36, _OPACITY[said.faded]
    parts = [
        svg.rect(left - 1.5, top - 1.5, head + tail + 3, height + 3, rx=height * 0.3, fill="#ffffff", fill_opacity=0.9),
        svg.rect(
            left + head - 4,
            top,
            tail + 4,
            height,
            rx=height * 0.2,
            fill="#ffffff",
            fill_opacity=faded,
            stroke_opacity=faded,
            **frame,
        ),
        svg.rect(left, top, head, height, rx=height * 0.2, fill=mark.colour if said.own else "#ffffff", **frame),
        svg.text(mark.code + said.numbers, left + head / 2, low, fill="#ffffff" if said.own else mark.colour, **bold),
    ]
    figure = svg.text(said.ships, left + head + len(said.ships) * size * 0.36 + 2, low, fill=INK, **bold)
    if said.age:
        since: dict[str, svg.Value] = {"font_size": size * 0.95, "text_anchor": "end", "fill": INK}
        figure += svg.text(said.age, left + head + tail - 3, low, **since)
    return "".join(parts) + svg.group(figure, fill_opacity=faded)


def plate_widths(said: Plate, height: float) -> tuple[float, float]:
    """Return how wide the two parts of a marker are."""
    size = height * 0.76
    head = len(MARKS[said.seat].code + said.numbers) * size * _LETTER + 7
    tail = len(said.ships) * size * _LETTER + len(said.age) * size * 0.5 + (9 if said.age else 6)
    return head, tail

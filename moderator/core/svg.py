"""SVG as text: escaped, with numbers written the same in every process; no dependency, no global state.

Attribute names are Python names: a trailing ``_`` falls (``class_``), an inner ``_`` becomes ``-``
(``stroke_width`` → ``stroke-width``). An attribute that is None is left out.
"""

import math
import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

Value = str | int | float | None
Point = tuple[float, float]

FONT = "IBM Plex Sans, DejaVu Sans, sans-serif"

_SAFE = re.compile(r"[\w .,#()%:/·+-]*").fullmatch
"""Tells values that need no escaping; most are such, and it pays."""


class Box(NamedTuple):
    """A rectangle of a drawing."""

    x: float
    y: float
    width: float
    height: float

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The corners, from the left upper one clockwise."""
        right, low = self.x + self.width, self.y + self.height
        return (self.x, self.y), (right, self.y), (right, low), (self.x, low)

    def overlaps(self, other: "Box") -> bool:
        """Tell whether two rectangles have anything in common."""
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )

    def common_area(self, other: "Box") -> float:
        """Return how much two rectangles have in common."""
        wide = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        high = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return wide * high if wide > 0 < high else 0.0


def bounds(points: Iterable[Point], edge: float = 0) -> Box:
    """Return the smallest rectangle around points, with an edge on each side."""
    xs, ys = zip(*points, strict=True)
    left, top = min(xs) - edge, min(ys) - edge
    return Box(left, top, max(xs) + edge - left, max(ys) + edge - top)


@lru_cache(1 << 14)
def num(value: float) -> str:
    """Return a number with at most two decimals and no idle zeros: ``2.50`` → ``2.5``, ``-0.0`` → ``0``."""
    if isinstance(value, int):
        return str(value)
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


@cache
def _named(name: str) -> str:
    """Return an attribute's name as SVG has it; there are few, so they are kept."""
    return name.rstrip("_").replace("_", "-")


def _quote(value: str | float) -> str:
    if not isinstance(value, str):
        return f'"{num(value)}"'
    return f'"{value}"' if _SAFE(value) else quoteattr(value)


def _attributes(attributes: dict[str, Value]) -> str:
    return "".join([f" {_named(name)}={_quote(value)}" for name, value in attributes.items() if value is not None])


def element(name: str, *inside: str, **attributes: Value) -> str:
    """Return one element around finished SVG text."""
    if not inside:
        return f"<{name}{_attributes(attributes)}/>"
    return f"<{name}{_attributes(attributes)}>{''.join(inside)}</{name}>"


def text(words: str, x: float, y: float, **attributes: Value) -> str:
    """Return a line of text; what it says is escaped."""
    return element("text", escape(words), x=x, y=y, **attributes)


def rect(x: float, y: float, width: float, height: float, **attributes: Value) -> str:
    """Return a rectangle."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def circle(x: float, y: float, r: float, **attributes: Value) -> str:
    """Return a circle around a point."""
    return element("circle", cx=x, cy=y, r=r, **attributes)


def line(x1: float, y1: float, x2: float, y2: float, **attributes: Value) -> str:
    """Return a straight stroke."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, **attributes)


def polygon(points: Iterable[Point], **attributes: Value) -> str:
    """Return a closed outline through points."""
    return element("polygon", points=" ".join(f"{num(x)},{num(y)}" for x, y in points), **attributes)


def path(d: str, **attributes: Value) -> str:
    """Return a path; ``d`` is the path's own language."""
    return element("path", d=d, **attributes)


def way(points: Iterable[Point]) -> str:
    """Return the path through points, open."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)


def group(*inside: str, **attributes: Value) -> str:
    """Return a group that hands its attributes down."""
    return element("g", *inside, **attributes)


def move_group(at: Point, *inside: str) -> str:
    """Return shapes that count from a point; a part that is one such group looks the same wherever it stands."""
    return element("g", *inside, transform=f"translate({num(at[0])} {num(at[1])})")


def hatching(outline: Sequence[Point], angle: float, gap: float) -> list[tuple[Point, Point]]:
    """Return the strokes that hatch an outline of any shape at an angle (degrees), ``gap`` apart.

    Strokes are worked out here because pattern fills show their seams in printed PDF.
    """
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    heights = [y * cos - x * sin for x, y in outline]
    strokes: list[tuple[Point, Point]] = []
    level = math.ceil(min(heights) / gap) * gap
    while level < max(heights):
        cut = sorted(_crossings(outline, heights, level), key=lambda at: at[0] * cos + at[1] * sin)
        strokes += zip(cut[::2], cut[1::2], strict=True)
        level += gap
    return strokes


def _crossings(outline: Sequence[Point], heights: Sequence[float], level: float) -> list[Point]:
    """Return where an outline crosses a level: an even number of times."""
    cut = []
    for at, (x, y) in enumerate(outline):
        low, high = heights[at - 1], heights[at]
        if (low < level) != (high < level):
            part = (level - low) / (high - low)
            before = outline[at - 1]
            cut.append((before[0] + part * (x - before[0]), before[1] + part * (y - before[1])))
    return cut


def strokes(pairs: Iterable[tuple[Point, Point]], **attributes: Value) -> str:
    """Return many straight strokes as one path."""
    d = "".join(f"M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}" for (x1, y1), (x2, y2) in pairs)
    return element("path", d=d, fill="none", **attributes) if d else ""


def join_strokes(pairs: Iterable[tuple[Point, Point]], **attributes: Value) -> str:
    """Return many straight strokes as one path, in which one that begins where the last ended goes on with it."""
    ways = list[list[Point]]()
    for one, other in pairs:
        if ways and ways[-1][-1] == one:
            ways[-1].append(other)
        else:
            ways.append([one, other])
    return element("path", d="".join(map(way, ways)), fill="none", **attributes) if ways else ""


def document(window: Box, *inside: str, title: str) -> str:
    """Return a whole drawing of what lies in a window; ``title`` is what a reader's software says of it."""
    return element(
        "svg",
        f"<title>{escape(title)}</title>",
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(num, window)),
        width=window.width,
        height=window.height,
        font_family=FONT,
        role="img",
    )

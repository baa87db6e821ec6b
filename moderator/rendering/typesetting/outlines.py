"""Shapes of SVG as paths of a PDF page, and its transforms as moves there (ISO 32000-1, 8.3 and 8.5)."""

import math
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple
from xml.etree.ElementTree import Element

from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path.parser import parse_path

from moderator.core.svg import Point

_ARC_CONTROL = 0.5523
"""How far the middle points of a Bézier curve stand from its ends to make a quarter of a circle, in radii."""
_BETWEEN = re.compile(r"[\s,]+")
_STEP = re.compile(r"(\w+)\(([^)]*)\)")

Attributes = Mapping[str, str]


class Outline(NamedTuple):
    """The path of a shape, counted from ``at``: equal round shapes have equal paths, which pack to nothing.

    The path is empty for a shape of no size.
    """

    path: str
    at: Point | None = None


@lru_cache(1 << 14)
def number(value: float) -> str:
    """Return a number as a page has it. Units of symbols may be as large as a sign, so it has three decimals."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


def numbers(values: str) -> list[float]:
    """Return the numbers of a list; raises ValueError if it holds anything else, such as a unit."""
    return [float(value) for value in _BETWEEN.split(values.strip())]


def move(x: float, y: float, scale: float = 1) -> str:
    """Return the operator that moves to a place, from which on units are ``scale`` times as large."""
    grown = f"{scale:.9g}"
    return f"{grown} 0 0 {grown} {number(x)} {number(y)} cm"


def moves(element: Element) -> list[str]:
    """Return the operators that move to where an element stands."""
    told = element.attrib.get("transform", "")
    if _STEP.sub("", told).strip():
        raise ValueError(f"<{element.tag}> cannot be drawn with transform={told!r}")
    return [_STEPS[kind](*numbers(values)) for kind, values in _STEP.findall(told)]


def enlarged(element: Element) -> float:
    """Return how many times larger an element is drawn than it says."""
    steps = _STEP.findall(element.attrib.get("transform", ""))
    return math.prod(numbers(values)[0] for kind, values in steps if kind == "scale")


def _turn(angle: float, x: float = 0, y: float = 0) -> str:
    """Return the operator that turns by an angle in degrees, around a point."""
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    there = _at((x - x * cos + y * sin, y - x * sin - y * cos))
    return f"{cos:.6f} {sin:.6f} {-sin:.6f} {cos:.6f} {there} cm"


_STEPS: Mapping[str, Callable[..., str]] = {
    "rotate": _turn,
    "scale": lambda scale: move(0, 0, scale),
    "translate": lambda x, y=0: move(x, y),
}


class _Pen(BasePen):  # type: ignore[misc] # fontTools has no types
    """Takes a path down as operators."""

    def __init__(self) -> None:
        super().__init__()
        self._out: list[str] = []

    @property
    def path(self) -> str:
        """The operators."""
        return " ".join(self._out)

    def _moveTo(self, pt: Point) -> None:  # noqa: N802 - the name that fontTools calls
        self._out.append(f"{_at(pt)} m")

    def _lineTo(self, pt: Point) -> None:  # noqa: N802 - as above
        self._out.append(f"{_at(pt)} l")

    def _curveToOne(self, pt1: Point, pt2: Point, pt3: Point) -> None:  # noqa: N802 - as above
        self._out.append(f"{_at(pt1)} {_at(pt2)} {_at(pt3)} c")

    def _closePath(self) -> None:  # noqa: N802 - as above
        self._out.append("h")


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


@lru_cache(1 << 10)
def _path(way: str) -> Outline:
    pen = _Pen()
    parse_path(way, pen)
    return Outline(pen.path)


def _polygon(points: str) -> Outline:
    values = numbers(points)
    first, *others = map(_at, zip(values[::2], values[1::2], strict=True))
    return Outline(" ".join([f"{first} m", *(f"{point} l" for point in others), "h"]))


def _line(x1: float, y1: float, x2: float, y2: float) -> Outline:
    return Outline(f"{_at((x1, y1))} m {_at((x2, y2))} l")


def _rect(has: Attributes) -> Outline:
    x, y, width, height = (float(has[name]) for name in ("x", "y", "width", "height"))
    bend = float(has.get("rx", 0))
    if width <= 0 or height <= 0:
        return Outline("")
    if bend:
        return Outline(_rounded(width, height, min(bend, width / 2), min(bend, height / 2)), (x, y))
    return Outline(f"{_at((x, y))} {_at((width, height))} re")


@lru_cache(256)
def _rounded(width: float, height: float, across: float, down: float) -> str:
    """Return a rectangle at the origin whose corners are quarters of an ellipse."""
    pen, x, y = _Pen(), across * (1 - _ARC_CONTROL), down * (1 - _ARC_CONTROL)
    pen.moveTo((across, 0))
    pen.lineTo((width - across, 0))
    pen.curveTo((width - x, 0), (width, y), (width, down))
    pen.lineTo((width, height - down))
    pen.curveTo((width, height - y), (width - x, height), (width - across, height))
    pen.lineTo((across, height))
    pen.curveTo((x, height), (0, height - y), (0, height - down))
    pen.lineTo((0, down))
    pen.curveTo((0, y), (x, 0), (across, 0))
    pen.closePath()
    return pen.path


def _oval(x: float, y: float, across: float, down: float) -> Outline:
    return Outline(_ellipse(across, down) if across > 0 < down else "", (x, y))


@lru_cache(256)
def _ellipse(across: float, down: float) -> str:
    """Return an ellipse around the origin, from its right on, where dashes begin."""
    pen, x, y = _Pen(), across * _ARC_CONTROL, down * _ARC_CONTROL
    pen.moveTo((across, 0))
    pen.curveTo((across, y), (x, down), (0, down))
    pen.curveTo((-x, down), (-across, y), (-across, 0))
    pen.curveTo((-across, -y), (-x, -down), (0, -down))
    pen.curveTo((x, -down), (across, -y), (across, 0))
    pen.closePath()
    return pen.path


_OUTLINES: Mapping[str, Callable[[Attributes], Outline]] = {
    "circle": lambda has: _oval(float(has["cx"]), float(has["cy"]), float(has["r"]), float(has["r"])),
    "ellipse": lambda has: _oval(float(has["cx"]), float(has["cy"]), float(has["rx"]), float(has["ry"])),
    "line": lambda has: _line(float(has["x1"]), float(has["y1"]), float(has["x2"]), float(has["y2"])),
    "path": lambda has: _path(has["d"]),
    "polygon": lambda has: _polygon(has["points"]),
    "rect": _rect,
}


def outline(element: Element) -> Outline:
    """Return the outline of a shape; raises KeyError for a missing attribute, ValueError for a wrong one."""
    return _OUTLINES[element.tag](element.attrib)

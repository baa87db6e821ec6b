"""Pieces of SVG as operators of a PDF page (ISO 32000-1, annex A), with the letters that these show.

It reads the SVG that ``moderator.core.svg`` writes: shapes, text and groups, with attributes and no style sheets.
It refuses everything else, so that a drawing never lacks anything in silence.
"""

import math
import re
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from xml.etree.ElementTree import Element, ParseError, fromstring

from msgspec import Struct

from moderator.core.svg import Point
from moderator.rendering.typesetting.outlines import Outline, enlarged, move, moves, number, numbers, outline
from moderator.rendering.typesetting.typefaces import BOLD, REGULAR, Letter

Look = Mapping[str, str]
_FIRST: Look = {
    "fill": "#000000",
    "fill-opacity": "1",
    "fill-rule": "nonzero",
    "font-size": "16",
    "font-weight": "400",
    "paint-order": "normal",
    "stroke": "none",
    "stroke-dasharray": "",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-opacity": "1",
    "stroke-width": "1",
    "text-anchor": "start",
}
"""What is handed down to what stands inside, with its values to begin with."""
_OWN = {
    "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"},
    "g": set[str](),
    "line": {"x1", "y1", "x2", "y2"},
    "path": {"d"},
    "polygon": {"points"},
    "rect": {"x", "y", "width", "height", "rx"},
    "text": {"x", "y"},
}
"""The elements that can be drawn, with the attributes that each has to itself."""
_ANYWHERE = _FIRST.keys() | {"id", "transform"}
_BOLD = 500
"""The weight above which letters are bold."""
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}
_RULES = {"nonzero": "", "evenodd": "*"}
_ORDERS = {"normal": False, "stroke": True}
"""Whether strokes are painted before fills."""
_INITIAL_STATE = {
    "caps": "0 J",
    "dashes": "[] 0 d",
    "fill": "0 0 0 rg",
    "joins": "0 j",
    "mode": "0 Tr",
    "opacity": "/A100-100 gs",
    "stroke": "0 0 0 RG",
    "width": "1 w",
}
"""What a page begins with."""
_KEPT = 1 << 13
"""Pieces that a process keeps: those of some twenty boards, 20 MB."""
_MOVED = re.compile(r"translate\((\S+) (\S+)\)")
_COLOUR, _SPECIAL = re.compile("#[0-9a-fA-F]{6}"), re.compile(r"[\\()]")


class DrawingOperators(Struct, frozen=True):
    """What a piece of SVG draws, as operators for a page whose vertical axis points down.

    The operators count from ``at``. ``letters`` are those that it shows, ``colours`` those of fills and strokes,
    ``opacities`` theirs that it names, in hundredths: ``A35-100``. ``digest`` is that of the operators, from which all
    else but ``at`` follows.
    """

    operators: bytes
    at: Point
    letters: frozenset[Letter]
    colours: frozenset[str]
    opacities: frozenset[str]
    smallest: float
    """The size of the smallest letters of its words; a letter alone is a mark. Infinite if there are none."""
    digest: bytes


@lru_cache(_KEPT)
def drawing_operators(piece: str) -> DrawingOperators:
    """Return what a piece of SVG draws; raises ValueError for what cannot be drawn.

    A piece that is one moved group counts from where that stands: those that look alike have the same operators.
    """
    painter, drawn, at = _Painter(), _element(f"<g>{piece}</g>"), (0.0, 0.0)
    if len(drawn) == 1 and drawn[0].tag == "g" and (moved := _MOVED.fullmatch(drawn[0].attrib.get("transform", ""))):
        drawn, at = drawn[0], (float(moved[1]), float(moved[2]))
        del drawn.attrib["transform"]
    painter.draw(drawn, _FIRST)
    painter.end_text()
    operators = "\n".join(painter.out).encode("latin-1")
    letters, colours, opacities = frozenset(painter.letters), frozenset(painter.colours), frozenset(painter.opacities)
    return DrawingOperators(operators, at, letters, colours, opacities, painter.smallest, sha256(operators).digest())


def _element(piece: str) -> Element:
    try:
        return fromstring(piece)  # noqa: S314 - our own words, escaped by core.svg
    except ParseError as error:
        raise ValueError(f"a drawing is no XML: {error}") from error


class _Painter:
    """Writes operators, and sets nothing that is set already."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.letters = set[Letter]()
        self.colours = set[str]()
        self.opacities = set[str]()
        self.smallest = math.inf
        self._enlarged = 1.0
        self._set = dict(_INITIAL_STATE)
        self._line: Point | None = None

    def draw(self, element: Element, above: Look) -> None:
        """Draw an element; ``above`` is what is handed down to it."""
        kind, attributes = element.tag, element.attrib
        unknown = attributes.keys() - _ANYWHERE - _OWN.get(kind, set())
        if unknown or kind not in _OWN:
            raise ValueError(f"<{kind}> cannot be drawn with {', '.join(sorted(unknown)) or 'anything'}")
        if (kind != "g" and len(element)) or (kind != "text" and (element.text or "").strip()):
            raise ValueError(f"<{kind}> cannot be drawn with anything inside")
        try:
            self._move(element, {**above, **attributes})
        except (KeyError, TypeError) as error:  # what it lacks, a word that is not known, or too many numbers
            raise ValueError(f"<{kind}> cannot be drawn: {error}") from error

    def _move(self, element: Element, look: Look) -> None:
        """Draw an element after the moves that it asks for."""
        steps = moves(element)
        if not steps:
            self._draw(element, look)
            return
        before = dict(self._set), self._enlarged
        self.end_text()
        self.out += ["q", *steps]
        self._enlarged *= enlarged(element)
        self._draw(element, look)
        self.end_text()
        self.out.append("Q")
        self._set, self._enlarged = before

    def _draw(self, element: Element, look: Look) -> None:
        """Draw an element where it stands."""
        if element.tag == "g":
            for part in element:
                self.draw(part, look)
        elif element.tag == "text":
            self._write(element, look)
        elif element.tag == "line":
            self._paint(outline(element), {**look, "fill": "none"})
        else:
            self._paint(outline(element), look)

    def _set_look(self, look: Look) -> bool:
        """Set colours, and what strokes look like; return whether anything is painted."""
        filled, stroked = look["fill"] != "none", look["stroke"] != "none"
        self.colours |= {look["fill"], look["stroke"]} - {"none"}
        if filled or stroked:
            opacity = _opacity(look["fill-opacity"], look["stroke-opacity"])
            self.opacities.add(opacity)
            self._put("opacity", f"/{opacity} gs")
        if filled:
            self._put("fill", f"{_colour(look['fill'])} rg")
        if stroked:
            self._put("stroke", f"{_colour(look['stroke'])} RG")
            self._put("width", f"{number(float(look['stroke-width']))} w")
            self._put("caps", f"{_CAPS[look['stroke-linecap']]} J")
            self._put("joins", f"{_JOINS[look['stroke-linejoin']]} j")
            self._put("dashes", f"[{_dashes(look['stroke-dasharray'])}] 0 d")
        return filled or stroked

    def _put(self, what: str, operator: str) -> None:
        if self._set.get(what) != operator:
            self._set[what] = operator
            self.out.append(operator)

    def _paint(self, shape: Outline, look: Look) -> None:
        if not shape.path or not self._set_look(look):
            return
        rule, stroke_first = _RULES[look["fill-rule"]], _ORDERS[look["paint-order"]]
        if look["stroke"] == "none":
            painted = f"{shape.path} f{rule}"
        elif look["fill"] == "none":
            painted = f"{shape.path} S"
        elif stroke_first:
            painted = f"{shape.path} S {shape.path} f{rule}"
        else:
            painted = f"{shape.path} B{rule}"
        self.end_text()
        self.out.append(f"q {move(*shape.at)} {painted} Q" if shape.at else painted)

    def _write(self, element: Element, look: Look) -> None:
        """Write a line of text."""
        if not self._set_look(look):
            return
        size, has = float(look["font-size"]), element.attrib
        if len(element.text or "") > 1:
            self.smallest = min(self.smallest, size * self._enlarged)
        face = BOLD if float(look["font-weight"]) > _BOLD else REGULAR
        line = face.line(element.text or "")
        left = float(has["x"]) - _ANCHORS[look["text-anchor"]] * line.width * size
        for mode in _modes(look):
            self._put("mode", f"{mode} Tr")
            self._begin_line((round(left, 3), round(float(has["y"]), 3)))
            for run in line.runs:
                self._put("font", f"/{run.font} {number(size)} Tf")
                self.out.append(f"({_escaped(run.letters)}) Tj")
        self.letters |= line.letters

    def _begin_line(self, at: Point) -> None:
        """Begin a line of text; it counts from the line before, so names in a row take equal steps."""
        if self._line is None:
            self.out += ["BT", f"1 0 0 -1 {number(at[0])} {number(at[1])} Tm"]
        else:
            self.out.append(f"{number(at[0] - self._line[0])} {number(self._line[1] - at[1])} Td")
        self._line = at

    def end_text(self) -> None:
        """End the text that was begun, if any: no shape is painted and nothing moves within it."""
        if self._line is not None:
            self.out.append("ET")
            self._line = None


def _modes(look: Look) -> tuple[int, ...]:
    """Return how letters are painted, once or twice: filled (0), stroked (1) or both (2)."""
    if look["stroke"] == "none":
        return (0,)
    if look["fill"] == "none":
        return (1,)
    return (1, 0) if _ORDERS[look["paint-order"]] else (2,)


@lru_cache(256)
def _opacity(fill: str, stroke: str) -> str:
    """Return the name of two opacities."""
    return f"A{100 * float(fill):.0f}-{100 * float(stroke):.0f}"


@lru_cache(1 << 10)
def _colour(value: str) -> str:
    """Return a colour such as ``#b8361a`` as three shares of one."""
    if not _COLOUR.fullmatch(value):
        raise ValueError(f"{value!r} is no colour that can be drawn: it must be one such as #b8361a")
    return " ".join(number(each / 255) for each in bytes.fromhex(value[1:]))


@lru_cache(256)
def _dashes(lengths: str) -> str:
    return " ".join(map(number, numbers(lengths))) if lengths else ""


def _escaped(letters: bytes) -> str:
    return _SPECIAL.sub(r"\\\g<0>", letters.decode("latin-1")).replace("\r", r"\r")

"""Laws about words on drawings: none lies on another, so that both can be read."""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import NamedTuple
from xml.etree.ElementTree import Element, fromstring

from moderator.core.pictures import Drawing
from moderator.core.svg import Box, Point, bounds
from moderator.rendering.typesetting.typefaces import BOLD, REGULAR
from moderator.testing.laws.pictures import further
from moderator.testing.subjects import TableSubject

MOST = 0.1
"""How much of a word another may cover at most."""

_SOME = 4
_HIGH, _BOLD = 0.7, 500
"""How high capital letters and digits are, as a part of their size; the weight above which letters are bold."""

_SLANTED = 0.7
"""How large the square is that stands for slanted letters, as a part of their height or width."""

_STRAIGHT = 1e-9
"""Up to this part of its size a matrix is one of quarter turns: cosines are not exact."""

_ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}
_STEP = re.compile(r"(\w+)\(([^)]*)\)")
_KEPT = 1 << 14
"""Pieces that a process keeps: most of a drawing is as it was the turn before."""


class Word(NamedTuple):
    """Words on a drawing, and the box of their letters."""

    words: str
    box: Box


class Place(NamedTuple):
    """Where an element counts from: a matrix of two by three, as in SVG."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def point(self, x: float, y: float) -> Point:
        """Return where a point of the element is on the drawing."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def then(self, other: "Place") -> "Place":
        """Return the place of what counts from another place within this one."""
        e, f = self.point(other.e, other.f)
        return Place(
            self.a * other.a + self.c * other.b,
            self.b * other.a + self.d * other.b,
            self.a * other.c + self.c * other.d,
            self.b * other.c + self.d * other.d,
            e,
            f,
        )


def words_keep_clear(table: TableSubject) -> None:
    """No words on a map, chart, poster or marker cover more than a tenth of others."""
    game, looked = table.game, set[Drawing]()
    for moment in table.moments(_SOME):
        for who in table.watchers:
            view = game.view(moment.step.state, who)
            told = [event for event in moment.step.events if event.known_to(who)]
            drawn = ((*each.draw(view, told), *further(each, view)) for each in table.pictures_by_language())
            for drawing in chain.from_iterable(drawn):
                if drawing not in looked:
                    looked.add(drawing)
                    pairs = [f"{one.words!r} on {other.words!r}" for one, other in covered(drawing)]
                    table.require(not pairs, f"{drawing.key}: words lie on each other: {', '.join(pairs)}", who)


def covered(drawing: Drawing) -> Iterator[tuple[Word, Word]]:
    """Give the pairs of words on a drawing of which one covers more than MOST of the other."""
    found = sorted(
        dict.fromkeys(word for part in drawing.parts for word in words_of(part.svg)), key=lambda word: word.box.x
    )
    waiting: list[Word] = []
    for word in found:
        waiting = [other for other in waiting if other.box.x + other.box.width > word.box.x]
        yield from ((other, word) for other in waiting if _covered_part(other.box, word.box) > MOST)
        waiting.append(word)


def _covered_part(one: Box, other: Box) -> float:
    """Return how much of the smaller of two boxes the other covers."""
    smaller = min(one.width * one.height, other.width * other.height)
    return one.common_area(other) / smaller if smaller else 0.0


@lru_cache(_KEPT)
def words_of(piece: str) -> tuple[Word, ...]:
    """Return the words that a piece of SVG writes; a halo and the letters in it are one."""
    found = _written(fromstring(f"<g>{piece}</g>"), Place(), {})  # noqa: S314 - our own words, escaped by core.svg
    return tuple(dict.fromkeys(found))


def _written(element: Element, above: Place, look: dict[str, str]) -> Iterator[Word]:
    place = above
    for kind, values in _STEP.findall(element.attrib.get("transform", "")):
        place = place.then(_PLACES[kind](*map(float, re.split(r"[\s,]+", values.strip()))))
    look = {**look, **element.attrib}
    if element.tag == "text" and element.text:
        yield Word(element.text, _box(element, place, look))
    for part in element:
        yield from _written(part, place, look)


def _box(element: Element, place: Place, look: dict[str, str]) -> Box:
    """Return the box of an element's letters; of slanted ones, as along a curve, a square in their middle."""
    size, face = float(look.get("font-size", 16)), BOLD if float(look.get("font-weight", 400)) > _BOLD else REGULAR
    wide = face.line(element.text or "").width * size
    left = float(look["x"]) - _ANCHORS[look.get("text-anchor", "start")] * wide
    box = Box(left, float(look["y"]) - _HIGH * size, wide, _HIGH * size)
    if min(abs(place.a), abs(place.b)) > _STRAIGHT * math.hypot(place.a, place.b):
        x, y = place.point(box.x + box.width / 2, box.y + box.height / 2)
        half = math.hypot(place.a, place.b) * min(box.width, box.height) / 2 * _SLANTED
        return Box(x - half, y - half, 2 * half, 2 * half)
    return bounds(place.point(*corner) for corner in box.corners)


def _turned(angle: float, x: float = 0, y: float = 0) -> Place:
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return Place(cos, sin, -sin, cos, x - x * cos + y * sin, y - x * sin - y * cos)


_PLACES: Mapping[str, Callable[..., Place]] = {
    "rotate": _turned,
    "scale": lambda scale: Place(a=scale, d=scale),
    "translate": lambda x, y=0: Place(e=x, f=y),
}

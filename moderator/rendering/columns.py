"""How high stories stand in a column, reckoned from the widths of letters: typst would have to set them to tell.

What is reckoned is hardly ever less than what typst makes of the same rows (``templates/print/common.typ``, whose
measures these are), and seldom more than a line of a page. Where it is less, what follows is pushed to the next page.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, takewhile
from math import ceil
from typing import Any, NamedTuple

from PIL import ImageFont

from moderator.rendering.filters import NESTED, OWN
from moderator.rendering.typefaces import FONTS

_LINE, _LEADING, _SPACING = 0.698, 0.52, 0.62
"""The height of a line of letters, what stands between two of a row, and between two rows, in widths of an m (em)."""
_HEADING, _ABOVE, _BELOW, _RULE = 1.15, 1.3, 0.75, 0.35
"""The size of a heading's letters, the space above and below it, and that above its rule, in em."""
_HANGING, _NUMBERED = 0.9, 1.75
"""What hangs before a row, in em: a mark, or a number."""
_INDENTED = {"": _HANGING, OWN: _HANGING, NESTED: 2 * _HANGING}
"""What rows with a mark or none leave free at their left, in em."""
_TERM = 0.84 * 0.6
"""The width of every letter of a term, in em."""
MM = 72 / 25.4
"""Points in a millimetre."""
_DIE, _NEXT, _NAMED, _FURTHER = 4.3 * MM, 0.6 * MM, 1.0 * MM, 1.6 * MM
"""A die, the gaps between two and after a name, and that before further dice of the same party, in points."""
_SUNK = 0.22
"""What of a die lies below the line."""
_FULL = 1000
"""The size in which widths are read from the fonts."""
_LATIN = "\u0180"
"""Our fonts have the letters below this one."""
_SIGNS = "\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u2190\u2191\u2192\u2193\u2212\u2260\u2264\u2265"
"""Our fonts have these, too: dashes, quotes, a point, dots, arrows, minus and comparisons."""
_UNKNOWN = 1.25
"""The width that another font may have for a letter which ours lack, in em."""
_KERNED = 1.005
"""What kerning may add to a word of a report."""
_BROKEN = 1.3
"""What breaking a word that is wider than a line may leave of each of its lines, in lines."""
_MARGINS, _GUTTER = 28 * MM, 8 * MM
"""What a page leaves white at its sides, and between its columns."""
_SIZES, _LARGE_SIZES = (10.5, 9.8, 9.2, 8.6, 8.0, 7.5), (15.0, 13.5, 12.0)
"""The sizes that letters may have, and those of large paper besides."""
_MIDDLE = 9.2


def story(
    sections: Sequence[Mapping[str, Any]], paper: tuple[float, float], against: str, *, large: bool
) -> dict[str, Any]:
    """Return headings and rows in their order, those of the left column marked, and how high both are in each size.

    The reader's own story stands left. One that has nothing to its right runs on there. ``paper`` is the width and the
    height of the paper in points; sizes in which a story is higher are left out.
    """
    wide, high = paper
    column = Column((wide - _MARGINS - _GUTTER) / 2, against)
    pieces = [piece for part in sections for piece in ({"heading": part["heading"]}, *part["rows"])]
    left = [part["mine"] for part in sections for _ in range(1 + len(part["rows"]))]
    if all(left):
        left = column.first_half(pieces)
    halves = [[piece for piece, mine in zip(pieces, left, strict=True) if mine is side] for side in (True, False)]
    sizes = (*_LARGE_SIZES, *_SIZES) if large else _SIZES
    # The larger the letters, the higher the story.
    heights = ((size, max(column.height(half, size) for half in halves)) for size in reversed(sizes))
    fitting = list(takewhile(lambda each: each[1] <= high, heights))
    return {
        "story": [{**piece, "left": mine} for piece, mine in zip(pieces, left, strict=True)],
        "sizes": [{"letters": size, "height": height} for size, height in reversed(fitting)],
    }


class Column(NamedTuple):
    """A column of some width in points; ``against`` is the word between the dice of two parties."""

    width: float
    against: str

    def height(self, pieces: Sequence[Mapping[str, Any]], size: float) -> float:
        """Return how high headings and rows stand below each other in letters of ``size``, in points."""
        total, below = 0.0, 0.0
        for at, piece in enumerate(pieces):
            heading = "heading" in piece
            total += max(below, _ABOVE if heading else _SPACING) * size if at else 0
            below = _BELOW if heading else _SPACING
            total += self._heading(piece["heading"], size) if heading else self._row(piece, size)
        return total

    def first_half(self, pieces: Sequence[Mapping[str, Any]]) -> list[bool]:
        """Return of each heading or row whether it stands in the first half of all."""
        heights = [self.height([piece], _MIDDLE) for piece in pieces]
        before = accumulate(heights, initial=0.0)
        return [above < sum(heights) / 2 for above, _ in zip(before, heights, strict=False)]

    def _heading(self, words: str, size: float) -> float:
        lines = _lines(_widths(words, bold=True), self.width / size / _HEADING)
        return ((lines * _LINE + (lines - 1) * _LEADING) * _HEADING + _RULE) * size

    def _row(self, row: Mapping[str, Any], size: float) -> float:
        room = self.width / size - _INDENTED.get(row["sign"], _NUMBERED)
        lines = _lines(_widths(row["text"]), room)
        if row["term"]:
            lines += _lines([len(word) * _TERM for word in row["term"].split(" ")], room, _TERM)
        thrown = _lines(list(self._parties(row["dice"], size)), room, 0) if row["dice"] else 0
        dice = max(_LINE * size, _DIE * (1 - _SUNK)) + _DIE * _SUNK
        return (lines * _LINE + (lines + thrown - 1) * _LEADING) * size + thrown * dice

    def _parties(self, parties: Iterable[Mapping[str, Any]], size: float) -> Iterator[float]:
        """Return how wide each party to a throw is with its dice and what stands before it, in em."""
        last = ""
        for party in parties:
            goes_on = party["who"] == last
            words = "" if goes_on else party["who"]
            words += f" + {abs(party['bonus'])}" if party["bonus"] else ""
            words += f" = {party['total']}" if party["total"] is not None else ""
            gap = _width(f"    {self.against}") if last and not goes_on else 0
            dice = len(party["faces"]) * (_DIE + _NEXT) + (_FURTHER if goes_on else _NAMED)
            yield _width(words, bold=party["won"]) + gap + dice / size
            last = party["who"]


def _lines(words: Sequence[float], room: float, space: float | None = None) -> int:
    """Return how many lines words of such widths fill, none of which is broken but where it is wider than a line."""
    space = _width(" ") if space is None else space
    if sum(words) + len(words) * space <= room:
        return 1
    lines, left = 1, room
    for word in words:
        if word > room:
            lines += ceil(_BROKEN * word / room)
            left = 0.0
            continue
        if word > left:
            lines += 1
            left = room
        left -= word + space
    return lines


@lru_cache(maxsize=1024)
def _widths(words: str, *, bold: bool = False) -> tuple[float, ...]:
    """Return how wide each of some words is, in em."""
    return tuple(_width(word, bold=bold) for word in words.split(" "))


@lru_cache(maxsize=4096)
def _width(word: str, *, bold: bool = False) -> float:
    """Return how wide a word is, in em."""
    return _KERNED * sum(_letter(letter, bold=bold) for letter in word)


@lru_cache(maxsize=1024)
def _letter(letter: str, *, bold: bool) -> float:
    """Return how wide a letter is, in em; one that the fonts may lack is taken for wide."""
    known = letter.isprintable() and (letter < _LATIN or letter in _SIGNS)
    return _font(bold=bold).getlength(letter) / _FULL if known else _UNKNOWN


@lru_cache(maxsize=2)
def _font(*, bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / f"IBMPlexSans-{'Bold' if bold else 'Regular'}.otf", _FULL)

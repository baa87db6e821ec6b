"""What documents look like on paper: how full their pages are, and how large their words."""

import math
from collections.abc import Iterator
from contextlib import closing
from itertools import groupby

from PIL import Image
from pypdfium2 import PdfDocument, PdfPage, raw

_FOOT = 0.955
"""Where the footer of a page begins."""
_INK = 250


def fillings(pdf: bytes) -> list[tuple[float, float]]:
    """Return how far down the left and the right half of each page are filled, as shares of what is above the foot."""
    with closing(PdfDocument(pdf)) as opened:
        return [_filled(page) for page in opened]


def _filled(page: PdfPage) -> tuple[float, float]:
    image = page.render(scale=0.5).to_pil().convert("L").point(lambda light: 255 * (light < _INK))
    middle, foot = image.width // 2, round(image.height * _FOOT)
    halves = (0, 0, middle, foot), (middle, 0, image.width, foot)
    left, right = (_lowest(image.crop(half)) / foot for half in halves)
    return left, right


def _lowest(half: Image.Image) -> int:
    inked = half.getbbox()
    return inked[3] if inked else 0


def words_on(pdf: bytes) -> str:
    """Return all words on all pages."""
    with closing(PdfDocument(pdf)) as opened:
        return "\n".join(page.get_textpage().get_text_range() for page in opened)


def smallest_words(pdf: bytes) -> list[tuple[float, str]]:
    """Return the size in points of the smallest word of each page, and that word. A letter alone is a mark."""
    with closing(PdfDocument(pdf)) as opened:
        return [min(_words(page), default=(math.inf, "")) for page in opened]


def _words(page: PdfPage) -> Iterator[tuple[float, str]]:
    text, matrix = page.get_textpage(), raw.FS_MATRIX()
    letters = []
    for at in range(text.count_chars()):
        raw.FPDFText_GetMatrix(text.raw, at, matrix)
        size = raw.FPDFText_GetFontSize(text.raw, at) * math.hypot(matrix.c, matrix.d)
        letters.append((chr(raw.FPDFText_GetUnicode(text.raw, at)), round(size, 2)))
    for is_space, word in groupby(letters, lambda letter: letter[0].isspace()):
        alike = [
            (size, "".join(letter for letter, _ in part)) for size, part in groupby(word, lambda letter: letter[1])
        ]
        yield from (each for each in alike if not is_space and len(each[1]) > 1)

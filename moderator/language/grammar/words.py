"""A line of a letter as words: typography levelled, places in the original line kept."""

import re
import unicodedata
from functools import lru_cache

_WORD = re.compile(r"(?:(?<![^\s(=:+])-(?=[0-9]+(?![^\W_])))?[^\W_]+(?:'[^\W_]+)*")
_PLAIN = re.compile(r"[^\W_]+")
"""A word of a line without hyphen or apostrophe, found at half the cost."""
_BLANK = re.compile(r"<[^<>@]*>|_{2,}|\[\s*\]|\.{3,}")
_WIDEST = 4
_LEVEL = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032`\u00b4", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2026", " "),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u2066\u2067\u2068\u2069", ""),
    }
)
"""Curly quotes to straight ones, every dash and the ellipsis to a blank, invisible marks to nothing."""


def level(text: str) -> str:
    """Return text in plain letters and digits: NFKC, straight quotes, dashes as blanks, no marks, upper case."""
    if text.isascii():
        return text.upper()
    return "".join(piece for piece, _ in _level_characters(text))


def has_blank(text: str) -> bool:
    """Tell whether a line holds a gap of a form that nobody filled: ``___``, ``<goal>``, ``...``."""
    return _BLANK.search(text) is not None


@lru_cache(maxsize=64)
def _level_characters(text: str) -> tuple[tuple[str, int], ...]:
    """Level each character apart, so that its place in the original is known; a line is asked for many times."""
    pieces = []
    for at, character in enumerate(text):
        if character.isascii():
            pieces.append((character.upper(), at))
            continue
        piece = unicodedata.normalize("NFKC", character.translate(_LEVEL))
        piece = "".join(mark for mark in piece if not unicodedata.combining(mark)).upper()
        piece = piece if len(piece) <= _WIDEST else character  # signs that stand for whole sentences
        pieces.append((str(unicodedata.decimal(piece)) if piece.isdecimal() and len(piece) == 1 else piece, at))
    return tuple(pieces)


@lru_cache(maxsize=512)
def _words(raw: str) -> tuple[str, ...]:
    """Return the words of a line; it is read as an order, as a command, as a label, as prose."""
    text = level(raw)
    if "<" in text or "_" in text or "[" in text or "..." in text:
        text = _BLANK.sub(" ", text)
    pattern = _WORD if "-" in text or "'" in text else _PLAIN
    return tuple(pattern.findall(text))


class Line:
    """One instruction as words in upper case; where each stood is only worked out when asked."""

    __slots__ = ("_spans", "raw", "words")

    def __init__(self, raw: str) -> None:
        """Split a line; blanks of a form (``___``, ``<goal>``) are no words."""
        self.raw = raw
        self.words = _words(raw)
        self._spans: list[tuple[int, int]] | None = None

    @property
    def spans(self) -> list[tuple[int, int]]:
        """Where each word stands in the raw line, as start and end."""
        if self._spans is None and self.raw.isascii():
            text = _BLANK.sub(lambda found: " " * len(found.group()), self.raw)
            self._spans = [found.span() for found in _WORD.finditer(text)]
        elif self._spans is None:
            levelled = _level_characters(self.raw)
            origin = [at for piece, at in levelled for _ in piece]
            text = "".join(piece for piece, _ in levelled)
            text = _BLANK.sub(lambda found: " " * len(found.group()), text)
            self._spans = [(origin[found.start()], origin[found.end() - 1] + 1) for found in _WORD.finditer(text)]
        return self._spans

    def start(self, index: int) -> int:
        """Return where a word begins in the raw line; past the last word: the end of the last."""
        if index < len(self.spans):
            return self.spans[index][0]
        return self.spans[-1][1] if self.spans else len(self.raw.rstrip())

    def end(self, index: int) -> int:
        """Return where the words before ``index`` end in the raw line."""
        return self.spans[min(index, len(self.spans)) - 1][1] if index and self.spans else 0

    def behind(self, index: int) -> "Line":
        """Return the line with blanks for the words before one."""
        begin = self.start(index)
        return Line(" " * begin + self.raw[begin:])

    def gap(self, index: int) -> str:
        """Return what stands between a word and the one before it in the raw line."""
        return self.raw[self.end(index) : self.start(index)]

    def fragment(self, first: int, last: int) -> str:
        """Return the raw text of the words from ``first`` up to, not including, ``last``."""
        last = min(last, len(self.spans))
        return self.raw[self.spans[first][0] : self.spans[last - 1][1]] if first < last else ""

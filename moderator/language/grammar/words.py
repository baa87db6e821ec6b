"""A line of a letter as words: typography levelled, places in the original line kept."""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

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


class Glossary(NamedTuple):
    """What words of other languages mean in English, and which of them show that a line is in such a language.

    Words of ``talk`` are near to these and no typos of them.
    """

    meanings: Mapping[str, tuple[str, ...]]
    marks: frozenset[str]
    talk: frozenset[str]


NO_WORDS = Glossary({}, frozenset(), frozenset())


class Line:
    """One instruction as English words in upper case; where each stood is only worked out when asked.

    A line with a word that the glossary marks as foreign is translated word by word. Of a word that means two, both
    stand in its place.
    """

    __slots__ = ("_glossary", "_meanings", "_spans", "raw", "words")

    def __init__(self, raw: str, glossary: Glossary = NO_WORDS) -> None:
        """Split a line; blanks of a form (``___``, ``<goal>``) are no words."""
        self.raw = raw
        self.words = _words(raw)
        self._glossary = glossary
        self._meanings: tuple[tuple[str, ...], ...] | None = None
        self._spans: list[tuple[int, int]] | None = None
        if not glossary.marks.isdisjoint(self.words):
            self._meanings = tuple(glossary.meanings.get(word, (word,)) for word in self.words)
            self.words = tuple(chain.from_iterable(self._meanings))

    @property
    def is_translated(self) -> bool:
        """Whether the line is in another language than English."""
        return self._meanings is not None

    @property
    def foreign(self) -> Glossary:
        """The words of other languages; none if the line is in English."""
        return self._glossary if self.is_translated else NO_WORDS

    @property
    def spans(self) -> list[tuple[int, int]]:
        """Where each word stands in the raw line, as start and end."""
        if self._spans is None:
            spans = self._written_spans()
            if self._meanings is not None:
                spans = [span for span, meant in zip(spans, self._meanings, strict=True) for _ in meant]
            self._spans = spans
        return self._spans

    def _written_spans(self) -> list[tuple[int, int]]:
        """Return where each word stands as it was written."""
        if self.raw.isascii():
            text = _BLANK.sub(lambda found: " " * len(found.group()), self.raw)
            return [found.span() for found in _WORD.finditer(text)]
        levelled = _level_characters(self.raw)
        origin = [at for piece, at in levelled for _ in piece]
        text = "".join(piece for piece, _ in levelled)
        text = _BLANK.sub(lambda found: " " * len(found.group()), text)
        return [(origin[found.start()], origin[found.end() - 1] + 1) for found in _WORD.finditer(text)]

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
        return Line(" " * begin + self.raw[begin:], self._glossary)

    def english(self, index: int) -> str:
        """Return the raw text behind the words before one, with words of other languages in English."""
        at, number, out = self.end(index), 0, list[str]()
        for (start, end), meant in zip(self._written_spans(), self._meanings or (), strict=False):
            if number >= index:
                piece = self.raw[start:end]
                out += (self.raw[at:start], piece if _words(piece) == meant else " ".join(meant))
                at = end
            number += len(meant)
        return "".join((*out, self.raw[at:]))

    def gap(self, index: int) -> str:
        """Return what stands between a word and the one before it in the raw line."""
        return self.raw[self.end(index) : self.start(index)]

    def fragment(self, first: int, last: int) -> str:
        """Return the raw text of the words from ``first`` up to, not including, ``last``."""
        last = min(last, len(self.spans))
        return self.raw[self.spans[first][0] : self.spans[last - 1][1]] if first < last else ""

"""The sentences of a letter's lines; one that a mail program broke goes on in the line below."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from moderator.language.reading.text_lines import TextLine

_WRAPPED = 50
"""Length from which a mail program may have broken a line of prose."""
_BRIEF = 12
"""Words of a text that counts as a whole, too, at most."""
_END = re.compile(
    r"(?<=[.!?;])\s+|\s+[\u2013\u2014-]+\s+|(?<=\w):\s+(?=\S)|\s*[()]\s*|,?\s+(?:but|aber)\s+|,\s+so\s+|,\s+then\s+",
    re.IGNORECASE,
)
_STOP = re.compile(r"[.!?;]\s+\S")


class Sentence(NamedTuple):
    """One sentence of a letter: the line on which it begins, its text, and how many words its paragraph has."""

    line: TextLine
    text: str
    among: int


def sentences_of(lines: Sequence[TextLine]) -> Iterator[Sentence]:
    """Yield the sentences of some lines of a letter."""
    begun: list[TextLine] = []
    for line in lines:
        if begun and not (begun[-1].number + 1 == line.number and len(begun[-1].text) >= _WRAPPED):
            yield from _of_paragraph(begun)
            begun = []
        begun.append(line)
    yield from _of_paragraph(begun)


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text, or parts of one that stand for themselves; a brief text comes whole as well."""
    pieces = [piece.strip() for piece in _END.split(text) if piece and piece.strip()]
    if len(pieces) > 1 and len(text.split()) <= _BRIEF and not _STOP.search(text):
        yield text.strip()
    yield from pieces


def _of_paragraph(lines: Sequence[TextLine]) -> Iterator[Sentence]:
    """Yield the sentences of lines that belong together, each with the line on which it begins."""
    starts: list[int] = []
    text = ""
    for line in lines:
        starts.append(len(text))
        text += line.text.strip() + " "
    at, among = 0, len(text.split())
    for sentence in sentences(text):
        at = max(text.find(sentence, at), at)
        begun = [line for start, line in zip(starts, lines, strict=True) if start <= at]
        yield Sentence(begun[-1], sentence, among)

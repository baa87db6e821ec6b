"""Where the text and the HTML of one letter differ in words that their author wrote.

They are made from the same words, so they hardly ever do. If they do, nothing shows which words were meant.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from moderator.language.grammar.words import Line
from moderator.mail.html import BodyLine
from moderator.mail.plain import mark_quotes


def mark_lone(read: Sequence[BodyLine], other: Sequence[BodyLine]) -> tuple[list[BodyLine], list[BodyLine]]:
    """Return the lines of the version that is read, its lone ones marked, and the lone ones of the other.

    A line of the author's is lone if its words stand nowhere among her own of the other version, however those are
    broken into lines; what the version that is read shows as a quote is told by that. Signs do not matter.
    """
    marked, beside = mark_quotes(read), mark_quotes(other)
    own, shown = _words(line for line in beside if not line.depth), _words(marked)
    lines = [replace(line, lone=_has_other_words(own, said)) for line, said in zip(read, marked, strict=True)]
    return lines, [line for line in beside if _has_other_words(shown, line)]


def _words(lines: Iterable[BodyLine]) -> str:
    return f" {' '.join(word for line in lines for word in Line(line.text).words)} "


def _has_other_words(words: str, line: BodyLine) -> bool:
    """Tell whether a line of the author's own has words that are not among some."""
    said = "" if line.depth else _words([line])
    return bool(said.strip()) and said not in words

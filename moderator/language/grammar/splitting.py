"""A line that holds several orders, cut before each of them."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from moderator.language.grammar.labels import read_label
from moderator.language.grammar.words import Line

_MARKED = re.compile(r"[.:)\]]")
_SPOKEN = frozenset(("ORDER", "NUMBER", "NO", "NR"))
"""What stands behind or before the number of an order, and not by a number that the order before ends with."""
_THERE = re.compile(r"\bthere\b", re.IGNORECASE)


class Piece(NamedTuple):
    """One order of several: the number before it as a label ("2. " or nothing), and its text."""

    label: str
    text: str


def cut(line: Line, starts: Sequence[int], noise: frozenset[str]) -> list[Piece]:
    """Cut a line before some of its words; numbers with a mark, and noise, before those words lead the next piece."""
    pieces = []
    label = ""
    for at, start in enumerate(starts):
        stop = before = starts[at + 1] if at + 1 < len(starts) else len(line.words)
        after = ""
        while stop > start + 1:
            meant = _MARKED.search(line.gap(stop)) or line.words[stop - 2] in _SPOKEN
            number = read_label(f"{line.words[stop - 1]}: x").label if meant else ""
            if line.words[stop - 1] not in noise and (not number.isdecimal() or before == len(line.words)):
                break
            after = f"{number}. " if number.isdecimal() and before < len(line.words) else after
            stop -= 1
        pieces.append(Piece(label, line.fragment(start, stop)))
        label = after
    return pieces


def with_place(text: str, place: str) -> str:
    """Say a place for "there"."""
    return _THERE.sub(place, text) if place else text

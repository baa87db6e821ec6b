"""A line of a letter cut into instructions, with their labels and where they stand."""

from typing import Generic, NamedTuple

from moderator.core.language import Language
from moderator.core.orders import O
from moderator.language.grammar.labels import Label, read_label
from moderator.language.grammar.words import Line

_HIGHEST_LABEL = 12


class Segment(NamedTuple):
    """One instruction of a line: its label, the instruction, and the column where that begins."""

    label: str
    text: str
    column: int
    blank: bool = False
    """Whether the label stands alone."""


class Cutter(Generic[O]):
    """Cuts lines by what the orders of a game begin with."""

    def __init__(self, language: Language[O]) -> None:
        """Know the orders."""
        self._language = language

    def segments(self, text: str) -> list[Segment]:
        """Cut a line at its semicolons and read the labels."""
        segments, begin = [], 0
        for piece in text.replace("\uff1b", ";").split(";"):
            label = self.label(piece)
            bare = not Line(label.rest).words
            if not bare or label.label:
                segments.append(Segment(label.label, label.rest.rstrip(), begin + label.offset, bare))
            begin += len(piece) + 1
        return segments

    def label(self, piece: str) -> Label:
        """Read a label; one without a mark counts only before something that begins like an order."""
        label = read_label(piece)
        if (label.bare and not self._labels(label)) or self._is_subject(label, piece):
            indent = len(piece) - len(piece.lstrip())
            return Label("", piece[indent:], indent)
        return label

    def _labels(self, label: Label) -> bool:
        """Tell whether a label without a mark is one; "4C" is rather a place unless a whole order follows."""
        if label.label.isdecimal() or label.label.isalpha():
            return self._language.begins(label.rest) or self._language.under_number(label.rest) != label.rest
        return self._language.attempt(label.rest) is not None

    def _is_subject(self, label: Label, piece: str) -> bool:
        """Tell whether a number with a mark is rather what an order without a verb is about ("2 -> A4")."""
        if not label.label or self._language.begins(label.rest):
            return False
        return self._language.with_unsaid(piece) is not None or bool(self._language.orders_listed(piece))


def is_order_number(label: str) -> bool:
    """Tell whether a label may be the number of an order, rather than of a day."""
    digits = label.rstrip("abcdefghijklmnopqrstuvwxyz")
    return bool(digits) and int(digits) <= _HIGHEST_LABEL

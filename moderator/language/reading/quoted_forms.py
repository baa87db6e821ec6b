"""The form of the letter that is answered, where it is quoted: what was typed into it counts."""

from collections.abc import Collection, Iterator, Sequence
from typing import Generic

from moderator.core.orders import O
from moderator.language.grammar.labels import read_label
from moderator.language.grammar.words import Line, has_blank
from moderator.language.reading.judge import Judge, is_open
from moderator.language.reading.segments import Cutter
from moderator.language.reading.text_lines import TextLine, is_mark

_LONGEST_LINE, _LONGEST_FORM = 500, 40


class QuotedForm(Generic[O]):
    """Finds the form in a letter by the mark above it, and tells what stands there as it was sent."""

    def __init__(
        self, lines: Sequence[TextLine], sent: Collection[str], mark: str, cutter: Cutter[O], judge: Judge[O]
    ) -> None:
        """Take all lines of the letter, the lines that the form was sent with, and its mark."""
        self._lines = lines
        self._sent = {" ".join(Line(text).words) for text in sent}
        self._mark = Line(mark).words
        self._cutter = cutter
        self._judge = judge

    def lines(self) -> Sequence[TextLine]:
        """Return the lines of the form, as far as it is quoted with its mark."""
        marks = (at for at, line in enumerate(self._lines) if line.quoted == 1 and is_mark(line.text))
        first = next((at for at in marks if self._mark and Line(self._lines[at].text).words == self._mark), None)
        if first is None:
            return ()
        form: list[TextLine] = []
        for line in self._lines[first + 1 :]:
            text = line.text.strip()
            if line.quoted == 1 and text:
                goes_on = form and is_open(form[-1].text)
                if not (goes_on or self.as_sent(line) or self._cutter.label(text).label or self._judge.is_order(text)):
                    break
                form.append(line)
        return form

    def as_sent(self, line: TextLine) -> bool:
        """Tell whether a line of a form is as it was sent: an order that it held, or a gap."""
        return " ".join(Line(line.text).words) in self._sent

    def offered(self, *, edited: bool, but: Collection[int]) -> Iterator[TextLine]:
        """Yield the quoted lines that are orders and not our own form as it was sent, ``but`` those dealt with.

        ``edited``: only those beside a gap of the form, since they were surely typed there.
        """
        for at, line in enumerate(self._lines):
            if not line.quoted or len(line.text) > _LONGEST_LINE or line.number in but:
                continue
            if edited and (line.quoted > 1 or not self._is_beside_gap(at)):
                continue
            if not self.as_sent(line) and self._judge.is_order(line.text):
                yield line

    def _is_beside_gap(self, at: int) -> bool:
        """Tell whether a quoted line stands in a block of numbered lines one of which is an unfilled gap."""
        for step in (-1, 1):
            here = at + step
            while 0 <= here < len(self._lines) and self._lines[here].quoted and abs(here - at) < _LONGEST_FORM:
                label = read_label(self._lines[here].text)
                if not label.label:
                    break
                if not Line(label.rest).words and has_blank(label.rest):
                    return True
                here += step
        return False

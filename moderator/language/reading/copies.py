"""What of our own letters comes back in a letter: set aside, for its author did not write it.

Marked quotes are known as quotes anyway. The others are a whole letter below the author's words, without any mark,
as some programs leave it; and the lists of forms that welcomes and HELP hold, copied out. Without this a list
of commands that comes back would be obeyed, RESIGN among them.

Of the form that is answered, where it is quoted, what was typed into it counts.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Generic

from msgspec.structs import replace

from moderator.core.language import Language
from moderator.core.orders import O
from moderator.language.grammar.labels import read_label
from moderator.language.grammar.words import Line, has_blank
from moderator.language.reading.judge import Judge, is_open
from moderator.language.reading.quote_openings import is_signature
from moderator.language.reading.segments import Cutter
from moderator.language.reading.text_lines import TextLine, is_mark, mark_of

_UNDERLINE = re.compile(r"={3,}")
_HEAD_LINES, _LONGEST_HEAD = 5, 200
_PIECES, _LONGEST_ORDER = 8, 500
"""Lines that a line of a form is broken into, and characters that it has, at most."""
_LONGEST_FORM = 40
_FEWEST = 2
"""One unfilled form alone is rather a suggestion that was sent back."""


def quote_own_letter(lines: Sequence[TextLine], head: str) -> tuple[TextLine, ...]:
    """Return lines with an unmarked copy of one of our letters as a quote: from its ``head`` to the end of its foot.

    The first line of our letters names match and game; it counts as such only where a title that is underlined, or the
    mark of a form, stands below, since a player may head a letter so, too.
    """
    words = Line(head).words
    first = next((at for at, line in enumerate(lines) if _is_head(lines, at, words)), None) if words else None
    if first is None:
        return tuple(lines)
    last = _foot_end(lines, first)
    copied = (replace(line, quoted=max(line.quoted, 1)) for line in lines[first:last])
    return (*lines[:first], *copied, *lines[last:])


def _is_head(lines: Sequence[TextLine], at: int, words: Sequence[str]) -> bool:
    line = lines[at]
    if line.quoted or words[0] not in line.text[:_LONGEST_HEAD].upper() or Line(line.text).words != words:
        return False
    below = [other.text.strip() for other in lines[at + 1 :] if not other.quoted]
    return any(map(_UNDERLINE.fullmatch, below[:_HEAD_LINES])) or any(map(is_mark, below))


def _foot_end(lines: Sequence[TextLine], first: int) -> int:
    """Return where the paragraph below the mark of our signature ends; what comes then is the author's again."""
    foot = next((at for at in range(first, len(lines)) if is_signature(lines[at].text)), len(lines))
    start = next((at for at in range(foot + 1, len(lines)) if lines[at].text.strip()), len(lines))
    return next((at for at in range(start, len(lines)) if not lines[at].text.strip()), len(lines))


def wordings(lines: Collection[str], language: Language[Any]) -> tuple[str, ...]:
    """Return lines of ours in every language in which their reader may have got them."""
    return (*lines, *(language.spoken(tongue).say(line) for tongue in language.tongues for line in lines))


def rejoin(lines: Sequence[TextLine], sent: Collection[str]) -> tuple[TextLine, ...]:
    """Return lines with those of a quoted form whole again that a program broke; what is joined leaves a blank line.

    ``sent`` are the lines of the form as they went out.
    """
    sent_lines = {" ".join(Line(text).words) for text in sent}
    rejoined = list(lines)
    for at, line in enumerate(rejoined):
        beginning = " ".join(Line(line.text).words) if line.quoted and len(line.text) <= _LONGEST_ORDER else ""
        if beginning and any(text.startswith(beginning) for text in sent_lines - {beginning}):
            rejoined[at : at + _PIECES] = _rejoin_first(rejoined[at : at + _PIECES], sent_lines)
    return tuple(rejoined)


def _rejoin_first(lines: Sequence[TextLine], sent_lines: Collection[str]) -> Sequence[TextLine]:
    """Return lines with the first few joined in the first if together they are one that was sent."""
    first = lines[0]
    for count in range(2, len(lines) + 1):
        whole = " ".join(line.text.strip() for line in lines[:count])
        if lines[count - 1].quoted != first.quoted or len(whole) > _LONGEST_ORDER:
            break
        if " ".join(Line(whole).words) in sent_lines:
            return [replace(first, text=whole), *(replace(line, text="") for line in lines[1:count]), *lines[count:]]
    return lines


def listed_forms(lines: Sequence[TextLine], game: Language[Any], service: Language[Any]) -> frozenset[int]:
    """Return the numbers of lines that list how orders and commands are written, if a letter holds such a list.

    Those are exactly our forms, unfilled; one without gaps (``PASS``, ``RESIGN``) where it stands like the others,
    right beside one of them or as deeply indented; and what explains a form below it.
    """
    own = [line for line in lines if not line.quoted]
    if sum("<" in line.text for line in own) < _FEWEST:
        return frozenset()
    known = {_plain(form) for language in (game, service) for form in wordings(language.pictures(), language)}
    forms = [_plain(line.text) in known for line in own]
    found = {at for at, line in enumerate(own) if forms[at] and has_blank(line.text)}
    if len(found) < _FEWEST:
        return frozenset()
    depths = {_depth(own[at]) for at in found} - {0}
    for order in (range(len(own)), reversed(range(len(own)))):
        for at in order:
            if forms[at] and ({at - 1, at + 1} & found or _depth(own[at]) in depths):
                found.add(at)
    depth = 0
    for at, line in enumerate(own):
        depth = _depth(line) if at in found else depth
        may_explain = at - 1 in found and line.text.strip() and not read_label(line.text).label
        if may_explain and game.attempt(line.text) is None and (_depth(line) > depth or not game.speaks(line.text)):
            found.add(at)
    return frozenset(own[at].number for at in found)


def _plain(text: str) -> str:
    return " ".join(text.upper().split())


def _depth(line: TextLine) -> int:
    return len(line.text) - len(line.text.lstrip())


class QuotedForm(Generic[O]):
    """Finds the form in a letter by the mark above it, and tells what stands there as it was sent."""

    def __init__(
        self, lines: Sequence[TextLine], sent: Collection[str], mark: str, cutter: Cutter[O], judge: Judge[O]
    ) -> None:
        """Take all lines of the letter, the lines that the form was sent with, and its mark."""
        self._lines = lines
        self._sent = {" ".join(Line(text).words) for text in sent}
        self._mark = Line(mark_of(mark)).words
        self._cutter = cutter
        self._judge = judge

    def lines(self) -> Sequence[TextLine]:
        """Return the lines of the form, as far as it is quoted with its mark."""
        marks = (at for at, line in enumerate(self._lines) if line.quoted == 1 and is_mark(line.text))
        first = next(
            (at for at in marks if self._mark and Line(mark_of(self._lines[at].text)).words == self._mark), None
        )
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

    def orders_to_offer(self, *, edited: bool, but: Collection[int]) -> Iterator[TextLine]:
        """Yield the quoted lines that are orders and not our own form as it was sent, ``but`` those dealt with.

        ``edited``: only those beside a gap of the form, since they were surely typed there.
        """
        for at, line in enumerate(self._lines):
            if not line.quoted or len(line.text) > _LONGEST_ORDER or line.number in but:
                continue
            if edited and (line.quoted > 1 or not self._is_beside_gap(at)):
                continue
            if not self.as_sent(line) and self._judge.is_order(line.text):
                yield line

    def _is_beside_gap(self, at: int) -> bool:
        """Tell whether a quoted line stands in a block of numbered lines one of which is an unfilled gap."""
        for step in (-1, 1):
            index = at + step
            while 0 <= index < len(self._lines) and self._lines[index].quoted and abs(index - at) < _LONGEST_FORM:
                label = read_label(self._lines[index].text)
                if not label.label:
                    break
                if not Line(label.rest).words and has_blank(label.rest):
                    return True
                index += step
        return False

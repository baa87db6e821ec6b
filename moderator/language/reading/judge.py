"""What the lines of one letter were meant as: some can only be judged by the others."""

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import takewhile
from typing import Generic

from moderator.core.errors import Stage
from moderator.core.language import Language, Reading
from moderator.core.orders import O
from moderator.language.grammar.labels import is_month, read_label
from moderator.language.grammar.lexicon import GREETING, SPEAKER, STORY
from moderator.language.grammar.parser import asks
from moderator.language.grammar.words import Line
from moderator.language.reading import quote_openings, signatures
from moderator.language.reading.attributions import NOTHING, Grade, Opening
from moderator.language.reading.commands import COMMANDS, Press
from moderator.language.reading.segments import Cutter, Segment, is_order_number
from moderator.language.reading.talk.intent import Listener
from moderator.language.reading.talk.translation import translated
from moderator.language.reading.text_lines import TextLine

BRIEF = 6
"""Words of a numbered line that is an order if it is not plainly something else."""
_OPEN = re.compile(r"(?:[,&+]|\b(?:and|or|und|oder|et|ou))\s*\Z", re.IGNORECASE)
"""How an order ends that goes on in the line below."""
_COMMAND_WORDS = 4
_POSTSCRIPT = re.compile(r"p\.?\s?(?:p\.?\s?)?s\b|(?:re|fwd?|aw|wg|sv|vs|antw|tr|rif|odp)\s?:", re.IGNORECASE)
"""It, and the subject of a letter, begins with what may be a shorthand."""
_PARAGRAPH = 20
"""Lines that a message may have below the first, if it was not marked as one."""


def is_open(text: str) -> bool:
    """Tell whether an instruction ends as if it went on in the line below."""
    return _OPEN.search(text) is not None


class Judge(Generic[O]):
    """Tells what the lines of one letter were meant as: orders, commands, prose, their sender's card."""

    def __init__(self, lines: Sequence[TextLine], language: Language[O], cutter: Cutter[O]) -> None:
        """Take all lines of the letter: some are judged by the others."""
        self._lines = lines
        self._language = language
        self._cutter = cutter
        self._listener = Listener(language)

    def seems_order(self, segment: Segment) -> bool:
        """Tell whether an instruction that cannot be read was meant as an order."""
        if _POSTSCRIPT.match(segment.text):
            return False
        if self._language.looks_like(segment.text) and not self._listener.chats(segment.text):
            return True
        return is_order_number(segment.label) and self._is_of_orders(segment.text)

    def chats(self, segment: Segment) -> bool:
        """Tell whether an instruction without a number only tells or wishes something."""
        return not segment.label and self._listener.chats(translated(segment.text))

    def _is_of_orders(self, text: str) -> bool:
        """Tell whether what stands under a number was meant for the order set: no question, no date, no courtesy."""
        if self._language.begins(text):
            return True
        if asks(text) or self._is_small_talk(text):
            return False
        if self._language.concerns(text) or self._lists_orders:
            return True
        words = Line(text).words
        return len(words) <= BRIEF and words[0] not in SPEAKER and not STORY.intersection(words)

    def _is_small_talk(self, text: str) -> bool:
        """Tell whether what stands under a number is a date, or words of courtesy that mention no order."""
        return is_month(text) or (Line(text).words[0] in GREETING and not self._language.mentions(text))

    @cached_property
    def _lists_orders(self) -> bool:
        """Whether the author has a list of orders in the letter: then all of its numbers are the order set's."""
        labels = (self._cutter.label(line.text) for line in self._lines if not line.quoted)
        return any(is_order_number(label.label) and self._language.begins(label.rest) for label in labels)

    @cached_property
    def card(self) -> frozenset[int]:
        """The numbers of the lines of the sender's card."""
        return signatures.card(self._lines, self._has_instruction, self._language.is_strange)

    def _has_instruction(self, text: str) -> bool:
        """Tell whether an order or a command stands in a line."""
        return any(self.is_order(piece) or COMMANDS.attempt(piece) is not None for piece in text.split(";"))

    def is_order(self, text: str) -> bool:
        """Tell whether a line is an order, perhaps with a number."""
        return self._language.attempt(self._cutter.label(text).rest) is not None

    def seems_command(self, text: str, words: Sequence[str]) -> bool:
        """Tell whether a few words in capitals were meant as a command."""
        if COMMANDS.translate(text) is not None:
            return not self._language.begins(text)
        if len(words) > _COMMAND_WORDS or not text.split(maxsplit=1)[0].isupper() or self._language.begins(text):
            return False
        return COMMANDS.begins(text) or (text.isupper() and COMMANDS.nearly_begins(text))

    def paragraph(self, begin: int) -> list[str]:
        """Return the author's lines from one on up to the first that is empty or may be something else than prose."""
        found: list[str] = []
        for line in self._lines[begin : begin + _PARAGRAPH]:
            text = line.text.strip()
            own = bool(text) and not line.quoted and not read_label(text).label
            if (
                not own
                or quote_openings.is_end(text)
                or quote_openings.is_signature(line.text)
                or COMMANDS.attempt(text)
            ):
                break
            if signatures.is_closing(text) or self._language.looks_like(text):
                break
            found.append(text)
        return found

    def join_broken(
        self, segment: Segment, reading: Reading[O], below: Sequence[TextLine]
    ) -> tuple[Segment, Reading[O], int]:
        """Join an order that was broken over lines, by a mail program or after a comma, if that makes it whole.

        Return it with how many of the lines below it took.
        """
        text, taken = segment.text, 0
        slipped = reading.problem is not None and reading.problem.stage is Stage.NOTED
        for line in below:
            more = line.text.strip()
            if line.quoted or not self._may_go_on(text, reading.order, more):
                break
            text = f"{text} {more}"
            longer = self._language.read(text, hints=slipped)
            doubted = longer.problem is not None and longer.problem.stage is not Stage.NOTED
            if longer.order is None or doubted or longer.order == reading.order:
                break
            segment, reading, taken = segment._replace(text=text), longer, taken + 1
        return segment, reading, taken

    def _may_go_on(self, text: str, order: O | None, more: str) -> bool:
        """Tell whether an instruction, whole as it is or not, may go on in the line below."""
        if not more or self._cutter.label(more).label or self._language.begins(more) or COMMANDS.attempt(more):
            return False
        if order is None:
            return self._language.begins(text)
        return is_open(text) or self._language.continues(more)

    def opening(self, at: int) -> Opening:
        """Return how a quote without marks begins with a line; no order and no command begins one."""
        ahead = self._lines[at : at + quote_openings.AHEAD]
        found = quote_openings.opening([line.text for line in takewhile(lambda line: not line.quoted, ahead)])
        text = ahead[0].text.strip()
        meant = found.lines and (self.is_order(text) or self.seems_command(text, Line(text).words))
        return NOTHING if meant else found

    def list_footer(self, at: int) -> int:
        """Return how many lines a list put here, 0 if an order, a command or the head of a letter is among them."""
        if self.opening(at).headed:
            return 0
        count = quote_openings.list_footer([line.text for line in self._lines[at : at + quote_openings.AHEAD]])
        return 0 if any(self._has_instruction(line.text.strip()) for line in self._lines[at : at + count]) else count

    def message_lines(self, begin: int) -> tuple[list[TextLine], bool]:
        """Return the lines from one on that belong to a message, and whether END, which is none of them, ends it."""
        body: list[TextLine] = []
        for at, line in enumerate(self._lines[begin:], begin):
            text = line.text.strip()
            if not line.quoted and quote_openings.is_press_end(text) and text:
                return body, True
            if line.quoted or quote_openings.is_signature(line.text) or self.opening(at).grade is Grade.SURE:
                break
            if text and isinstance(COMMANDS.attempt(text), Press):
                break
            body.append(line)
        return body, False

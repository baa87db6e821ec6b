"""The instructions of a letter, read one by one: orders, commands, corrections of either, and what is wrong."""

from collections.abc import Sequence
from typing import Generic

from msgspec.structs import replace

from moderator.core.errors import Problem
from moderator.core.language import Language, Reading
from moderator.core.orders import O
from moderator.language.grammar.words import Line, has_blank
from moderator.language.numbering import Entry, UnreadOrder, without
from moderator.language.reading import nearly
from moderator.language.reading.commands import COMMANDS, Add, Command
from moderator.language.reading.corrections import Correction, correction
from moderator.language.reading.corrector import Corrector, Spot
from moderator.language.reading.judge import Judge, is_open
from moderator.language.reading.segments import Cutter, Segment, is_order_number
from moderator.language.reading.text_lines import TextLine

_MOST = 500
"""At most that many instructions of one letter are read; nobody means more."""
_HINTED = 30
"""Problems of one letter for which we search what was meant."""


class Instructions(Generic[O]):
    """What the instructions of a letter come to so far; the fields are those of ``Understood``.

    ``loose`` are the lines of corrections that speak of an earlier letter. ``waiting_label`` is the number that stands
    alone on the line before; ``open`` tells whether the order before ended as if it went on.
    """

    def __init__(self, language: Language[O], cutter: Cutter[O], judge: Judge[O], corrector: Corrector[O]) -> None:
        """Begin a letter."""
        self._language = language
        self._cutter = cutter
        self._judge = judge
        self._corrector = corrector
        self.commands: list[tuple[int, Command]] = []
        self.entries: list[Entry[O]] = []
        self.problems: list[Problem] = []
        self.set_aside: list[TextLine] = []
        self.turns: list[TextLine] = []
        """Lines that are a second thought ("No wait!") and nothing else."""
        self.unread: list[UnreadOrder] = []
        self.faulty_commands: set[int] = set()
        self.loose: set[int] = set()
        self.waiting_label = ""
        self.open = False
        self._blanks = False
        """Whether the line before is a number alone: two of them are an empty form."""
        self._read = 0
        """Instructions and lines of chatter so far."""
        self._turned = False
        """Whether a second thought ("No wait!") stands alone before this."""

    @property
    def full(self) -> bool:
        """Whether no more of the letter is read."""
        return self._read > _MOST

    @property
    def has_instructions(self) -> bool:
        """Whether there was any instruction, good or bad."""
        return bool(self.entries or self.commands or self.problems)

    def take(
        self, line: TextLine, segment: Segment, below: Sequence[TextLine] = (), *, after_prose: bool = False
    ) -> int:
        """Read one instruction; return how many lines below it took, -1 if it is none.

        One that stands ``after_prose``, without a label, may be how the sentence goes on.
        """
        self._read += 1
        if self.full:
            return 0
        if segment.blank:
            form = self._blanks or has_blank(line.text)
            self.waiting_label, self._blanks = "" if form else segment.label, True
            return 0
        self._blanks = False
        said = self._language.under_number(segment.text) if is_order_number(segment.label) else segment.text
        if not segment.label and self.waiting_label:
            segment = segment._replace(label=self.waiting_label)
        self.waiting_label = ""
        if after_prose and not segment.label and _goes_on(segment.text):
            return -1
        reading = self._language.read(said, hints=False)
        segment, reading, taken = self._judge.join_broken(segment, reading, below)
        if self._correct(line, segment, is_order=reading.order is not None) or self._take_order(line, segment, reading):
            return taken
        return 0 if self._read_command(line, segment) else self._read_faulty(line, segment, below)

    def _take_order(self, line: TextLine, segment: Segment, reading: Reading[O]) -> bool:
        """Take an order with what is to be said of it; tell whether there was one."""
        if reading.order is None:
            return False
        self.open = is_open(segment.text)
        self.entries.append(Entry(line.number, segment.text, segment.label, reading.order, segment.column))
        if reading.problem is not None:
            self.complain(reading.problem, line, segment)
        return True

    def _correct(self, line: TextLine, segment: Segment, *, is_order: bool) -> bool:
        """Carry out what an instruction corrects; tell whether it does.

        One that is an order by itself does if a second thought stands alone before it, and if it changes anything.
        """
        turned, self._turned = self._turned, False
        if is_order:
            said = Correction(text=segment.text, firm=True) if turned and not segment.label else None
        else:
            said = correction(segment.text, segment.label) if COMMANDS.attempt(segment.text) is None else None
            self._turned = said is not None and said.is_alone
        if said is None or self._turned:
            self.turns += [line] if self._turned else []
            return self._turned
        done = self._corrector.correct(said, self.entries, Spot(line.number, segment.column, segment.text))
        if done is None or (is_order and done.loose):
            return False
        if not done.changes(self.entries) and self._judge.chats(segment):
            return False
        self.unread = without(self.entries, self.unread, done.removed)
        self.entries = list(done.entries)
        self.commands += [(line.number, command) for command in done.commands]
        self.problems += done.problems
        self.loose |= {line.number} if done.loose else set()
        return True

    def _read_faulty(self, line: TextLine, segment: Segment, below: Sequence[TextLine]) -> int:
        """Take an order with a typo in it, or complain of what was meant as an order; return what ``take`` does.

        A line of the sender's card is only listed.
        """
        again = self._order_to_repeat(segment)
        if not again and not self._judge.seems_order(segment):
            return -1
        if line.number in self._judge.card:
            self.set_aside += [line] if line not in self.set_aside else []
            return 0
        reading = self._language.read(again + segment.text, hints=len(self.problems) < _HINTED)
        if reading.order is not None:
            segment, reading, taken = self._judge.join_broken(segment, reading, below)
            self._take_order(line, segment, reading)
            return taken
        if segment.label or again or self._language.speaks(segment.text):
            unread = UnreadOrder(line.number, segment.text, segment.label, segment.column, len(self.entries))
            self.unread.append(unread)
        if reading.problem is not None:
            self.complain(replace(reading.problem, column=0) if again else reading.problem, line, segment)
        return 0

    def _order_to_repeat(self, segment: Segment) -> str:
        """Return the order before an instruction that says how often ("x2"), nothing for any other."""
        return f"{self.entries[-1].text} " if self.entries and self._language.times(segment.text) else ""

    def _read_command(self, line: TextLine, segment: Segment) -> bool:
        """Read a command, or ADD before an order; complain about a command in capitals that is not whole."""
        text = segment.text
        command = COMMANDS.attempt(text)
        if command is not None and self._is_rather_order(text):
            return False
        if command is None:
            words = Line(text).words
            label = self._cutter.label(text[len("ADD") :].lstrip(" :,-"))
            if words[0] == "ADD" and len(words) > 1 and self._language.read(label.rest).order is not None:
                self.commands.append((line.number, Add()))
                column = segment.column + len(text) - len(label.rest)
                self.take(line, Segment(label.label, label.rest, column))
                return True
            problem = nearly.resignation(text)
            if problem is None and self._judge.seems_command(text, words):
                problem = COMMANDS.read(text).problem
            if problem is None and not self._language.begins(text):
                problem = nearly.other_command(text)
            if problem is None or line.number in self._judge.card:
                return False
            self.faulty_commands.add(line.number)
            self.complain(problem, line, segment)
            return True
        self.commands.append((line.number, command))
        return True

    def _is_rather_order(self, text: str) -> bool:
        """Tell whether a command is as likely an order with a typo: the game has that verb and knows what was meant."""
        problem = self._language.read(text).problem if self._language.begins(text) else None
        return problem is not None and not all(map(has_blank, problem.hints))

    def complain(self, problem: Problem, line: TextLine, segment: Segment) -> None:
        """Keep a problem with its place in the letter; a label stays before the lines that are offered."""
        label = f"{segment.label}. " if segment.label else ""
        self.problems.append(
            replace(
                problem,
                line=line.number,
                column=segment.column + (problem.column or 0),
                hints=tuple(
                    label + hint if not at or not problem.together else hint for at, hint in enumerate(problem.hints)
                ),
            )
        )


def _goes_on(text: str) -> bool:
    """Tell whether a line may continue a sentence of prose above it."""
    return next((character for character in text if character.isalpha()), "").islower()

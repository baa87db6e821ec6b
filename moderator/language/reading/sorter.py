"""One pass over a letter's lines, each sorted: order, command, line that needs a fix, talk, courtesy, quote.

A line counts when it reads as an order or a command. Every other line that the author wrote is kept with what became of
it, so that the answer can account for each.
"""

import re
from collections.abc import Collection, Sequence
from enum import Enum, auto
from itertools import takewhile
from typing import Generic, NamedTuple

from msgspec.structs import replace

from moderator.core.language import Language
from moderator.core.orders import O
from moderator.language.faults import LanguageFault
from moderator.language.grammar.words import Line
from moderator.language.reading import copies, footers, nearly, quote_openings
from moderator.language.reading.attributions import Grade, Opening
from moderator.language.reading.commands import COMMANDS, Press
from moderator.language.reading.corrector import Corrector
from moderator.language.reading.instructions import Instructions
from moderator.language.reading.judge import BRIEF, Judge
from moderator.language.reading.segments import Cutter, Segment
from moderator.language.reading.talk import courtesy
from moderator.language.reading.text_lines import TextLine, is_mark
from moderator.language.reading.understood import Understood

LONGEST_LINE = 500
_SHOWN = 60
"""Characters that are shown of a line that is too long."""

_FIRST = 3
"""Words of a line that is too long which tell whether an order begins it."""

_STRUCK = re.compile(r"~~.+?~~")
"""Text that is struck out, in Markdown or as the reader of HTML writes it."""
_WRAPPED = 50
"""Length from which a mail program may have broken a line of prose."""
_BROKEN = 6
"""Lines that an order may be broken over."""


class Wary(Enum):
    """What is done with lines below what may be the beginning of a quote, and may be the author's own."""

    ASK = auto()
    """They are asked back."""
    TRUST = auto()
    """They are the author's."""
    DROP = auto()
    """They are a quote."""


class Known(NamedTuple, Generic[O]):
    """What a letter is read with: the order set that it may correct, and who can be written to."""

    corrector: Corrector[O]
    letterbox: nearly.Letterbox
    yes: Sequence[str]


class Sorter(Generic[O]):
    """Sorts the lines of one letter."""

    def __init__(
        self,
        lines: Sequence[TextLine],
        language: Language[O],
        known: Known[O],
        form: tuple[Collection[str], str] = ((), ""),
        *,
        wary: Wary = Wary.ASK,
    ) -> None:
        lines = self._lines = list(lines)
        self._listed = copies.listed_forms(lines, language, COMMANDS)
        self._language = language
        self._cutter = Cutter(language)
        self._judge = Judge(lines, language, self._cutter)
        self._known = known
        self._form = copies.QuotedForm(lines, *form, self._cutter, self._judge)
        self._wary = wary
        self._taken = Instructions(language, self._cutter, self._judge, known.corrector)
        self._talk: list[TextLine] = []
        self._courtesy: list[TextLine] = []
        self._talk_texts: list[str] = []
        self.following: set[int] = set()
        """The lines that may go on an order above them, which ended as if it did."""
        self._parts: set[int] = set()
        self._ended = ""
        self._prose = False
        """Whether the line before was chatter that may run on."""
        self._yes = 0
        """The line of the author's that says yes and nothing else."""

    def read(self) -> Understood[O]:
        """Go through the letter once."""
        at = 0
        while at < len(self._lines) and not self._ended:
            at = self._read_next(at)
        self._account_for_unread(self._lines[at:])
        form = self._form.lines() if self._ended != "end" else ()
        amends = self._read_form(form) if form else False
        taken = self._taken
        amends = amends or (bool(taken.entries) and all(entry.line in taken.loose for entry in taken.entries))
        edited = bool(taken.entries or taken.commands)
        set_aside = [*taken.set_aside, *self._form.orders_to_offer(edited=edited, but={line.number for line in form})]
        return Understood(
            tuple(taken.commands),
            tuple(taken.entries),
            tuple(taken.problems),
            tuple(sorted(set_aside, key=lambda line: line.number)),
            talk=tuple(sorted((*self._talk, *taken.turns), key=lambda line: line.number)),
            courtesy=tuple(self._courtesy),
            parts=frozenset(self._parts),
            ended=self._ended,
            amends=amends,
            faulty_commands=frozenset(taken.faulty_commands),
            unread=tuple(taken.unread),
            yes=self._yes,
        )

    def _account_for_unread(self, rest: Sequence[TextLine]) -> None:
        """Account for the lines that are not read: those of a quote, or more than anybody means."""
        own = [line for line in rest if not line.quoted and line.text.strip()]
        if self._ended == "limit":
            self._talk += own
        else:
            self._parts.update(line.number for line in own)

    def _read_form(self, form: Sequence[TextLine]) -> bool:
        """Read what was typed into a quoted form; return whether other orders of the form still stand.

        Orders under a number that was used outside of the form, too, are only listed. Where a form has no numbers,
        nothing tells which order a new one replaces: then it counts whole, as it was left.
        """
        typed = [line for line in form if not self._form.as_sent(line)]
        left = [line for line in form if self._form.as_sent(line) and self._judge.is_order(line.text)]
        inside = self._read_as_own(typed)
        unnumbered = any(not entry.label for entry in inside.entries)
        if unnumbered and left:
            inside = self._read_as_own(form)
        given = {entry.label: entry.order for entry in self._taken.entries if entry.label}
        twice = {entry.line for entry in inside.entries if given.get(entry.label, entry.order) != entry.order}
        before = len(self._taken.entries)
        self._taken.entries += [entry for entry in inside.entries if entry.label not in given]
        self._taken.problems += inside.problems
        self._taken.unread += [replace(line, after=line.after + before) for line in inside.unread]
        self._taken.set_aside += [*inside.set_aside, *(line for line in form if line.number in twice)]
        self._talk += inside.talk
        return bool(inside.entries) and bool(left) and not unnumbered

    def _read_as_own(self, lines: Sequence[TextLine]) -> Understood[O]:
        """Read lines of a quote as if they were the author's own."""
        own = [replace(line, quoted=0) for line in lines]
        return Sorter[O](own, self._language, self._known, wary=Wary.TRUST).read()

    def _read_next(self, at: int) -> int:
        """Read the line at an index and return the index of the next to read."""
        line = self._lines[at]
        text = "" if line.number in self._listed else line.text.strip()
        if line.quoted or not text or len(text) > LONGEST_LINE:
            self._skip_line(line, text)
            return at + (self._ask_below_marked_head(at) or 1)
        after = self._read_boundary(at, text)
        if after > at:
            return after
        return at if self._apply_yes(at) else self._read_own_line(at, text)

    def _read_boundary(self, at: int, text: str) -> int:
        """Read what ends the orders or parts them from a quote; return where it ends, the same place for none."""
        if quote_openings.is_end(text):
            return self._read_below_end(at)
        if quote_openings.is_signature(self._lines[at].text):
            return self._read_below_signature(at)
        if is_mark(text):
            return self._note_part(at, at + 1)
        count = self._judge.list_footer(at)
        return self._note_part(at, at + count) if count else at + self._read_unmarked_quote(at)

    def _read_own_line(self, at: int, text: str) -> int:
        """Read a line of the author's own, with those below that belong to it; return where they end."""
        command = COMMANDS.attempt(text)
        if isinstance(command, Press):
            return self._note_part(at + 1, self._read_press(at, command))
        message = self._complain_of_lost_message(at)
        return self._note_part(at + 1, at + 1 + (self._read_line(at) if message is None else message))

    def _note_part(self, begin: int, end: int) -> int:
        """Note lines that belong to something else; return where they end."""
        self._parts.update(line.number for line in self._lines[begin:end])
        return end

    def _apply_yes(self, at: int) -> bool:
        """Put what yes stands for in the place of the first line that says it; tell whether it stood for anything."""
        line = self._lines[at]
        trusted = self._yes or self._wary is not Wary.ASK
        more = None if trusted else quote_openings.after_yes(line.text.strip())
        if more is None:
            return False
        self._yes = line.number
        texts = (*self._known.yes, *([more] * bool(more))) if self._known.yes else (line.text,)
        self._lines[at : at + 1] = [replace(line, text=text) for text in texts]
        return bool(self._known.yes)

    def _read_below_end(self, at: int) -> int:
        """Read what stands below END: none of it is taken, and what reads as an order or a command is asked back."""
        below = self._lines[at + 1 :]
        read = self._read_below(below, Wary.DROP)
        self._ask_about(read, below, LanguageFault.BELOW_END, LanguageFault.BELOW_END)
        self._taken.problems += (problem for problem in read.problems if problem.falls)
        self._talk += read.talk
        self._courtesy += read.courtesy
        self._parts.add(self._lines[at].number)
        self._ended = "end"
        return len(self._lines)

    def _read_below_signature(self, at: int) -> int:
        """Read what stands below the mark of a signature: only orders that are whole are asked back."""
        below = self._lines[at + 1 :]
        read = self._read_below(below, Wary.DROP)
        meant = tuple(entry for entry in read.entries if entry.label or self._language.concerns(entry.text))
        read = replace(read, entries=meant, commands=())
        self._ask_about(read, below, LanguageFault.BELOW_END, LanguageFault.BELOW_END)
        asked = {entry.line for entry in meant} | read.parts
        own = (line for line in below if not line.quoted and line.text.strip() and line.number not in asked)
        self._parts.update(line.number for line in (self._lines[at], *own))
        self._ended = "signature"
        return len(self._lines)

    def _read_unmarked_quote(self, at: int) -> int:
        """Read what stands at the beginning of a quote without marks; return how many lines that took, 0 if none is."""
        found = self._judge.opening(at)
        if found.signed:
            return self._ask_below_footer(at)
        following = next((other for other in self._lines[at + found.lines :] if other.text.strip()), None)
        marked = following is not None and following.quoted > 0
        given = self._taken.has_instructions
        if found.grade is Grade.SURE:
            if found.may_be_authors_own(above=given or found.is_talk(self._talk_texts), given=given, marked=marked):
                self._ask_back(self._lines[at + found.lines :])
            else:
                self._ended = "" if marked else "quote"
            self._note_part(at, at + found.lines)
            return found.lines
        if self._wary is Wary.DROP and found.grade is Grade.DOUBTFUL and not marked:
            self._ended = "quote"
            return found.lines  # the rest is left
        if marked or self._wary is not Wary.ASK or not found.may_quote(self._talk_texts, given=given):
            for line in self._lines[at : at + found.lines]:
                self._keep_talk(line)
            return found.lines
        self._note_part(at, at + found.lines)
        self._ask_back(self._lines[at + found.lines :])
        return len(self._lines) - at

    def _read_below(self, lines: Sequence[TextLine], wary: Wary) -> Understood[O]:
        """Read the lines below something after which nothing is taken."""
        read = Sorter(lines, self._language, self._known, wary=wary).read()
        self._taken.set_aside += (
            line for line in read.set_aside if not line.quoted
        )  # quoted ones are offered with the form's
        self._parts |= read.parts
        return read

    def _ask_below_marked_head(self, at: int) -> int:
        """Ask back what stands unmarked below marked header fields; return how many lines that took, 0 for none."""
        if self._wary is not Wary.ASK or not self._lines[at].quoted or (at and self._lines[at - 1].quoted):
            return 0
        count, found = quote_openings.marked_head(self._lines[at:])
        if not count or found.may_be_authors_own(
            above=Opening.is_talk(self._talk_texts), given=self._taken.has_instructions, marked=False
        ):
            return 0
        self._ask_back(self._lines[at + count :])
        return len(self._lines) - at

    def _ask_below_footer(self, at: int) -> int:
        """Ask back what stands right below a program's own line under the letter; return how many lines that took.

        A quote that begins below it has its own beginning, and what stands between marked lines is an answer to them.
        """
        if self._wary is not Wary.ASK or not (self._taken.has_instructions or Opening.is_talk(self._talk_texts)):
            return 0
        below = self._lines[at + 1 :]
        near = list(takewhile(lambda line: not line.quoted, below))
        read = Sorter(near, self._language, self._known, wary=Wary.TRUST).read()
        if not (read.entries or read.commands):
            return 0
        self._note_part(at, at + 1)
        self._ask_back(below)
        return len(self._lines) - at

    def _ask_back(self, lines: Sequence[TextLine]) -> None:
        """Ask about the orders and commands in lines that may be quoted; neither are they taken nor passed over."""
        read = self._read_below(lines, Wary.TRUST)
        self._ask_about(read, lines, LanguageFault.PERHAPS_QUOTED, LanguageFault.PERHAPS_COMMAND)
        own = {line.number: line for line in lines}
        fell = {problem.line for problem in read.problems if problem.falls}
        self._taken.set_aside += (own[number] for number in fell if number)
        self._talk += (replace(line, quoted=1) for line in read.talk)
        self._courtesy += read.courtesy
        self._talk_texts += (line.text for line in read.talk)
        self._ended = read.ended or "quote"

    def _ask_about(
        self, read: Understood[O], lines: Sequence[TextLine], order: LanguageFault, command: LanguageFault
    ) -> None:
        """Ask whether the orders and commands of some lines are meant."""
        own = {line.number: line for line in lines}
        for entry in read.entries:
            problem = nearly.problem(order, entry.text, self._language.format(entry.order))
            self._taken.complain(problem, own[entry.line], Segment(entry.label, entry.text, entry.column))
        for number in dict.fromkeys(number for number, _ in read.commands):
            self._taken.faulty_commands.add(number)
            text = own[number].text.strip()
            # No hint: nobody is to send a command that is perhaps another's by pressing a button.
            self._taken.complain(nearly.problem(command, text), own[number], Segment("", text, 0))

    def _complain_of_lost_message(self, at: int) -> int | None:
        """Complain about a message that nobody would get; return how many lines below it hold, None if it is none.

        All of the line is the message's, semicolons and all, but none that is an order.
        """
        line = self._lines[at]
        label = self._cutter.label(line.text)
        text = label.rest.strip()
        if self._language.begins(text):
            return None
        found = self._known.letterbox.message(text, lambda: self._judge.paragraph(at + 1))
        if found is None or self._judge.is_order(text):
            return None
        self._taken.faulty_commands.add(line.number)
        self._taken.complain(found[0], line, Segment("", text, label.offset))
        return found[1]

    def _skip_line(self, line: TextLine, text: str) -> None:
        """Pass by a line that is quoted, empty or far too long; the last is a mistake if it begins with an order."""
        if not line.quoted and text:
            label = self._cutter.label(text[:LONGEST_LINE])
            shown = replace(line, text=text[:_SHOWN])
            if self._language.begins(label.rest) and self._language.speaks(" ".join(label.rest.split()[:_FIRST])):
                problem = nearly.problem(LanguageFault.LONG_LINE, text[:_SHOWN])
                problem = replace(problem, facts={"limit": LONGEST_LINE})
                self._taken.complain(problem, line, Segment("", text, 0))
            elif label.label or self._language.begins(label.rest):
                self._taken.set_aside.append(shown)
            else:
                self._talk.append(shown)
        elif line.number in self._listed:
            self._parts.add(line.number)
        self._prose = self._taken.open = False
        self._taken.waiting_label = self._taken.waiting_label if not line.quoted and not text else ""

    def _read_press(self, at: int, press: Press) -> int:
        """Take the lines below, up to END, as the text of a message.

        Without END: if text stands on the line itself, that alone is the message; else all that follows. Orders
        among it are listed as set aside where it is not plain that they belong to the message.
        """
        body, ended = self._judge.message_lines(at + 1)
        stop = at + 1 + len(body) + ended
        if not ended and press.message:
            body, stop = [], at + 1
        elif press.message or not ended:
            self._taken.set_aside.extend(line for line in body if self._judge.is_order(line.text))
        message = "\n".join([press.message, *(line.text.rstrip() for line in body)]).strip("\n")
        self._taken.commands.append((self._lines[at].number, replace(press, message=message)))
        return stop

    def _read_line(self, at: int) -> int:
        """Read one line of several instructions at most; return how many lines more it took."""
        line = self._lines[at]
        if courtesy.is_courtesy(line.text.strip()):
            self._keep_talk(line)
            return 0
        opened, self._taken.open = self._taken.open, False
        segments = self._cutter.segments(_STRUCK.sub(lambda found: " " * len(found.group()), line.text))
        if "~~" in line.text and all(segment.blank for segment in segments):
            self._taken.set_aside.append(line)
            return 0
        if all(segment.blank for segment in segments):
            self._parts.add(line.number)  # a gap of a form, or a rule of dashes
        taken = 0
        for index, segment in enumerate(segments):
            last = index + 1 == len(segments)
            below = self._lines[at + 1 : at + _BROKEN] if last else ()
            done = self._taken.take(line, segment, below, after_prose=self._prose and not index)
            if done < 0:
                goes_on = opened and not index and len(Line(line.text).words) <= BRIEF
                self._keep_talk(line if not index else replace(line, text=segment.text), goes_on=goes_on)
                if not index:
                    return 0
            taken += max(done, 0)
        self._prose = False
        self._ended = "limit" if self._taken.full else self._ended
        return taken

    def _keep_talk(self, line: TextLine, *, goes_on: bool = False) -> None:
        """Keep a line that is no order and no command; ``goes_on``: the order above ended as if it did."""
        self._taken.waiting_label = ""
        text = line.text.strip()
        if footers.is_footer(text):
            self._parts.add(line.number)
            return
        self._talk_texts.append(text)
        if courtesy.is_courtesy(text):
            self._courtesy.append(line)
        else:
            self._talk.append(line)
        self.following |= {line.number} if goes_on else set()
        self._prose = (self._prose or len(text) >= _WRAPPED) and not text.endswith((".", "!", "?", ":"))

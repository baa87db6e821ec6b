"""A letter's lines sorted: commands, orders, problems, and what is set aside.

A line counts when it reads as an order or a command. Quotes, signatures, blank forms and chatter do not, and are
only listed where they look like something that was meant.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Generic, NamedTuple

from msgspec.structs import replace

from moderator.core.errors import Problem
from moderator.core.language import Language, Reading
from moderator.core.orders import O
from moderator.language.grammar.words import Line, has_blank
from moderator.language.numbering import Entry, Missed, without
from moderator.language.reading import copies, endings, nearly
from moderator.language.reading.attributions import Grade
from moderator.language.reading.commands import COMMANDS, Add, Command, Press
from moderator.language.reading.corrections import Correction, correction
from moderator.language.reading.corrector import Corrector, Spot
from moderator.language.reading.judge import BRIEF, Judge, is_open
from moderator.language.reading.quoted_forms import QuotedForm
from moderator.language.reading.segments import Cutter, Segment, is_order_number
from moderator.language.reading.text_lines import TextLine, is_mark, unmarked
from moderator.language.reading.understood import Understood

LONGEST_LINE = 500
_SHOWN = 60
"""So much of a line that is too long is shown."""

_FIRST = 3
"""Words of such a line that tell whether an order begins it."""

_STRUCK = re.compile(r"~~.+?~~")
"""Text that is struck out, in Markdown or as the reader of HTML writes it."""
_WRAPPED = 50
"""Length from which a mail program may have broken a line of prose."""
_BROKEN = 6
"""Lines that an order may be broken over."""
_MOST = 500
"""So many instructions of one letter are read; nobody means more."""
_HEARD = 50
"""So many lines of chatter are kept."""
_HINTED = 30
"""Problems of one letter for which we search what was meant."""


def understand(
    lines: Sequence[TextLine],
    language: Language[O],
    *,
    sent: Collection[str] = (),
    mark: str = "",
    head: str = "",
    numbered: bool = True,
    names: Callable[[], Mapping[str, str]] = dict,
    on_file: Sequence[O] = (),
    yes: Sequence[str] = (),
) -> Understood[O]:
    """Sort the lines of a letter.

    ``mark`` is the line above the form that the letter may quote: what was typed into a form below it counts.
    ``sent`` are all lines that such a form was sent with. ``head`` is the first line of our letters: an unmarked copy
    of one is a quote. ``numbered`` tells whether the sheet has numbers, ``on_file`` what is on it now. ``names``, asked
    once a line may be a message, tells what those are called who can be written to, with the name to write to. ``yes``
    are the lines that the word stands for.
    """
    known = _Known(Corrector(language, on_file, numbered=numbered), nearly.Letterbox(names), yes)
    own = copies.quote_own_letter([_unquoted(line) for line in lines], head)
    return _Reader(copies.rejoin(own, sent), language, known, (sent, mark)).read()


def _unquoted(line: TextLine) -> TextLine:
    """Take quote marks that are still in the text for what they are."""
    text, marks = unmarked(line.text)
    return TextLine(line.number, text.strip(" "), line.quoted + marks) if marks else line


class _Known(NamedTuple, Generic[O]):
    """What a letter is read with: the sheet that it may correct, and who can be written to."""

    corrector: Corrector[O]
    letterbox: nearly.Letterbox
    yes: Sequence[str]


class _Reader(Generic[O]):
    """The state of reading one letter."""

    def __init__(
        self,
        lines: Sequence[TextLine],
        language: Language[O],
        known: _Known[O],
        form: tuple[Collection[str], str] = ((), ""),
        *,
        trusting: bool = False,
    ) -> None:
        lines = self._lines = list(lines)
        self._listed = copies.listed_forms(lines, language, COMMANDS)
        self._language = language
        self._cutter = Cutter(language)
        self._judge = Judge(lines, language, self._cutter)
        self._known = known
        self._form = QuotedForm(lines, *form, self._cutter, self._judge)
        self._trusting = trusting
        """Whether only what is surely a quote is taken for one."""
        self._commands: list[tuple[int, Command]] = []
        self._entries: list[Entry[O]] = []
        self._problems: list[Problem] = []
        self._aside: list[TextLine] = []
        self._missed: list[Missed] = []
        self._said: list[str] = []
        self._botched: set[int] = set()
        self._waiting_label = ""
        """The number that stands alone on the line before."""
        self._blanks = False
        """Whether the line before is a number alone: two of them are an empty form."""
        self._ended = ""
        self._read = 0
        """Instructions and lines of chatter so far."""
        self._prose = False
        """Whether the line before was chatter that may run on."""
        self._open = False
        """Whether the order before ended as if it went on."""
        self._turned = False
        """Whether a second thought ("No wait!") stands alone before this."""
        self._yes = 0
        """The line of the author's that says yes and nothing else."""
        self._loose: set[int] = set()
        """The lines of corrections that speak of an earlier letter."""

    def read(self) -> Understood[O]:
        """Go through the letter once."""
        at = 0
        while at < len(self._lines) and not self._ended:
            at = self._step(at)
        form = self._form.lines() if self._ended != "end" else ()
        amends = self._fill_in(form) if form else False
        amends = amends or (bool(self._entries) and all(entry.line in self._loose for entry in self._entries))
        edited = bool(self._entries or self._commands)
        self._aside += self._form.offered(edited=edited, but={line.number for line in form})
        return Understood(
            tuple(self._commands),
            tuple(self._entries),
            tuple(self._problems),
            tuple(sorted(self._aside, key=lambda line: line.number)),
            self._ended,
            amends,
            tuple(self._said[:_HEARD]),
            frozenset(self._botched),
            tuple(self._missed),
            self._yes,
        )

    def _fill_in(self, form: Sequence[TextLine]) -> bool:
        """Read what was typed into a quoted form; return whether other orders of the form still stand.

        Orders under a number that was used outside of the form, too, are only listed. Where a form has no numbers,
        nothing tells which order a new one replaces: then it counts whole, as it was left.
        """
        typed = [line for line in form if not self._form.as_sent(line)]
        left = [line for line in form if self._form.as_sent(line) and self._judge.is_order(line.text)]
        inside = self._as_own(typed)
        unnumbered = any(not entry.label for entry in inside.entries)
        if unnumbered and left:
            inside = self._as_own(form)
        given = {entry.label: entry.order for entry in self._entries if entry.label}
        twice = {entry.line for entry in inside.entries if given.get(entry.label, entry.order) != entry.order}
        before = len(self._entries)
        self._entries += [entry for entry in inside.entries if entry.label not in given]
        self._problems += inside.problems
        self._missed += [replace(line, after=line.after + before) for line in inside.missed]
        self._aside += [*inside.aside, *(line for line in form if line.number in twice)]
        return bool(inside.entries) and bool(left) and not unnumbered

    def _as_own(self, lines: Sequence[TextLine]) -> Understood[O]:
        """Read lines of a quote as if they were the author's own."""
        own = [replace(line, quoted=0) for line in lines]
        return _Reader[O](own, self._language, self._known, trusting=True).read()

    def _step(self, at: int) -> int:
        """Read the line at an index and return the index of the next to read."""
        line = self._lines[at]
        text = "" if line.number in self._listed else line.text.strip()
        if line.quoted or not text or len(text) > LONGEST_LINE:
            self._pass_by(line, text)
            return at + 1
        if endings.is_end(text):
            self._ended = "end"
        elif endings.is_signature(line.text):
            self._ended = "signature"
        elif not is_mark(text) and (count := self._judge.list_footer(at) or self._quote(at)):
            return at + count
        if self._ended or is_mark(text):
            return at + 1
        if self._consents(at):
            return at
        command = COMMANDS.attempt(text)
        if isinstance(command, Press):
            return self._press(at, command)
        message = self._nearly_press(at)
        return at + 1 + (self._line(at) if message is None else message)

    def _consents(self, at: int) -> bool:
        """Put what yes stands for in the place of the first line that says it; tell whether it stood for anything."""
        line = self._lines[at]
        if self._yes or self._trusting or not endings.is_yes(line.text.strip()):
            return False
        self._yes = line.number
        self._lines[at : at + 1] = [replace(line, text=text) for text in self._known.yes or (line.text,)]
        return bool(self._known.yes)

    def _quote(self, at: int) -> int:
        """Read what stands at the beginning of a quote without marks; return how many lines that took, 0 if none is."""
        found = self._judge.opening(at)
        following = next((other for other in self._lines[at + found.lines :] if other.text.strip()), None)
        marked = following is not None and following.quoted > 0
        given = bool(self._entries or self._commands or self._problems)
        if found.grade is Grade.SURE:
            if found.is_hers(above=given or found.is_talk(self._said), given=given, marked=marked):
                self._ask_back(self._lines[at + found.lines :])
            else:
                self._ended = "" if marked else "quote"
            return found.lines
        if marked or self._trusting or not found.may_quote(self._said, given=given):
            for line in self._lines[at : at + found.lines]:
                self._chatter(line, meant=False)
            return found.lines
        self._ask_back(self._lines[at + found.lines :])
        return len(self._lines) - at

    def _ask_back(self, lines: Sequence[TextLine]) -> None:
        """Ask about the orders and commands in lines that may be quoted; neither are they taken nor passed over."""
        read = _Reader(lines, self._language, self._known, trusting=True).read()
        own = {line.number: line for line in lines}
        for entry in read.entries:
            problem = nearly.quoted_order(entry.text, self._language.format(entry.order))
            self._complain(problem, own[entry.line], Segment(entry.label, entry.text, entry.column, blank=False))
        for number in dict.fromkeys(number for number, _ in read.commands):
            self._botched.add(number)
            text = own[number].text.strip()
            self._complain(nearly.quoted_command(text), own[number], Segment("", text, 0, blank=False))
        fell = {problem.line for problem in read.problems if problem.falls}
        self._aside += [*read.aside, *(own[number] for number in fell if number)]
        self._said += read.chatter
        self._ended = read.ended or "quote"

    def _nearly_press(self, at: int) -> int | None:
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
        self._botched.add(line.number)
        self._complain(found[0], line, Segment("", text, label.offset, blank=False))
        return found[1]

    def _pass_by(self, line: TextLine, text: str) -> None:
        """Pass by a line that is quoted, empty or far too long; the last is a mistake if it begins with an order."""
        if not line.quoted and text:
            label = self._cutter.label(text[:LONGEST_LINE])
            if self._language.begins(label.rest) and self._language.speaks(" ".join(label.rest.split()[:_FIRST])):
                self._complain(nearly.too_long(text[:_SHOWN], LONGEST_LINE), line, Segment("", text, 0, blank=False))
            elif label.label or self._language.begins(label.rest):
                self._aside.append(replace(line, text=text[:_SHOWN]))
        self._prose = self._open = False
        self._waiting_label = self._waiting_label if not line.quoted and not text else ""

    def _press(self, at: int, press: Press) -> int:
        """Take the lines below, up to END, as the text of a message.

        Without END: if text stands on the line itself, that alone is the message; else all that follows. Orders
        among it are listed as set aside where it is not plain that they belong to the message.
        """
        body, ended = self._judge.message(at + 1)
        stop = at + 1 + len(body) + ended
        if not ended and press.message:
            body, stop = [], at + 1
        elif press.message or not ended:
            self._aside.extend(line for line in body if self._judge.is_order(line.text))
        message = "\n".join([press.message, *(line.text.rstrip() for line in body)]).strip("\n")
        self._commands.append((self._lines[at].number, replace(press, message=message)))
        return stop

    def _line(self, at: int) -> int:
        """Read one line of several instructions at most; return how many lines more it took."""
        line = self._lines[at]
        opened, self._open = self._open, False
        segments = self._cutter.segments(_STRUCK.sub(lambda found: " " * len(found.group()), line.text))
        if "~~" in line.text and all(segment.blank for segment in segments):
            self._aside.append(line)
            return 0
        taken = 0
        for index, segment in enumerate(segments):
            last = index + 1 == len(segments)
            done = self._segment(line, segment, self._lines[at + 1 : at + _BROKEN] if last else (), index)
            if done < 0 and index == 0:
                meant = self._judge.is_listed(segment) or (opened and len(Line(line.text).words) <= BRIEF)
                self._chatter(line, meant=meant)
                return 0
            taken += max(done, 0)
        self._prose = False
        return taken

    def _segment(self, line: TextLine, segment: Segment, below: Sequence[TextLine], index: int) -> int:
        """Read one instruction; return how many lines below it took, -1 if it is none."""
        self._read += 1
        if self._read > _MOST:
            self._ended = "limit"
            return 0
        if segment.blank:
            form = self._blanks or has_blank(line.text)
            self._waiting_label, self._blanks = "" if form else segment.label, True
            return 0
        self._blanks = False
        said = self._language.under_number(segment.text) if is_order_number(segment.label) else segment.text
        if not segment.label and self._waiting_label:
            segment = segment._replace(label=self._waiting_label)
        self._waiting_label = ""
        if not segment.label and not index and self._runs_on(segment.text):
            return -1
        reading = self._language.read(said, hints=False)
        segment, reading, taken = self._judge.joined(segment, reading, below)
        if self._corrects(line, segment, is_order=reading.order is not None) or self._enter(line, segment, reading):
            return taken
        return 0 if self._command(line, segment) else self._amiss(line, segment, below)

    def _enter(self, line: TextLine, segment: Segment, reading: Reading[O]) -> bool:
        """Take an order with what is to be said of it; tell whether there was one."""
        if reading.order is None:
            return False
        self._open = is_open(segment.text)
        self._entries.append(Entry(line.number, segment.text, segment.label, reading.order, segment.column))
        if reading.problem is not None:
            self._complain(reading.problem, line, segment)
        return True

    def _corrects(self, line: TextLine, segment: Segment, *, is_order: bool) -> bool:
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
            return self._turned
        done = self._known.corrector.correct(said, self._entries, Spot(line.number, segment.column, segment.text))
        if done is None or (is_order and done.loose):
            return False
        self._missed = without(self._entries, self._missed, done.gone)
        self._entries = list(done.entries)
        self._commands += [(line.number, command) for command in done.commands]
        self._problems += done.problems
        self._loose |= {line.number} if done.loose else set()
        return True

    def _amiss(self, line: TextLine, segment: Segment, below: Sequence[TextLine]) -> int:
        """Take an order with a slip in it, or complain of what was meant as an order; return as above.

        A line of the sender's card is only listed.
        """
        again = self._before(segment)
        if not again and not self._judge.seems_order(segment):
            return -1
        if line.number in self._judge.card:
            self._aside += [line] if line not in self._aside else []
            return 0
        reading = self._language.read(again + segment.text, hints=len(self._problems) < _HINTED)
        if reading.order is not None:
            segment, reading, taken = self._judge.joined(segment, reading, below)
            self._enter(line, segment, reading)
            return taken
        if segment.label or again or self._language.speaks(segment.text):
            missed = Missed(line.number, segment.text, segment.label, segment.column, len(self._entries))
            self._missed.append(missed)
        if reading.problem is not None:
            self._complain(replace(reading.problem, column=0) if again else reading.problem, line, segment)
        return 0

    def _before(self, segment: Segment) -> str:
        """Return the order before an instruction that says how often ("x2"), nothing for any other."""
        return f"{self._entries[-1].text} " if self._entries and self._language.times(segment.text) else ""

    def _command(self, line: TextLine, segment: Segment) -> bool:
        """Read a command, or ADD before an order; complain about a command in capitals that is not whole."""
        text = segment.text
        command = COMMANDS.attempt(text)
        if command is None:
            words = Line(text).words
            label = self._cutter.label(text[len("ADD") :].lstrip(" :,-"))
            if words[0] == "ADD" and len(words) > 1 and self._language.read(label.rest).order is not None:
                self._commands.append((line.number, Add()))
                column = segment.column + len(text) - len(label.rest)
                self._segment(line, Segment(label.label, label.rest, column, blank=False), (), 1)
                return True
            problem = nearly.resignation(text)
            if problem is None and self._judge.seems_command(text, words):
                problem = COMMANDS.read(text).problem
            if problem is None or line.number in self._judge.card:
                return False
            self._botched.add(line.number)
            self._complain(problem, line, segment)
            return True
        self._commands.append((line.number, command))
        return True

    def _runs_on(self, text: str) -> bool:
        """Tell whether a line continues a sentence of prose above it."""
        first = next((character for character in text if character.isalpha()), "")
        return self._prose and first.islower()

    def _chatter(self, line: TextLine, *, meant: bool) -> None:
        """Set a line aside, visibly if it may have been meant."""
        self._waiting_label = ""
        text = line.text.strip()
        if not endings.is_footer(text):
            self._said.append(text)
        if meant or self._language.mentions(text):
            self._aside.append(line)
        self._prose = (self._prose or len(text) >= _WRAPPED) and not text.endswith((".", "!", "?", ":"))

    def _complain(self, problem: Problem, line: TextLine, segment: Segment) -> None:
        """Keep a problem with its place in the letter; a label stays before the lines that are offered."""
        label = f"{segment.label}. " if segment.label else ""
        self._problems.append(
            replace(
                problem,
                line=line.number,
                column=segment.column + (problem.column or 0),
                hints=tuple(
                    label + hint if not at or not problem.together else hint for at, hint in enumerate(problem.hints)
                ),
            )
        )

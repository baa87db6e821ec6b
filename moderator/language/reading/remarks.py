"""What the lines of a letter that are no orders say: whether they ask for something, or change what the orders mean.

Such a line is made a problem, so that the turn waits for its author. All others are talk, and are only listed.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.errors import Problem, Stage
from moderator.language.faults import LanguageFault
from moderator.language.reading.around import Doubt, Reach, Surroundings, in_subject
from moderator.language.reading.commands import Command, Preview
from moderator.language.reading.courtesy import names_below
from moderator.language.reading.intent import Listener, Near, sentences
from moderator.language.reading.text_lines import TextLine
from moderator.language.reading.understood import Understood

_WRAPPED = 50
"""Length from which a mail program may have broken a line of prose."""
_SCRAP = 2
"""Words of a scrap of a sentence, which says something of orders only if it is all that stands on its line."""
_BRIEF_ASIDE = 8
"""Words of a line among orders that asks for something by a verb alone, at most."""
_SHOWN = 120
"""Characters of a sentence that are quoted, at most."""


class Sentence(NamedTuple):
    """One sentence of a letter: the line on which it begins, its text, and how many words its paragraph has."""

    line: TextLine
    text: str
    among: int


class Heard(Struct, frozen=True):
    """What lets the lines of a letter be judged: who listens, what may be said around orders, the letter's subject."""

    listener: Listener
    surroundings: Surroundings
    subject: str = ""


def judged(
    understood: Understood[Any], lines: Sequence[TextLine], heard: Heard, following: Collection[int] = ()
) -> Understood[Any]:
    """Return what a letter says with every line that asks for something as a problem.

    ``lines`` are all of its lines, ``following`` the numbers of those that go on an order above them.
    """
    return _Judging(understood, lines, heard, following).judged()


class _Judging:
    """The remarks of one letter, judged by where they stand."""

    def __init__(
        self, understood: Understood[Any], lines: Sequence[TextLine], heard: Heard, following: Collection[int]
    ) -> None:
        self._understood, self._heard, self._following = understood, heard, following
        self._own = [line for line in lines if not line.quoted and line.text.strip()]
        self._place = {line.number: at for at, line in enumerate(self._own)}
        self._blank_above = _below_blanks(lines)
        fell = {problem.line for problem in understood.problems if problem.falls}
        ordered = {entry.line for entry in understood.entries}
        self._ordered = ordered | {number for number in fell if number}
        self._given = bool(understood.entries)

    def judged(self) -> Understood[Any]:
        said = self._understood
        signed = names_below(self._own) & {line.number for line in said.talk}
        talk = [line for line in said.talk if line.number not in signed]
        problems = [*self._beside_orders(), *self._of_subject()]
        commands: list[tuple[int, Command]] = list(said.commands)
        held: set[int] = set()
        for sentence in _sentences([line for line in talk if not line.quoted]):
            problem = None if sentence.line.number in held else self._problem(sentence)
            if problem is None:
                continue
            held.add(sentence.line.number)
            problems.append(problem)
            if problem.facts.get("doubt") == Doubt.QUESTION and not any(
                isinstance(each, Preview) for _, each in commands
            ):
                commands.append((sentence.line.number, Preview()))
        return replace(
            said,
            problems=tuple(problems),
            commands=tuple(commands),
            talk=tuple(line for line in talk if line.number not in held),
            courtesy=(*said.courtesy, *(line for line in said.talk if line.number in signed)),
        )

    def _problem(self, sentence: Sentence) -> Problem | None:
        """Return what is to be said of a sentence, None for talk."""
        line, text, among = sentence
        above, below = self._beside(line)
        if self._given:
            whole = len(text.split()) == among or (among <= _BRIEF_ASIDE and len(text.split()) > _SCRAP)
            reach = Reach.NEAR if (above or below) and whole else Reach.ANYWHERE
            doubt = self._heard.surroundings.doubt(text, reach, above=below)
            if doubt is not None:
                return _problem(LanguageFault.SAID_AROUND, line, text, Stage.DOUBTFUL, doubt)
        if below and text.endswith(":"):
            return None  # a heading
        directly = above and line.number not in self._blank_above
        alone = len(text.split()) == among
        near = Near(orders=(above or below or not self._given) and alone, directly=directly and alone)
        if line.number in self._following or self._heard.listener.asks(text, near):
            return _problem(LanguageFault.NOT_READ, line, text, Stage.UNREADABLE)
        return None

    def _beside(self, line: TextLine) -> tuple[bool, bool]:
        """Tell whether an order stands right above a line, and right below it; empty lines do not part them."""
        at = self._place.get(line.number)
        if at is None:
            return False, False
        near = [self._own[other].number for other in (at - 1, at + 1) if 0 <= other < len(self._own)]
        return any(number < line.number for number in near if self._is_ordered(number)), any(
            number > line.number for number in near if self._is_ordered(number)
        )

    def _is_ordered(self, number: int) -> bool:
        return number in self._ordered or number in self._understood.parts

    def _beside_orders(self) -> Iterator[Problem]:
        """Yield the problems of the orders, with those made a doubt whose words may change what the order means."""
        for problem in self._understood.problems:
            doubt = None
            if problem.code == LanguageFault.EXTRA_WORDS and problem.stage is Stage.DOUBTFUL:
                doubt = self._heard.surroundings.doubt(problem.fragment, Reach.BEHIND)
            facts = {"doubt": doubt.value} if doubt else {}
            yield replace(problem, code=LanguageFault.SAID_AROUND, facts=facts) if doubt else problem

    def _of_subject(self) -> Iterator[Problem]:
        doubt = in_subject(self._heard.subject) if self._given else None
        if doubt is not None:
            yield Problem(
                code=LanguageFault.SAID_AROUND,
                stage=Stage.DOUBTFUL,
                fragment=self._heard.subject[:_SHOWN],
                facts={"doubt": doubt.value, "subject": 1},
            )


def _problem(code: LanguageFault, line: TextLine, text: str, stage: Stage, doubt: Doubt | None = None) -> Problem:
    column = max(line.text.find(text), 0)
    shown = line.text[column : column + min(len(text), _SHOWN)].strip()
    facts = {"doubt": doubt.value} if doubt else {}
    return Problem(code=code, stage=stage, line=line.number, column=column, fragment=shown, facts=facts)


def _below_blanks(lines: Sequence[TextLine]) -> frozenset[int]:
    """Return the numbers of lines above which an empty line stands."""
    return frozenset(
        line.number
        for before, line in zip(lines, lines[1:], strict=False)
        if line.text.strip() and not before.text.strip()
    )


def _sentences(lines: Sequence[TextLine]) -> Iterator[Sentence]:
    """Yield the sentences of some lines; one that a mail program broke goes on in the line below."""
    begun: list[TextLine] = []
    for line in lines:
        if begun and not (begun[-1].number + 1 == line.number and len(begun[-1].text) >= _WRAPPED):
            yield from _of_paragraph(begun)
            begun = []
        begun.append(line)
    yield from _of_paragraph(begun)


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
        line = next(
            (line for start, line in zip(reversed(starts), reversed(lines), strict=True) if start <= at), lines[0]
        )
        yield Sentence(line, sentence, among)

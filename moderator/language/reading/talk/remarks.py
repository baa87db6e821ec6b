"""What the lines of a letter that are no orders say: whether they ask for something, or change what the orders mean.

Such a line is made a problem, so that the turn waits for its author. All others are talk, and are only listed.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.errors import Problem, Stage
from moderator.language.faults import LanguageFault
from moderator.language.grammar.labels import read_label
from moderator.language.reading import signatures
from moderator.language.reading.commands import Preview
from moderator.language.reading.segments import is_order_number
from moderator.language.reading.talk import courtesy
from moderator.language.reading.talk.around import Reach, Surroundings
from moderator.language.reading.talk.doubts import Doubt
from moderator.language.reading.talk.intent import Listener
from moderator.language.reading.talk.sentences import Sentence, sentences_of
from moderator.language.reading.text_lines import TextLine
from moderator.language.reading.understood import Understood

_BRIEF = 16
"""Words of a paragraph beside orders, at most, of which each sentence may speak of them."""
_SCRAP = 2
"""Words of a scrap of a sentence, which says something of orders only if it is all that stands on its line."""
_HEADING = re.compile(
    r"\W*(?:here |these |are |my |our |the |all )*(?:orders?|moves?|turn|round)(?: (?:for|of|in) [\w ]{1,24})?\W*"
    r"|\W*(?:my|our|the) \w+\W*",
    re.IGNORECASE,
)
"""What stands above orders and names them: "My fleets", "Orders for turn 6"."""
_SHOWN = 120
"""Characters of a sentence that are quoted, at most."""


class Heard(Struct, frozen=True):
    """What lets the lines of a letter be judged: who listens, what may be said around orders, the letter's subject."""

    listener: Listener
    surroundings: Surroundings
    subject: str = ""


def judge_lines(
    understood: Understood[Any], lines: Sequence[TextLine], heard: Heard, following: Collection[int] = ()
) -> Understood[Any]:
    """Return what a letter says with every line that asks for something as a problem.

    ``lines`` are all of its lines, ``following`` the numbers of those that go on an order above them.
    """
    judging = _Judging(understood, lines, heard, following)
    found = judging.problems()
    problem_lines = {problem.line for problem in found}
    polite = judging.polite
    asks = any(problem.facts.get("doubt") == Doubt.QUESTION for problem in found)
    previews = any(isinstance(command, Preview) for _, command in understood.commands)
    shown = ((found[-1].line or 0, Preview()),) if asks and not previews else ()
    return replace(
        understood,
        problems=(*judging.beside_orders(), *judging.of_subject(), *found),
        commands=(*understood.commands, *shown),
        talk=tuple(line for line in understood.talk if line.number not in problem_lines | polite),
        courtesy=(*understood.courtesy, *(line for line in understood.talk if line.number in polite)),
    )


class _Judging:
    """The remarks of one letter, judged by where they stand."""

    def __init__(
        self, understood: Understood[Any], lines: Sequence[TextLine], heard: Heard, following: Collection[int]
    ) -> None:
        self._understood, self._heard, self._following = understood, heard, following
        self._talk = [line for line in understood.talk if not line.quoted]
        self._own = [line for line in lines if not line.quoted and line.text.strip()]
        self._place = {line.number: at for at, line in enumerate(self._own)}
        self._lines = lines
        fell = {problem.line for problem in understood.problems if problem.falls and problem.line}
        self._ordered = {entry.line for entry in understood.entries} | fell | understood.parts
        self._given = bool(understood.entries)

    @cached_property
    def polite(self) -> frozenset[int]:
        """The numbers of lines of talk that are names, of a sender's card, or what programs put there."""
        if not self._talk:
            return frozenset()
        texts = {line.text.strip() for line in self._own if line.number in self._lines_with_instructions()}
        card = signatures.card(self._lines, texts.__contains__, self._heard.listener.is_strange)
        signed = courtesy.names_below(self._own)
        order_lines = {
            line.number for line in self._talk if line.number in signed and self._heard.listener.orders(line.text)
        }
        polite = card | (signed - order_lines) | courtesy.boilerplate(self._talk)
        return polite & {line.number for line in self._talk} - set(self._following)

    def _lines_with_instructions(self) -> set[int]:
        """Return the numbers of the lines with an order or a command."""
        return {entry.line for entry in self._understood.entries} | {at for at, _ in self._understood.commands}

    def problems(self) -> list[Problem]:
        """Return what is to be said of the lines of talk, one problem a line."""
        found: dict[int, Problem] = {}
        for sentence in sentences_of([line for line in self._talk if line.number not in self.polite]):
            if sentence.line.number not in found and (problem := self._problem(sentence)) is not None:
                found[sentence.line.number] = problem
        return list(found.values())

    def beside_orders(self) -> Iterator[Problem]:
        """Yield the problems of the orders, with those made a doubt whose words may change what the order means."""
        for problem in self._understood.problems:
            doubt = None
            if problem.code == LanguageFault.EXTRA_WORDS and problem.stage in {Stage.DOUBTFUL, Stage.NOTED}:
                doubt = self._heard.surroundings.doubt(problem.fragment, Reach.BEHIND)
            yield problem if doubt is None else _doubted(problem, doubt)

    def of_subject(self) -> Iterator[Problem]:
        """Yield what is to be said of the subject."""
        doubt = self._heard.surroundings.in_subject(self._heard.subject) if self._given else None
        if doubt is not None:
            yield Problem(
                code=LanguageFault.SAID_AROUND,
                stage=Stage.DOUBTFUL,
                fragment=self._heard.subject[:_SHOWN],
                facts={"doubt": doubt.value, "subject": 1},
            )

    def _problem(self, sentence: Sentence) -> Problem | None:
        """Return what is to be said of a sentence, None for talk."""
        above, below = self._has_orders_beside(sentence.line)
        words = len(sentence.text.split())
        doubt = self._doubt(sentence, words, above=above, below=below)
        if doubt is not None:
            return _doubted(_problem(LanguageFault.NOT_READ, sentence), doubt)
        if below and not above and _is_heading(sentence):
            return None
        label = read_label(sentence.line.text)
        numbered = is_order_number(label.label) and label.rest.strip() == sentence.text
        near = (above or below or numbered) and (words == sentence.among or numbered)
        masked = self._heard.surroundings.masked(sentence.text)
        if sentence.line.number in self._following or self._heard.listener.asks(masked, near=near):
            return _problem(LanguageFault.NOT_READ, sentence)
        return None

    def _doubt(self, sentence: Sentence, words: int, *, above: bool, below: bool) -> Doubt | None:
        if not self._given:
            return None
        whole = words == sentence.among or (sentence.among <= _BRIEF and words >= _SCRAP)
        reach = Reach.NEAR if (above or below) and whole else Reach.ANYWHERE
        return self._heard.surroundings.doubt(sentence.text, reach, above=below)

    def _has_orders_beside(self, line: TextLine) -> tuple[bool, bool]:
        """Tell whether an order stands right above a line, and right below it; empty lines do not part them."""
        at = self._place.get(line.number)
        if at is None:
            return False, False
        above, below = self._own[max(at - 1, 0) : at], self._own[at + 1 : at + 2]
        return any(other.number in self._ordered for other in above), any(
            other.number in self._ordered for other in below
        )


def _is_heading(sentence: Sentence) -> bool:
    """Tell whether a sentence right above orders names them, or announces them with a colon."""
    line = sentence.line.text.strip()
    return sentence.text.endswith(":") or line.endswith(":") or _HEADING.fullmatch(line) is not None


def _problem(code: LanguageFault, sentence: Sentence) -> Problem:
    line, text, _ = sentence
    column = max(line.text.find(text), 0)
    shown = line.text[column : column + min(len(text), _SHOWN)].strip()
    return Problem(code=code, stage=Stage.UNREADABLE, line=line.number, column=column, fragment=shown)


def _doubted(problem: Problem, doubt: Doubt) -> Problem:
    facts = {"doubt": doubt.value}
    return replace(problem, code=LanguageFault.SAID_AROUND, stage=Stage.DOUBTFUL, facts=facts)

"""Lines that we sent ourselves, so that they are not taken for something typed into a quote of our letter."""

from collections.abc import Collection, Iterator
from typing import Any

from msgspec.structs import replace

from moderator.core import codec
from moderator.core.errors import Problem
from moderator.language.grammar.labels import read_label
from moderator.language.grammar.words import Line
from moderator.language.reading.text_lines import TextLine
from moderator.language.reading.understood import Understood
from moderator.mail.letter import ReadLetter
from moderator.service.facts import Acknowledgement, Form, LetterFacts
from moderator.service.matches import asking
from moderator.service.matches.situation import Situation
from moderator.store import queries

_LATELY = 30
"""The newest sheets of an author's that are looked at, at most."""


_PERHAPS = frozenset(("perhaps-quoted", "perhaps-command"))
"""Problems of lines below what may be the beginning of a quote."""


def leave_out(here: Situation, letter: ReadLetter, understood: Understood[Any]) -> Understood[Any]:
    """Leave out the lines that we sent, or that she sent before, of what was quoted, surely or perhaps.

    Which those are is only asked if there are any.
    """
    doubted = [problem for problem in understood.problems if problem.code in _PERHAPS]
    if not doubted and not any(line.quoted for line in understood.aside):
        return understood
    ours = _shown(here, letter)
    aside = tuple(line for line in understood.aside if not line.quoted or _plain(line.text) not in ours)
    if not doubted:
        return replace(understood, aside=aside)
    given = (_plain(here.game.language.format(entry.order)) for entry in understood.entries)
    known = ours | _ordered(here) | frozenset(given)
    begun = min(problem.line or 0 for problem in doubted)
    left = tuple(problem for problem in understood.problems if not _is_known(problem, known))
    aside = tuple(line for line in aside if line.number < begun or _plain(line.text) not in known)
    if not (understood.entries or understood.commands or left):  # it may have been all that she meant
        aside += tuple(TextLine(problem.line or 0, problem.fragment) for problem in doubted)
    return replace(understood, aside=aside, problems=left)


def _is_known(problem: Problem, known: Collection[str]) -> bool:
    """Tell whether a line that may be quoted stands in what was sent before, as it is or in the words of the game."""
    return problem.code in _PERHAPS and any(_plain(text) in known for text in (problem.fragment, *problem.hints))


def _plain(text: str) -> str:
    """Return a line as words alone, without its number."""
    return " ".join(Line(read_label(text).rest).words)


def _shown(here: Situation, letter: ReadLetter) -> frozenset[str]:
    """Return the lines that the letter's author was shown, plain: forms, examples, and the letters that it answers."""
    found = list(here.game.language.pictures())
    found += here.examples()
    for row in queries.letters_out(here.session, here.match.id or 0, here.seat, letter.thread):
        found += _lines_of(codec.unpack(row.payload, LetterFacts | None))
    return frozenset(map(_plain, found))


def _ordered(here: Situation) -> frozenset[str]:
    """Return the lines of the sheets that the letter's author filed lately, for this asking and former ones, plain."""
    rows = queries.sheets_of(here.session, here.match.id or 0, here.seat, _LATELY)
    sheets = [asking.unpack_orders(here.game, row.orders) for row in rows]
    return frozenset(_plain(line) for orders in sheets for line in here.lines(orders))


def _lines_of(facts: LetterFacts | None) -> Iterator[str]:
    """Yield what may be read as an order in a letter of ours; reports are gathered anew and have none kept."""
    form: Form | None = getattr(facts, "form", None)
    if form is not None:
        yield from (*form.lines, *form.examples)
    if not isinstance(facts, Acknowledgement):
        return
    yield from (line.text for line in facts.sheet)
    yield from facts.silence
    for said in facts.said:
        yield said.text
        yield from (hint for problem in said.problems for hint in problem.hints)
    for answer in facts.answers:
        yield from answer.lines
        yield from (line for explained in answer.orders for line in explained.lines)

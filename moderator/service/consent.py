"""``yes``, alone on its line: the suggestion of the answer that a letter replies to, taken as if it had been written.

Only where that answer made a single suggestion, for the asking that is open, and with the sheet as it is now.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from moderator.core import codec
from moderator.core.errors import Problem, Stage
from moderator.language.commands import COMMANDS, Press
from moderator.language.text_lines import TextLine
from moderator.language.words import has_blank
from moderator.service import letter as mime
from moderator.service.facts import Acknowledgement, LetterFacts
from moderator.service.identify import thread
from moderator.service.situation import Situation
from moderator.store import queries

_YES = re.compile(r"\W*yes(?:,?\s+please)?\W*", re.IGNORECASE)


class Taken(Struct, frozen=True):
    """The lines of a letter with what it consents to in the place of ``yes``, and what is to be said of that."""

    lines: tuple[TextLine, ...]
    problems: tuple[Problem, ...] = ()


def take_up(here: Situation, letter: mime.Letter) -> Taken:
    """Return the lines of a letter, the suggestion that it takes among them."""
    said = next((line for line in letter.lines if not line.quoted and _YES.fullmatch(line.text)), None)
    answered = _answered(here, letter) if said else None
    suggestions = tuple(_suggestions(answered)) if answered else ()
    if said is None or answered is None or not suggestions:
        return Taken(letter.lines)
    if len(suggestions) > 1:
        return Taken(letter.lines, (_told(said, "yes-to-which", suggestions),))
    if not _is_as_it_was(here, answered):
        return Taken(letter.lines, (_told(said, "yes-too-late", suggestions),))
    at = letter.lines.index(said)
    meant = (replace(said, text=line) for line in _on_lines(suggestions[0]))
    lines = (*letter.lines[:at], *meant, *letter.lines[at + 1 :])
    return Taken(lines, (_told(said, "yes-taken", suggestions, Stage.NOTED),))


def _answered(here: Situation, letter: mime.Letter) -> Acknowledgement | None:
    """Return the answer of ours that a letter replies to, None if it replies to something else."""
    for row in queries.letters_out(here.session, here.match.id or 0, here.seat, thread(letter)[-1:]):
        facts: LetterFacts | None = codec.unpack(row.payload, LetterFacts | None)
        if isinstance(facts, Acknowledgement):
            return facts
    return None


def _suggestions(answer: Acknowledgement) -> Iterator[tuple[str, ...]]:
    """Yield what an answer suggested: each time the lines that would be sent."""
    for line in answer.said:
        for problem in line.problems:
            whole = tuple(hint for hint in problem.hints if not has_blank(hint))
            if problem.together and whole == problem.hints:
                yield whole
            elif not problem.together:
                yield from ((hint,) for hint in whole)


def _on_lines(suggested: Sequence[str]) -> Sequence[str]:
    """Return what was suggested as the lines of a letter: a message as it is, orders on one line, each at its place."""
    is_message = isinstance(COMMANDS.attempt(suggested[0]), Press)
    return suggested if is_message else ("; ".join(suggested),)


def _is_as_it_was(here: Situation, answer: Acknowledgement) -> bool:
    """Tell whether the asking and the sheet are those of an answer."""
    sheet = here.sheet.number if here.sheet else None
    then = answer.receipt.number if answer.receipt else None
    return answer.form is not None and answer.form.asking == here.match.asking and sheet == then


def _told(said: TextLine, code: str, suggestions: Sequence[tuple[str, ...]], stage: Stage = Stage.DOUBTFUL) -> Problem:
    lines = tuple(line for each in suggestions for line in each)
    return Problem(
        code=code,
        stage=stage,
        line=said.number,
        column=0,
        fragment=said.text.strip(),
        facts={"lines": lines} if code == "yes-taken" else {},
        hints=() if code == "yes-taken" else lines,
    )

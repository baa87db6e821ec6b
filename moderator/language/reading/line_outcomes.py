"""What became of every line that the author of a letter wrote."""

from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from moderator.core.errors import Problem
from moderator.language.faults import LanguageFault
from moderator.language.reading.text_lines import TextLine
from moderator.language.reading.understood import Understood


class Became(StrEnum):
    """What became of a line."""

    RECORDED = "recorded"
    """It is an order or a command."""
    NEEDS_FIX = "needs-fix"
    """It is no order or command as it stands, or leaves open what one means: its author is asked."""
    NOT_READ = "not-read"
    """It is conversation, or stands where orders do not count, such as in a quote."""
    COURTESY = "courtesy"
    """It greets, takes leave or is a name."""
    PART = "part"
    """It belongs to another line, a form, a quote or a signature."""


class Accounted(NamedTuple):
    """One line of the author's own, and what became of it."""

    line: TextLine
    became: Became


def account(
    understood: Understood[Any], problems: Collection[Problem], lines: Sequence[TextLine]
) -> Iterator[Accounted]:
    """Yield every line that the author wrote, in order, with what became of it; ``problems`` are all of the letter."""
    ordered = {entry.line for entry in understood.entries}
    recorded = ordered | {number for number, _ in understood.commands}
    around = {problem.line for problem in problems if problem.code == LanguageFault.SAID_AROUND} - ordered
    asked = {problem.line for problem in problems if problem.falls} | around
    ways = (
        (Became.NEEDS_FIX, asked),
        (Became.RECORDED, recorded),
        (Became.NOT_READ, {line.number for line in (*understood.talk, *understood.set_aside)}),
        (Became.COURTESY, {line.number for line in understood.courtesy}),
        (Became.NEEDS_FIX, {problem.line for problem in problems}),
    )
    for line in _own(lines):
        yield Accounted(line, next((became for became, numbers in ways if line.number in numbers), Became.PART))


def lines_unaccounted_for(understood: Understood[Any], lines: Sequence[TextLine]) -> Iterator[TextLine]:
    """Yield the lines of the author's own that are in no part of what a letter says."""
    known = {entry.line for entry in understood.entries} | {number for number, _ in understood.commands}
    known |= {problem.line or 0 for problem in understood.problems} | understood.parts
    known |= {line.number for line in (*understood.talk, *understood.set_aside, *understood.courtesy)}
    return (line for line in _own(lines) if line.number not in known)


def _own(lines: Sequence[TextLine]) -> Iterator[TextLine]:
    return (line for line in lines if not line.quoted and line.text.strip())

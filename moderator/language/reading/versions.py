"""A letter in two versions, as text and as HTML: the orders that only one of them holds are asked about."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from moderator.core.errors import Problem
from moderator.core.language import Language
from moderator.core.orders import O
from moderator.language.faults import LanguageFault
from moderator.language.numbering import Entry, without
from moderator.language.reading import nearly
from moderator.language.reading.blocks import understand
from moderator.language.reading.text_lines import TextLine
from moderator.language.reading.understood import Understood


def ask_about_lone(
    said: Understood[O], language: Language[O], lone: Collection[int], other: Sequence[TextLine]
) -> Understood[O]:
    """Take nothing that only one version of a letter holds: each such order and command becomes a problem.

    ``lone`` are the numbers of the lines that only the version holds which was read, ``other`` the lines that only the
    other one holds. The same order in other words is no difference.
    """
    beside = understand(other, language)
    gone = {at for at, entry in enumerate(said.entries) if entry.line in lone and not _is_among(entry, beside.entries)}
    left = [entry for at, entry in enumerate(said.entries) if at not in gone]
    entries = [said.entries[at] for at in gone] + [each for each in beside.entries if not _is_among(each, left)]
    given = [command for _, command in said.commands]
    commands = [number for number, _ in said.commands if number in lone]
    commands += [number for number, command in beside.commands if command not in given]
    texts = {line.number: line.text.strip() for line in other}
    problems = [_Question(entry.line, entry.text, entry.label, language.format(entry.order)) for entry in entries]
    problems += [_Question(number, texts.get(number, "")) for number in dict.fromkeys(commands)]
    return replace(
        said,
        entries=tuple(left),
        unread=tuple(without(said.entries, said.unread, gone)),
        commands=tuple((number, command) for number, command in said.commands if number not in lone),
        problems=tuple(
            sorted((*said.problems, *(each.problem() for each in problems)), key=lambda each: each.line or 0)
        ),
        faulty_commands=said.faulty_commands | frozenset(commands),
    )


class _Question(NamedTuple):
    """What is asked about: where it stands, what it says, and the line to send if it is an order."""

    line: int
    text: str
    label: str = ""
    order: str = ""

    def problem(self) -> Problem:
        label = f"{self.label}. " if self.label else ""
        hints = (label + self.order,) if self.order else ()
        return replace(nearly.problem(LanguageFault.PARTS_DIFFER, self.text, *hints), line=self.line)


def _is_among(entry: Entry[O], others: Sequence[Entry[O]]) -> bool:
    """Tell whether an order is given among others, under its number if both have one."""
    return any(
        entry.order == other.order and (not entry.label or not other.label or entry.label == other.label)
        for other in others
    )

"""Commands of letters that are about no seat."""

from collections.abc import Sequence

from moderator.language.reading.commands import COMMANDS, Command
from moderator.language.reading.sorter import LONGEST_LINE
from moderator.language.reading.text_lines import TextLine
from moderator.mail.letter import ReadLetter


def commands_of(letter: ReadLetter) -> list[tuple[int, Command]]:
    """Return the commands of a letter that is about no game: those of its lines, or without any words its subject's."""
    if any(line.text.strip() and not line.quoted for line in letter.lines):
        return read_commands(letter.lines)
    command = COMMANDS.read(letter.own_subject.strip(), hints=False).order
    return [] if command is None else [(0, command)]


def read_commands(lines: Sequence[TextLine]) -> list[tuple[int, Command]]:
    """Return the commands of a letter that is about no game, with their lines."""
    found = [
        (line.number, COMMANDS.read(line.text.strip(), hints=False).order)
        for line in lines
        if not line.quoted and len(line.text) <= LONGEST_LINE
    ]
    return [(number, command) for number, command in found if command is not None]

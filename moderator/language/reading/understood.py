"""What a letter says, as data: the result of reading its lines."""

from typing import Generic

from msgspec import Struct

from moderator.core.errors import Problem
from moderator.core.orders import O
from moderator.language.numbering import Entry, Missed
from moderator.language.reading.commands import Command
from moderator.language.reading.text_lines import TextLine


class Understood(Struct, Generic[O], frozen=True):
    """What a letter says.

    ``commands`` go with their lines; ``problems`` are the unreadable and doubtful lines; ``aside`` are lines that
    may have been meant and do not count; ``ended`` tells what ended the orders: ``"end"``, ``"signature"``,
    ``"quote"``, ``"limit"`` for too many lines, or "" for the end of the letter. ``amends``: orders were changed in a
    quoted form beside others that were left as they were, and so still stand. ``chatter`` is what else the author says.
    ``botched`` are the lines with problems that were rather meant as commands or messages than as orders; ``missed``
    are the instructions that were surely meant as orders and cannot be read. ``yes`` is the line on which the author
    says that word and nothing else, 0 for none.
    """

    commands: tuple[tuple[int, Command], ...] = ()
    entries: tuple[Entry[O], ...] = ()
    problems: tuple[Problem, ...] = ()
    aside: tuple[TextLine, ...] = ()
    ended: str = ""
    amends: bool = False
    chatter: tuple[str, ...] = ()
    botched: frozenset[int] = frozenset()
    missed: tuple[Missed, ...] = ()
    yes: int = 0

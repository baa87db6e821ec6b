"""What a letter says, as data: the result of reading its lines."""

from typing import Generic

from msgspec import Struct

from moderator.core.errors import Problem
from moderator.core.orders import O
from moderator.language.numbering import Entry, UnreadOrder
from moderator.language.reading.commands import Command
from moderator.language.reading.text_lines import TextLine


class Understood(Struct, Generic[O], frozen=True):
    """What a letter says.

    Every line that its author wrote is in one of these. ``entries`` are the orders and ``commands`` the commands with
    their lines; ``problems`` are the lines that need a fix, or might change what an order means. ``talk`` are the lines
    that are no orders and ask for nothing, ``courtesy`` greetings, closings and names. ``parts`` are the numbers of
    lines that belong to something else: to an order or a message that begins above, a form, a quote, a signature.
    ``set_aside`` are lines that do not count and may have been meant, such as those in a quote.

    ``ended`` tells what ended the orders: ``"end"``, ``"signature"``, ``"quote"``, ``"limit"`` for too many lines, or
    "" for the end of the letter. ``amends``: orders were changed in a quoted form beside others that were left as they
    were, and so still stand. ``faulty_commands`` are the lines with problems that were rather meant as commands or
    messages than as orders; ``unread`` are the instructions that were surely meant as orders and cannot be read.
    ``yes`` is the line on which the author says that word and nothing else, 0 for none.
    """

    commands: tuple[tuple[int, Command], ...] = ()
    entries: tuple[Entry[O], ...] = ()
    problems: tuple[Problem, ...] = ()
    set_aside: tuple[TextLine, ...] = ()
    talk: tuple[TextLine, ...] = ()
    courtesy: tuple[TextLine, ...] = ()
    parts: frozenset[int] = frozenset()
    ended: str = ""
    amends: bool = False
    faulty_commands: frozenset[int] = frozenset()
    unread: tuple[UnreadOrder, ...] = ()
    yes: int = 0

"""The lines of a letter as everything here reads them, and the mark by which a form of ours is known again."""

import re

from msgspec import Struct

_MARK = re.compile(r"\[[^\[\]#]{1,150}#\d{1,9}\]")


class TextLine(Struct, frozen=True):
    """One line of a letter's text: its number from 1, the text, how deep it is quoted (0: the author's own)."""

    number: int
    text: str
    quoted: int = 0


def is_mark(text: str) -> bool:
    """Tell whether a line is the mark above a form, ``[hoth Red #5]``."""
    return _MARK.fullmatch(text.strip()) is not None

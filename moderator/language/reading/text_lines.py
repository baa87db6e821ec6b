"""The lines of a letter as everything here reads them, and the signs by which a letter of ours is known again."""

import re

from msgspec import Struct

_QUOTE_MARK = re.compile(
    r"[ \t]*(?:(?P<arrows>(?:>[ ]?)+)|(?P<initials>[^\W\d_]{1,4})>+(?:[ ]|$)|[|¦│┃](?:[ ]|$)(?!.*[|¦│┃]))"
)
"""Marks at the start of a quoted line: arrows, initials before an arrow, or a bar; bars at both ends are a table."""

_MARK = re.compile(r"\[[^\[\]#]{1,150}#\d{1,9}\]")

_TURN = re.compile(r"\s+turn\s+\d{1,9}(?=\s+#\d{1,9}\]\s*$)", re.IGNORECASE)
"""What a mark says of the turn: for its reader alone, and letters of older releases do without."""

_HIDDEN = re.compile(r"[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
"""Characters that nobody sees, and that are passed over when a letter is read."""

_BREAK = r"\n\x0b-\r\x1c-\x1e\x85\u2028\u2029"
_BLANK = rf"[^\S{_BREAK}]"
_SIGNS = re.compile(
    r"(?<!\[)\[++(?:\s++|[^\[\]#\s]){0,300}#[^\[\]#\w]{0,9}\d[^\[\]]{0,99}\]+"  # the mark above a form, in a subject
    r"|-{2,}(?:BEGIN|END)\b(?:[^-]{0,40}-{2,})?"  # the edges of a proof
    rf"|(?<![^{_BREAK}])(?:[>|]|{_BLANK})*(?:--|={{3,}}){_BLANK}*(?![^{_BREAK}])"  # a signature, a title
)
_PLAIN = str.maketrans("[]-=", "()..")


class TextLine(Struct, frozen=True):
    """One line of a letter's text: its number from 1, the text, how deep it is quoted (0: the author's own)."""

    number: int
    text: str
    quoted: int = 0


def is_mark(text: str) -> bool:
    """Tell whether a line is the mark above a form, ``[hoth Red turn 5 #7]``."""
    return _MARK.fullmatch(text.strip()) is not None


def mark_of(text: str) -> str:
    """Return the mark above a form without what it says for its reader alone."""
    return _TURN.sub("", text)


def strip_marks(text: str) -> tuple[str, int]:
    """Return a line without the marks of a quote at its start, and how many there were."""
    depth = 0
    if text.startswith(">>>") and text.rstrip().endswith(" >>>"):
        return text, 0  # GroupWise writes so who wrote
    while found := _QUOTE_MARK.match(text):
        if found["initials"] and not found["initials"].isupper():
            break
        text, depth = text[found.end() :], depth + max(found.group().count(">"), 1)
    return text, depth


def harmless(text: str) -> str:
    """Return what somebody wrote, as long as it was, with the signs broken by which a letter of ours is known again.

    ``[hoth Red #5]`` becomes ``(hoth Red #5)``, a rule of dashes a row of dots: where it is printed and quoted, nobody
    and no program takes it for ours.
    """
    if _HIDDEN.search(text) and _SIGNS.search(_HIDDEN.sub("", text)):
        text = _HIDDEN.sub(" ", text)
    return _SIGNS.sub(lambda sign: sign[0].translate(_PLAIN), text) if _SIGNS.search(text) else text

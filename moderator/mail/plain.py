"""Plain text to lines: flowed paragraphs joined, quote marks counted, unmarked quotes found."""

import re
from collections.abc import Sequence
from itertools import takewhile

from msgspec.structs import replace

from moderator.language.reading import quote_openings
from moderator.language.reading.attributions import NOTHING, Grade
from moderator.language.reading.text_lines import strip_marks
from moderator.mail.html import INVISIBLE, BodyLine

_NUMBERED = re.compile(r"\(?\d{1,2}[.):]\s|order\s+\d", re.IGNORECASE)
_PGP_TAIL = "-----BEGIN PGP SIGNATURE-----"

_FOLDED = 3
"""Lines of an attribution above a marked quote."""

_NARROWEST = 50
"""No program breaks lines that would be shorter than this with the next word; a person does."""


def plain_lines(text: str, *, flowed: bool = False, delsp: bool = False) -> list[BodyLine]:
    """Return the lines of a text part with the depth of their quote marks."""
    rows = [INVISIBLE.sub("", row) for row in text.splitlines()]
    rows = _without_pgp(rows)
    return _unflow(rows, delsp=delsp) if flowed else [_read_quote_marks(row) for row in rows]


def mark_quotes(lines: Sequence[BodyLine]) -> list[BodyLine]:
    """Set the depth of what is quoted without a mark: attributions, and all below a forwarder's header block.

    Text typed beneath such a block cannot be told from the quote, so it counts as quoted.
    """
    out = [_read_quote_marks(line.text, line.depth, lone=line.lone) for line in lines]
    for index, line in enumerate(out):
        count = 0 if line.depth or not line.text.strip() else _count_quote_opening(out, index)
        if not count:
            continue
        out[index : index + count] = [_deepen(said) for said in out[index : index + count]]
        if not _quote_follows(out, index + count - 1):
            return out[:index] + [_deepen(quoted) for quoted in out[index:]]
    return out


def end_of_own_words(lines: Sequence[BodyLine]) -> int:
    """Return where the author's own words end: at a signature, at a quote, or at what may begin one."""
    begun = False
    for index, line in enumerate(lines):
        if line.depth or is_signature(line):
            return index
        found = quote_openings.opening(_texts(lines, index)) if begun else NOTHING
        if found.lines:
            return index
        begun = begun or bool(line.text.strip())
    return len(lines)


def is_signature(line: BodyLine) -> bool:
    """Tell the mark that begins a signature."""
    return not line.depth and quote_openings.is_signature(line.text)


def _read_quote_marks(row: str, depth: int = 0, *, lone: bool = False) -> BodyLine:
    text, marks = strip_marks(row)
    return BodyLine(_trim(text), depth + marks, lone)


def _trim(text: str) -> str:
    return text if text == "-- " else text.rstrip()


def _unflow(rows: Sequence[str], *, delsp: bool) -> list[BodyLine]:
    """Join soft-broken lines (RFC 3676), but not two orders that somebody ended with a blank each."""
    out: list[BodyLine] = []
    above = ""
    for row in rows:
        body = row.lstrip(">")
        depth = len(row) - len(body)
        body = body.removeprefix(" ")
        soft = above.endswith(" ") and above != "-- "
        if soft and out[-1].depth == depth and body != "-- " and not _starts_afresh(above, body, roomy=not delsp):
            out[-1] = BodyLine((out[-1].text[:-1] if delsp else out[-1].text) + body, depth)
        else:
            out.append(BodyLine(body, depth))
        above = body
    return [BodyLine(_trim(line.text), line.depth) for line in out]


def _starts_afresh(above: str, below: str, *, roomy: bool) -> bool:
    """Tell two orders from one broken in two: numbered, or broken where there was room for more.

    ``roomy``: a blank at the end may be somebody's own. A program that deletes it breaks lines anywhere, also in words.
    """
    first = next(iter(below.split(maxsplit=1)), "")
    return _NUMBERED.match(below) is not None or (roomy and bool(first) and len(above) + len(first) < _NARROWEST)


def _without_pgp(rows: list[str]) -> list[str]:
    """Take the armour off a text signed in place (RFC 9580, cleartext signatures)."""
    try:
        start = rows.index("-----BEGIN PGP SIGNED MESSAGE-----")
    except ValueError:
        return rows
    end = rows.index(_PGP_TAIL) if _PGP_TAIL in rows else len(rows)
    body = rows[start + 1 : end]
    blank = next((at for at, row in enumerate(body) if not row.strip()), len(body))
    return rows[:start] + [row.removeprefix("- ") for row in body[blank + 1 :]]


def _says_more_than_greeting(lines: Sequence[BodyLine]) -> bool:
    """Tell whether the author said more than a line, which may be but a greeting."""
    return sum(bool(line.text.strip()) and not line.depth for line in lines) > 1


def _count_quote_opening(lines: Sequence[BodyLine], index: int) -> int:
    """Return how many lines from one on surely begin a quote; none if header fields may be the author's own."""
    texts = _texts(lines, index)
    found = quote_openings.opening(texts)
    if found.headed:
        marked = _quote_follows(lines, index + found.lines - 1)
        if found.may_be_authors_own(above=_says_more_than_greeting(lines[:index]), given=True, marked=marked):
            return 0
    if found.grade is Grade.SURE:
        return found.lines
    for count in range(1, min(len(texts), _FOLDED) + 1):
        if _quote_follows(lines, index + count - 1):
            quoting = quote_openings.opening(texts[:count], quoted=True)
            return count if quoting.lines == count and quoting.grade is Grade.SURE else 0
    return 0


def _texts(lines: Sequence[BodyLine], index: int) -> list[str]:
    """Return the next lines up to a quote, as far as they may tell whether one begins."""
    return [line.text for line in takewhile(lambda line: not line.depth, lines[index : index + quote_openings.AHEAD])]


def _quote_follows(lines: Sequence[BodyLine], index: int) -> bool:
    following = next((line for line in lines[index + 1 :] if line.text.strip()), None)
    return following is not None and following.depth > 0


def _deepen(line: BodyLine) -> BodyLine:
    return line if line.depth else replace(line, depth=1)

"""Filters for templates: numbers and lines as text. They are pure and say nothing in words."""

import re
import textwrap
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TypeVar
from urllib.parse import quote

from moderator.core.codec import tag_of
from moderator.core.errors import Problem

_T = TypeVar("_T")

WIDTH = 60
"""Columns of prose: as wide as a chart, and narrower than any mail program wraps."""

NARROW = 36
"""Columns of text that cannot be wrapped: what a phone shows of plain text beside a margin."""

OWN = "»"
"""What stands before what is the reader's own in a list of what everybody did."""

NESTED = "·"
"""What stands before a line of a list that belongs to the one above it."""

MAILTO_LIMIT = 1_600
"""Characters of a percent-encoded ``mailto:`` body: mail programs are known to accept this many."""

_LABEL = re.compile(r"\s*(\d{1,2}[a-z]?[.)])(?=\s|$)")
_UNSAFE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def percent(chance: float) -> str:
    """Return a chance in whole per cent. Only never is 0 and only always is 100; the nearest others are <1 and >99."""
    whole = round(100 * chance)
    return "<1" if whole == 0 < chance else ">99" if whole == 100 and chance < 1 else str(whole)  # noqa: PLR2004 - per cent


def capital(words: object) -> str:
    """Return words with a capital at the beginning; all else stays as it is, unlike with Jinja's ``capitalize``."""
    said = words if isinstance(words, str) else str(words)  # what is escaped already stays so
    return said[:1].upper() + said[1:]


def runs(items: Iterable[_T]) -> list[list[_T]]:
    """Return the runs of equal neighbours in a sequence: ``a, b, b`` gives ``[[a], [b, b]]``."""
    return [list(same) for _, same in groupby(items)]


def wrap(text: str, first: str = "", rest: str | None = None, width: int = WIDTH) -> str:
    """Return prose wrapped into lines; the first begins with ``first``, the others with ``rest``. Words stay whole."""
    text, rest = str(text), " " * len(first) if rest is None else rest
    words = text.split(" ")
    if not text.isprintable() or not all(words):  # other blanks than one between two words
        return textwrap.fill(
            text,
            width,
            initial_indent=first,
            subsequent_indent=rest,
            break_long_words=False,
            break_on_hyphens=False,
        )
    line, *more = words
    lines, line = [], first + line
    for word in more:
        if len(line) + 1 + len(word) <= width:
            line = f"{line} {word}"
        else:
            lines.append(line)
            line = rest + word
    return "\n".join((*lines, line))


def wrap_all(text: str, first: str = "", width: int = WIDTH) -> str:
    """Return a text with each of its lines wrapped; its own line breaks and empty lines stay."""
    return "\n".join(wrap(line, first, first, width) if line.strip() else first.rstrip() for line in text.split("\n"))


def clean(text: str) -> str:
    """Return text without control characters and marks of writing direction; line ends become newlines."""
    return _UNSAFE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def one_line(text: str) -> str:
    """Return text as one line with single blanks, fit for a header or a list."""
    return " ".join(clean(text).split())


def folded(line: str) -> list[str]:
    """Return the form of an order in lines that a plain letter has room for; any other line, to be copied, is whole."""
    first, *options = re.split(r" (?=\[[A-Z<])", line)
    lines = [first]
    for option in options:
        if len(lines[-1]) + len(option) < WIDTH - 2:
            lines[-1] += f" {option}"
        else:
            lines.append(f"    {option}")
    return lines


def columns(rows: Sequence[Sequence[str]], head: Sequence[str], width: int = NARROW) -> list[str]:
    """Return a table as aligned lines, or no lines if it would be wider than ``width`` columns."""
    table = [head, *rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    if sum(widths) + 2 * (len(widths) - 1) > width:
        return []
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in table]


def label(line: str) -> str:
    """Return the number that a line begins with (``1.``, ``2b)``), empty if there is none."""
    found = _LABEL.match(str(line))
    return found.group(1) if found else ""


def bullet(line: str) -> str:
    """Return what a line of a list begins with: the mark of the reader's own or of what is nested, or its number."""
    sign = str(line)[:2].rstrip()
    return sign if sign in {OWN, NESTED} else label(line)


def points(problem: Problem, text: str) -> bool:
    """Tell whether a complaint is about a part of a line, which a caret can mark."""
    return problem.column is not None and problem.fragment.strip() not in {"", text.strip()}


def caret(text: str, column: int, fragment: str, width: int = WIDTH) -> tuple[str, str]:
    """Return a line and the line of carets below it. A long line is cut to the words around the fragment."""
    start = max(0, column + min(len(fragment), width // 2) - width + 2) if len(text) > width else 0
    shown = text[start : start + width]
    lead = column - start
    if start:
        shown = "…" + shown[1:]
    if start + width < len(text):
        shown = shown[:-1] + "…"
    return shown, " " * lead + "^" * max(1, min(len(fragment), len(shown) - lead))


def mailto(address: str, subject: str = "", lines: Sequence[str] = ()) -> str:
    """Return a ``mailto:`` link with subject and body. Lines that would make it too long are left out."""
    query = [f"subject={quote(one_line(subject), safe='')}"] if subject else []
    body: list[str] = []
    for line in lines:
        encoded = quote(clean(line).replace("\n", " "), safe="")
        if sum(map(len, body)) + 6 * len(body) + len(encoded) > MAILTO_LIMIT:
            continue
        body.append(encoded)
    if body:
        query.append("body=" + "%0D%0A".join(body))
    return f"mailto:{quote(address, safe='@')}" + ("?" + "&".join(query) if query else "")


def tag(told: object) -> str:
    """Return the tag of an order or a fact, by which a template tells its kind."""
    return tag_of(type(told))

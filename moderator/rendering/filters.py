"""Filters for templates: times, numbers and lines as text. They are pure and hold no words but the names of days."""

import re
import textwrap
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import groupby
from typing import TypeVar
from urllib.parse import quote
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from moderator.core.codec import tag_of
from moderator.core.errors import Problem

_T = TypeVar("_T")

WIDTH = 60
"""Columns of prose: as wide as a chart, and narrower than any mail program wraps."""

NARROW = 36
"""Columns of text that cannot be wrapped: what a phone shows of plain text beside a margin."""

_HOUR = 60
"""Minutes from which on seconds are not counted."""

OWN = "»"
"""What stands before what is the reader's own in a list of what everybody did."""

NESTED = "·"
"""What stands before a line of a list that belongs to the one above it."""

MAILTO_LIMIT = 1_600
"""Characters of a percent-encoded ``mailto:`` body: mail programs are known to accept this many."""

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_LABEL = re.compile(r"\s*(\d{1,2}[a-z]?[.)])(?=\s|$)")
_UNSAFE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@lru_cache(maxsize=512)
def zone(name: str) -> ZoneInfo:
    """Return the time zone of an IANA name, UTC for an unknown name."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def when(moment: datetime | str, name: str = "UTC") -> str:
    """Return a time in a zone: ``Thu 26 Nov 20:00 CET``. Text is read as ISO 8601."""
    moment = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    there = moment.astimezone(zone(name))
    return f"{day(moment, name)} {there:%H:%M} {_zone_name(there)}"


def day(moment: datetime, name: str = "UTC") -> str:
    """Return a date in a zone: ``Thu 26 Nov``."""
    there = moment.astimezone(zone(name))
    return f"{_DAYS[there.weekday()]} {there.day} {_MONTHS[there.month - 1]}"


def date(moment: datetime, name: str = "UTC") -> str:
    """Return a date with its year in a zone: ``26 Nov 2026``."""
    there = moment.astimezone(zone(name))
    return f"{there.day} {_MONTHS[there.month - 1]} {there.year}"


def utc(moment: datetime, name: str = "UTC") -> str:
    """Return a time in UTC, with the day only if it differs in the zone: ``19:00 UTC``, ``Fri 27 Nov 01:00 UTC``."""
    if day(moment, name) == day(moment):
        return f"{moment.astimezone(UTC):%H:%M} UTC"
    return when(moment)


def is_utc(moment: datetime, name: str) -> bool:
    """Tell whether the time in a zone is UTC at a moment, so that it need not be written twice."""
    return not moment.astimezone(zone(name)).utcoffset()


def _zone_name(moment: datetime) -> str:
    name = moment.tzname() or "UTC"
    return name if name[:1].isalpha() else f"UTC{name}"


def duration(span: timedelta | int) -> str:
    """Return a span of time, or of seconds, in its two largest units: ``2 days 4 hours``, ``20 seconds``."""
    seconds = int(span.total_seconds() if isinstance(span, timedelta) else span)
    minutes = seconds // 60
    counts = [(minutes // 1440, "day"), (minutes // 60 % 24, "hour"), (minutes % 60, "minute")]
    if minutes < _HOUR:
        counts.append((seconds % 60, "second"))
    told = [plural(count, unit) for count, unit in counts if count][:2]
    return " ".join(told) or plural(0, "minute")


def plural(count: int, one: str, many: str = "") -> str:
    """Return a number with its noun: ``plural(2, "unit")`` is ``2 units``."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def percent(chance: float) -> str:
    """Return a chance in whole per cent. Only never is 0 and only always is 100; the nearest others are <1 and >99."""
    whole = round(100 * chance)
    return "<1" if whole == 0 < chance else ">99" if whole == 100 and chance < 1 else str(whole)  # noqa: PLR2004 - per cent


def listing(items: Iterable[object], last: str = "and") -> str:
    """Return items as a list in words: ``Red, Blue and Green``."""
    words = [str(item) for item in items]
    return ", ".join(words) if len(words) < 2 else f"{', '.join(words[:-1])} {last} {words[-1]}"  # noqa: PLR2004 - one and the rest


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

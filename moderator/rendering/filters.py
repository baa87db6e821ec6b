"""Small functions that templates use on times, numbers and lines; pure, with no words but the names of days."""

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
"""Columns of prose: as wide as a chart, and less than any mail program wraps at."""

NARROW = 36
"""Columns of what cannot be wrapped: so much a phone shows of plain text, a margin left out."""

MAILTO_LIMIT = 1_600
"""Characters of a ``mailto:`` body, percent-encoded: what mail programs are known to take."""

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_LABEL = re.compile(r"\s*(\w{1,3}[.)])(?=\s|$)")
_UNSAFE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@lru_cache(maxsize=512)
def zone(name: str) -> ZoneInfo:
    """Return a time zone by its IANA name, UTC for a name that nobody knows."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def when(moment: datetime | str, name: str = "UTC") -> str:
    """Write a time in a zone: ``Thu 26 Nov 20:00 CET``; text is read as ISO 8601."""
    moment = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    there = moment.astimezone(zone(name))
    return f"{day(moment, name)} {there:%H:%M} {_zone_name(there)}"


def day(moment: datetime, name: str = "UTC") -> str:
    """Write a date in a zone: ``Thu 26 Nov``."""
    there = moment.astimezone(zone(name))
    return f"{_DAYS[there.weekday()]} {there.day} {_MONTHS[there.month - 1]}"


def date(moment: datetime, name: str = "UTC") -> str:
    """Write a date with its year in a zone: ``26 Nov 2026``."""
    there = moment.astimezone(zone(name))
    return f"{there.day} {_MONTHS[there.month - 1]} {there.year}"


def utc(moment: datetime, name: str = "UTC") -> str:
    """Write the same time in UTC, with its day only where that differs: ``19:00 UTC``, ``Fri 27 Nov 01:00 UTC``."""
    if day(moment, name) == day(moment):
        return f"{moment.astimezone(UTC):%H:%M} UTC"
    return when(moment)


def is_utc(moment: datetime, name: str) -> bool:
    """Tell whether clocks of a zone show UTC at a time, so that it need not be written twice."""
    return not moment.astimezone(zone(name)).utcoffset()


def _zone_name(moment: datetime) -> str:
    name = moment.tzname() or "UTC"
    return name if name[:1].isalpha() else f"UTC{name}"


def duration(span: timedelta | int) -> str:
    """Write a span of time (or seconds) by its two largest units: ``2 days 4 hours``."""
    minutes = int(span.total_seconds() if isinstance(span, timedelta) else span) // 60
    counts = ((minutes // 1440, "day"), (minutes // 60 % 24, "hour"), (minutes % 60, "minute"))
    told = [plural(count, unit) for count, unit in counts if count][:2]
    return " ".join(told) or plural(0, "minute")


def plural(count: int, one: str, many: str = "") -> str:
    """Write a number with its noun: ``plural(2, "unit")`` is ``2 units``."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def percent(chance: float) -> str:
    """Write a chance in whole per cent; 0 and 100 are never and always, what is nearly that is ``<1`` and ``>99``."""
    whole = round(100 * chance)
    return "<1" if whole == 0 < chance else ">99" if whole == 100 and chance < 1 else str(whole)  # noqa: PLR2004 - per cent


def listing(items: Iterable[object], last: str = "and") -> str:
    """Write a row of things: ``Red, Blue and Green``."""
    words = [str(item) for item in items]
    return ", ".join(words) if len(words) < 2 else f"{', '.join(words[:-1])} {last} {words[-1]}"  # noqa: PLR2004 - one and the rest


def runs(items: Iterable[_T]) -> list[list[_T]]:
    """Part a sequence into runs of equal neighbours: ``a, b, b`` is ``[[a], [b, b]]``."""
    return [list(same) for _, same in groupby(items)]


def wrap(text: str, first: str = "", rest: str | None = None, width: int = WIDTH) -> str:
    """Break prose into lines that begin with ``first`` and ``rest``; words longer than a line stay whole."""
    text = str(text)
    if len(first) + len(text) <= width and text.isprintable() and text.strip(" ") == text != "":
        return first + text  # as is most of a letter; to find nothing to break takes as long as to break
    return textwrap.fill(
        text,
        width,
        initial_indent=first,
        subsequent_indent=" " * len(first) if rest is None else rest,
        break_long_words=False,
        break_on_hyphens=False,
    )


def wrap_all(text: str, first: str = "", width: int = WIDTH) -> str:
    """Break each line of somebody's text apart, its own line breaks and empty lines kept."""
    return "\n".join(wrap(line, first, first, width) if line.strip() else first.rstrip() for line in text.split("\n"))


def clean(text: str) -> str:
    """Drop control characters and marks that turn the direction of writing; line ends become plain newlines."""
    return _UNSAFE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def one_line(text: str) -> str:
    """Return text fit for a header or a list: one line, blanks joined."""
    return " ".join(clean(text).split())


def columns(rows: Sequence[Sequence[str]], head: Sequence[str], width: int = NARROW) -> list[str]:
    """Return a table as aligned lines; none where it would be wider than a phone shows."""
    table = [head, *rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    if sum(widths) + 2 * (len(widths) - 1) > width:
        return []
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in table]


def label(line: str) -> str:
    """Return the number that a line begins with (``1.``, ``2b)``), empty for none."""
    found = _LABEL.match(str(line))
    return found.group(1) if found else ""


def points(problem: Problem, text: str) -> bool:
    """Tell whether a complaint is about a part of a line, so that it can be pointed at."""
    return problem.column is not None and problem.fragment.strip() not in {"", text.strip()}


def caret(text: str, column: int, fragment: str, width: int = WIDTH) -> tuple[str, str]:
    """Return a line and the line of carets under it; a long line is cut to what stands around the fragment."""
    start = max(0, column + min(len(fragment), width // 2) - width + 2) if len(text) > width else 0
    shown = text[start : start + width]
    lead = column - start
    if start:
        shown = "…" + shown[1:]
    if start + width < len(text):
        shown = shown[:-1] + "…"
    return shown, " " * lead + "^" * max(1, min(len(fragment), len(shown) - lead))


def mailto(address: str, subject: str = "", lines: Sequence[str] = ()) -> str:
    """Return a ``mailto:`` link with subject and body filled in; lines that would make it too long are left out."""
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
    """Return the tag of an order or a fact, for a template that words it by its kind."""
    return tag_of(type(told))

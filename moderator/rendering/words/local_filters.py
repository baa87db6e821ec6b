"""Filters for templates whose words differ by language: times, spans of time and lists, as CLDR has them."""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel import Locale
from babel.dates import format_skeleton, get_timezone_name
from babel.lists import format_list
from babel.units import format_unit

_HOUR = 60
"""Minutes from which on seconds are not counted."""
_LOCALES = {"en": "en_GB"}
"""Languages that are spoken in several ways, and which of them is ours."""


@lru_cache(maxsize=512)
def zone(name: str) -> ZoneInfo:
    """Return the time zone of an IANA name, UTC for an unknown name."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def is_utc(moment: datetime, name: str) -> bool:
    """Tell whether the time in a zone is UTC at a moment, so that it need not be written twice."""
    return not moment.astimezone(zone(name)).utcoffset()


class LocalFilters:
    """Times, spans and lists in the words of one language. Immutable."""

    def __init__(self, language: str) -> None:
        """Take the code of a language that CLDR knows, such as ``de``."""
        self._locale = Locale.parse(_LOCALES.get(language, language))

    @property
    def filters(self) -> Mapping[str, Callable[..., Any]]:
        """The filters by their names in templates."""
        return {
            "when": self.when,
            "day": self.day,
            "date": self.date,
            "utc": self.utc,
            "duration": self.duration,
            "listing": self.listing,
        }

    def when(self, moment: datetime | str, name: str = "UTC") -> str:
        """Return a time in a zone: ``Thu 26 Nov 20:00 CET``. Text is read as ISO 8601."""
        moment = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
        there = moment.astimezone(zone(name))
        return f"{self.day(moment, name)} {there:%H:%M} {self._zone_name(there)}"

    def day(self, moment: datetime, name: str = "UTC") -> str:
        """Return a date in a zone: ``Thu 26 Nov``."""
        return format_skeleton("MMMEd", moment.astimezone(zone(name)), locale=self._locale)

    def date(self, moment: datetime, name: str = "UTC") -> str:
        """Return a date with its year in a zone: ``26 Nov 2026``."""
        return format_skeleton("yMMMd", moment.astimezone(zone(name)), locale=self._locale)

    def utc(self, moment: datetime, name: str = "UTC") -> str:
        """Return a time in UTC, with the day if it differs in the zone: ``19:00 UTC``, ``Fri 27 Nov 01:00 UTC``."""
        if self.day(moment, name) == self.day(moment):
            return f"{moment.astimezone(UTC):%H:%M} UTC"
        return self.when(moment)

    def duration(self, span: timedelta | int) -> str:
        """Return a span of time, or of seconds, in its two largest units: ``2 days 4 hours``, ``20 seconds``."""
        seconds = int(span.total_seconds() if isinstance(span, timedelta) else span)
        minutes = seconds // 60
        counts = [(minutes // 1440, "day"), (minutes // 60 % 24, "hour"), (minutes % 60, "minute")]
        if minutes < _HOUR:
            counts.append((seconds % 60, "second"))
        told = [(count, unit) for count, unit in counts if count][:2] or [(0, "minute")]
        return " ".join(format_unit(count, f"duration-{unit}", "long", locale=self._locale) for count, unit in told)

    def listing(self, items: Iterable[object], style: str = "and") -> str:
        """Return items as a list in words, with "and" or "or" before the last: ``Red, Blue and Green``."""
        words = [str(item) for item in items]
        return format_list(words, "or" if style == "or" else "standard", locale=self._locale)

    def _zone_name(self, moment: datetime) -> str:
        """Return the short name of a time's zone: the language's own, else the one that the zone itself has."""
        local: str = get_timezone_name(moment, "short", locale=self._locale)
        name = local if local.isalpha() else moment.tzname() or "UTC"
        return name if name[:1].isalpha() else f"UTC{name}"

"""When turns are due: ``every 48h``, ``at MON,THU 20:00`` or a cron line, and durations such as ``1d12h``.

Wall-clock schedules live in a zone: a time that the clocks skip in spring falls after the gap, one that comes twice
in autumn is the first of the two.
"""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Struct

from moderator.core.errors import ModeratorError

DAYS = ("MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY")
MONTHS = (
    *("JANUARY", "FEBRUARY", "MARCH", "APRIL", "MAY", "JUNE", "JULY"),
    *("AUGUST", "SEPTEMBER", "OCTOBER", "NOVEMBER", "DECEMBER"),
)
LEAST_NOTICE = timedelta(hours=6)
"""No deadline of a wall-clock schedule is nearer than this, or than an eighth of the usual gap if that is less."""

_LOOK_AHEAD = 366 * 5
_DURATION = re.compile(r"(?:(\d+)w)?(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?:in)?)?(?:(\d+)s)?", re.IGNORECASE)


class ScheduleError(ModeratorError):
    """A schedule or duration that cannot be read: what is wrong with which part, and what to write instead."""

    def __init__(self, message: str, advice: str = "") -> None:
        """Keep what is wrong apart from the advice: a key in the file has examples of its own."""
        super().__init__(f"{message}: {advice}" if advice else message)
        self.message = message


def duration(text: str) -> timedelta:
    """Read ``"24h"``, ``"2d"``, ``"90m"``, ``"1d12h"``, ``"1w"``; ``"0"`` is none. Raises ScheduleError."""
    compact = re.sub(r"[\s,]+", "", text)
    if compact == "0":
        return timedelta(0)
    match = _DURATION.fullmatch(compact)
    if not compact or match is None:
        raise ScheduleError(
            f'"{text}" is not a length of time', 'write a number with w, d, h or m, such as "48h" or "1d12h"'
        )
    weeks, days, hours, minutes, seconds = (int(part or 0) for part in match.groups())
    try:
        return timedelta(weeks=weeks, days=days, hours=hours, minutes=minutes, seconds=seconds)
    except OverflowError:
        raise ScheduleError(f'"{text}" is too long') from None


def zone_of(name: str) -> ZoneInfo:
    """Return an IANA zone; raises ScheduleError."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ScheduleError(f'"{name}" is not a time zone', 'write one such as "Europe/Berlin"') from None


class Schedule(Struct, frozen=True):
    """When turns are due: after a pause (``every``), at wall-clock times (``cron`` in ``zone``), or never by itself."""

    every: timedelta | None = None
    cron: "Cron | None" = None
    zone: str = "UTC"

    def next(self, after: datetime) -> datetime | None:
        """Return the deadline of a request that opens at an aware time, in UTC; None if only the GM or all-in ends it.

        A wall-clock time that is too near to be fair is passed over (``LEAST_NOTICE``).
        """
        if self.every is not None:
            return (after + self.every).astimezone(UTC)
        if self.cron is None:
            return None
        soonest = self.following(after)
        usual = self.following(soonest) - soonest
        return self.following(after + min(LEAST_NOTICE, usual / 8) - timedelta(microseconds=1))

    def following(self, after: datetime) -> datetime:
        """Return the first wall-clock time strictly after an aware time, in UTC."""
        if self.cron is None:
            raise ScheduleError("this schedule has no wall-clock times")
        return self.cron.following(after, zone_of(self.zone))


class Cron(Struct, frozen=True):
    """A cron line's five fields as sorted numbers; weekdays count from Monday (0)."""

    minutes: tuple[int, ...]
    hours: tuple[int, ...]
    days: tuple[int, ...]
    months: tuple[int, ...]
    weekdays: tuple[int, ...]

    def following(self, after: datetime, zone: ZoneInfo) -> datetime:
        """Return the first time strictly after another; raises ScheduleError if there is none for years."""
        local = after.astimezone(zone)
        day = local.date() - timedelta(days=1)
        for _ in range(_LOOK_AHEAD):
            if self._fits(day):
                for moment in self._moments(day, zone):
                    if moment > after:
                        return moment
            day += timedelta(days=1)
        raise ScheduleError("no such day comes within five years")

    def _fits(self, day: date) -> bool:
        if day.month not in self.months:
            return False
        any_day, any_weekday = len(self.days) == 31, len(self.weekdays) == 7  # noqa: PLR2004 - all of a month, all of a week
        in_days, in_weekdays = day.day in self.days, day.weekday() in self.weekdays
        # As every cron does: where both are restricted, either is enough.
        if not any_day and not any_weekday:
            return in_days or in_weekdays
        return in_days and in_weekdays

    def _moments(self, day: date, zone: ZoneInfo) -> Iterator[datetime]:
        times = {
            real(datetime.combine(day, time(hour, minute)), zone) for hour in self.hours for minute in self.minutes
        }
        yield from sorted(times)


class Timetable(Struct, frozen=True, kw_only=True):
    """A schedule in parts that can be worded; what is left empty is not restricted, and all empty is no schedule.

    ``times`` are the times of day if there are few, else ``minutes`` of ``hours``. Where both ``days`` of the month and
    ``weekdays`` (from Monday, 0) are named, either is enough; months count from January (1).
    """

    every: str = ""
    times: tuple[str, ...] = ()
    minutes: tuple[int, ...] = ()
    hours: tuple[int, ...] = ()
    days: tuple[int, ...] = ()
    weekdays: tuple[int, ...] = ()
    months: tuple[int, ...] = ()
    zone: str = ""


_FEW = 4
"""Times of day that are listed one by one."""


def timetable(text: str, zone: str) -> Timetable:
    """Return a schedule that can be read (``parse``) in parts to be worded."""
    cron = parse(text, zone).cron
    if cron is None:
        return Timetable(every=text.partition(" ")[2].strip())
    listed = len(cron.hours) * len(cron.minutes) <= _FEW
    return Timetable(
        times=tuple(f"{hour:02}:{minute:02}" for hour in cron.hours for minute in cron.minutes) if listed else (),
        minutes=() if listed else cron.minutes,
        hours=() if listed else _numbers_unless_all(cron.hours, 24),
        days=_numbers_unless_all(cron.days, 31),
        weekdays=_numbers_unless_all(cron.weekdays, 7),
        months=_numbers_unless_all(cron.months, 12),
        zone=zone,
    )


def _numbers_unless_all(numbers: tuple[int, ...], all_of: int) -> tuple[int, ...]:
    return () if len(numbers) == all_of else numbers


def real(wall: datetime, zone: ZoneInfo) -> datetime:
    """Return the UTC time of a wall-clock time: after the gap if the clocks skip it, the first if it comes twice."""
    # fold=0 takes the first of two; in a gap it applies the old offset, which lands behind the gap.
    return wall.replace(tzinfo=zone, fold=0).astimezone(UTC)


@lru_cache(maxsize=1024)
def parse(text: str, zone: str) -> Schedule:
    """Read ``"every 48h"``, ``"at MON,THU 20:00"``, ``"cron 0 20 * * MON,THU"`` or ``""``; raises ScheduleError."""
    zone_of(zone)
    kind, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    match kind.lower():
        case "":
            return Schedule(zone=zone)
        case "every":
            pause = duration(rest)
            if pause < timedelta(minutes=1):
                raise ScheduleError(f'every "{rest}": a turn lasts at least one minute')
            return Schedule(every=pause, zone=zone)
        case "at":
            return Schedule(cron=_at(rest), zone=zone)
        case "cron":
            schedule = Schedule(cron=_cron(rest), zone=zone)
            schedule.following(datetime(2024, 1, 1, tzinfo=UTC))  # a 30 February is found out now
            return schedule
        case _:
            raise ScheduleError(
                f'"{text}" is not a schedule', 'write every = "48h", at = "MON,THU 20:00" or cron = "0 20 * * 1,4"'
            )


def _at(text: str) -> Cron:
    days, clock = "", text.strip()
    if " " in clock:
        days, clock = clock.rsplit(maxsplit=1)
    found = re.fullmatch(r"(\d{1,2}):(\d{2})", clock)
    if found is None:
        raise ScheduleError(f'at "{text}": "{clock}" is not a time of day', 'write "MON,THU 20:00"')
    hour, minute = int(found[1]), int(found[2])
    if hour > 23 or minute > 59:  # noqa: PLR2004 - a day's last minute
        raise ScheduleError(f'at "{text}": {clock} is not a time of day')
    named = days.replace(" ", "").upper()
    if named in {"", "DAILY", "*"}:
        weekdays: tuple[int, ...] = tuple(range(7))
    else:
        weekdays = _numbers(f'at "{text}"', named, range(7), DAYS, {})
    return Cron((minute,), (hour,), tuple(range(1, 32)), tuple(range(1, 13)), weekdays)


def _cron(text: str) -> Cron:
    fields = text.upper().split()
    if len(fields) != 5:  # noqa: PLR2004 - minute, hour, day, month, weekday
        raise ScheduleError(f'cron "{text}": five fields are needed (minute hour day month weekday), not {len(fields)}')
    about = f'cron "{text}"'
    sundays = {str(number): day for number, day in zip(range(8), (6, 0, 1, 2, 3, 4, 5, 6), strict=True)}
    return Cron(
        _numbers(about, fields[0], range(60), (), {}),
        _numbers(about, fields[1], range(24), (), {}),
        _numbers(about, fields[2], range(1, 32), (), {}),
        _numbers(about, fields[3], range(1, 13), MONTHS, {}),
        _numbers(about, fields[4], range(7), DAYS, sundays),
    )


def _numbers(about: str, field: str, span: range, names: tuple[str, ...], codes: dict[str, int]) -> tuple[int, ...]:
    """Read ``*``, ``1,4``, ``MON-FRI``, ``*/15``; ``names`` count from the span's start, ``codes`` come first."""

    def one(word: str) -> int:
        if word in codes:
            return codes[word]
        named = [index for index, name in enumerate(names) if len(word) > 1 and name.startswith(word)]
        if named:
            return span.start + named[0]
        if word.isascii() and word.isdigit() and not codes and (not names or span.start == 1) and int(word) in span:
            return int(word)
        allowed = f"{names[0][:3]} to {names[-1][:3]}" if names else f"{span.start} to {span.stop - 1}"
        raise ScheduleError(f'{about}: "{word}" is not one of {allowed}')

    found: set[int] = set()
    for part in field.split(","):
        base, slash, step = part.partition("/")
        if slash and (not step.isdigit() or int(step) == 0):
            raise ScheduleError(f'{about}: "{part}" has no step after the stroke')
        if base == "*":
            listed = list(span)
        else:
            first, dash, last = base.partition("-")
            low = one(first)
            high = one(last) if dash else (span.stop - 1 if slash else low)
            listed = list(range(low, high + 1))
            if high < low or (high == low and first != last and dash):
                # a span of days may run over the week's end: FRI-MON, or 0-7 from Sunday to Sunday
                listed = [*range(low, span.stop), *range(span.start, high + 1)]
        found.update(listed[:: int(step) if slash else 1])
    return tuple(sorted(found))

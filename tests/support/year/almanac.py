"""When something is due by the rules that players are told, worked out anew from zone and calendar alone."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
_DAYS = ("MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN")
_NOTICE = 6 * HOUR
"""Nobody gets less time for a turn than this, or than an eighth of it if that is less."""


def moment(zone: str, day: date, clock: str) -> datetime:
    """Return the UTC time at which clocks in a zone show a time.

    The first of two, where they show it twice; where they pass over it, that much after the gap.
    """
    wall = datetime.combine(day, time.fromisoformat(clock))
    noon = datetime.combine(day - DAY, time(12), ZoneInfo(zone))
    for offset in (noon.utcoffset(), (noon + 2 * DAY).utcoffset()):
        assert offset is not None
        found = (wall - offset).replace(tzinfo=UTC)
        if found.astimezone(ZoneInfo(zone)).replace(tzinfo=None) == wall:
            return found
    return (wall - (noon.utcoffset() or timedelta(0))).replace(tzinfo=UTC)


def local(zone: str, when: datetime) -> datetime:
    """Return what clocks in a zone show."""
    return when.astimezone(ZoneInfo(zone))


def is_night(zone: str, when: datetime) -> bool:
    """Tell whether people in a zone sleep."""
    return not 7 <= local(zone, when).hour < 23


def daily(zone: str, clock: str, after: datetime) -> datetime:
    """Return when clocks in a zone show a time next."""
    day = local(zone, after).date() - DAY
    return next(at for ahead in range(4) if (at := moment(zone, day + ahead * DAY, clock)) > after)


def deadline(schedule: str, zone: str, opened: datetime) -> datetime:
    """Return when the orders are due that are asked for now: ``every 48h`` or ``at MON,THU 20:00``."""
    kind, _, rest = schedule.partition(" ")
    if kind == "every":
        return opened + int(rest.removesuffix("h")) * HOUR
    days, clock = rest.split()
    times = _times(zone, [_DAYS.index(day) for day in days.split(",")], clock, opened)
    first, second = next(times), next(times)
    if first - opened >= min(_NOTICE, (second - first) / 8):
        return first
    return second


def _times(zone: str, weekdays: list[int], clock: str, after: datetime) -> Iterator[datetime]:
    day = local(zone, after).date() - DAY
    while True:
        at = moment(zone, day, clock)
        if day.weekday() in weekdays and at > after:
            yield at
        day += DAY


def after_outage(opened: datetime, due: datetime, grace: timedelta, gone: datetime, back: datetime) -> datetime:
    """Return the deadline of a turn after the moderator was away: by how much it moves depends on what was lost."""
    away = back - max(gone, opened)
    if away <= timedelta(minutes=5) or gone >= due + grace or away <= (due - opened) / 10:
        return due
    to = max(due + away, back + min(_NOTICE, (due - opened) / 8))
    even = timedelta(minutes=15 if due - opened >= 12 * HOUR else 1)
    return to + (datetime(1970, 1, 1, tzinfo=UTC) - to) % even

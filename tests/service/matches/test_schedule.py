"""When turns are due, and what an operator is told who wrote it wrongly."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from moderator.service.schedule import ScheduleError, duration, parse
from tests.support.cases import every_case

BERLIN = "Europe/Berlin"
FRIDAY = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


@every_case(
    ("text", "hours"),
    [("24h", 24), ("2d", 48), ("90m", 1.5), ("90min", 1.5), ("1d12h", 36), ("1d 12h", 36), ("1W", 168), ("0", 0)],
)
def test_durations_are_read_as_people_write_them(text: str, hours: float) -> None:
    """Weeks, days, hours and minutes, together or alone, in any case."""
    assert duration(text) == timedelta(hours=hours)


@every_case("text", ["", "24", "h", "1 fortnight", "-1h", "99999999999w"])
def test_what_is_no_duration_is_refused_with_its_text(text: str) -> None:
    """The complaint quotes what was written."""
    with pytest.raises(ScheduleError, match=f'"{text}"'):
        duration(text)


def test_every_counts_from_the_moment_of_order_request() -> None:
    """``every 48h`` gives two days from now, whatever the hour."""
    assert parse("every 48h", BERLIN).next(FRIDAY) == FRIDAY + timedelta(hours=48)


def test_no_schedule_has_no_deadline() -> None:
    """A match without schedule waits for its players or its GM."""
    assert parse("", BERLIN).next(FRIDAY) is None


@every_case(
    ("text", "expected"),
    [
        ("at MON,THU 20:00", datetime(2026, 11, 23, 19, 0, tzinfo=UTC)),
        ("at Thursday 20:00", datetime(2026, 11, 26, 19, 0, tzinfo=UTC)),
        ("at 20:00", datetime(2026, 11, 20, 19, 0, tzinfo=UTC)),
        ("at FRI-MON 9:30", datetime(2026, 11, 21, 8, 30, tzinfo=UTC)),
        ("cron 0 20 * * 1,4", datetime(2026, 11, 23, 19, 0, tzinfo=UTC)),
        ("cron 0 20 * * 7", datetime(2026, 11, 22, 19, 0, tzinfo=UTC)),
        ("cron 0 20 * * 0", datetime(2026, 11, 22, 19, 0, tzinfo=UTC)),
        ("cron 0 9 1 JAN *", datetime(2027, 1, 1, 8, 0, tzinfo=UTC)),
        ("cron 0 0 13 * FRI", datetime(2026, 11, 26, 23, 0, tzinfo=UTC)),
    ],
)
def test_wall_clock_schedules_are_of_their_zone(text: str, expected: datetime) -> None:
    """Days and hours are those of the match's zone, the result is UTC."""
    assert parse(text, BERLIN).next(FRIDAY) == expected


def test_the_hour_stays_when_the_clocks_change() -> None:
    """20:00 in Berlin is 18:00 UTC in summer and 19:00 in winter."""
    before = parse("at SAT,SUN 20:00", BERLIN).next(datetime(2026, 10, 23, 12, 0, tzinfo=UTC))
    after = parse("at SUN 20:00", BERLIN).next(datetime(2026, 10, 24, 20, 0, tzinfo=UTC))
    assert before == datetime(2026, 10, 24, 18, 0, tzinfo=UTC)
    assert after == datetime(2026, 10, 25, 19, 0, tzinfo=UTC)


def test_an_hour_that_the_clocks_skip_is_one_later() -> None:
    """02:30 does not exist on the last Sunday of March: it is 03:30 then."""
    skipped = parse("cron 30 2 * * *", BERLIN).following(datetime(2026, 3, 28, 12, 0, tzinfo=UTC))
    assert skipped == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)


def test_an_hour_that_comes_twice_is_taken_once() -> None:
    """02:30 comes twice on the last Sunday of October: the first counts, the second is passed over."""
    schedule = parse("cron 30 2 * * *", BERLIN)
    first = schedule.following(datetime(2026, 10, 24, 12, 0, tzinfo=UTC))
    assert first == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert schedule.following(first) == datetime(2026, 10, 26, 1, 30, tzinfo=UTC)


@every_case(
    ("zone", "day", "expected"),
    [
        ("America/New_York", datetime(2026, 3, 7, 12, tzinfo=UTC), datetime(2026, 3, 8, 7, 30, tzinfo=UTC)),
        ("America/New_York", datetime(2026, 10, 31, 16, tzinfo=UTC), datetime(2026, 11, 1, 7, 30, tzinfo=UTC)),
        ("Australia/Lord_Howe", datetime(2026, 4, 4, 12, tzinfo=UTC), datetime(2026, 4, 4, 16, 0, tzinfo=UTC)),
        ("Asia/Kolkata", datetime(2026, 3, 29, 12, tzinfo=UTC), datetime(2026, 3, 29, 21, 0, tzinfo=UTC)),
    ],
)
def test_clocks_change_where_the_match_is(zone: str, day: datetime, expected: datetime) -> None:
    """Half past two, on the day of the change, in zones that change at other times, by half an hour, or never."""
    assert parse("cron 30 2 * * *", zone).following(day) == expected


@every_case("month", [3, 10])
def test_every_day_has_one_deadline_when_the_clocks_change(month: int) -> None:
    """A day of 23 or 25 hours neither loses a deadline nor has two, at any hour of the night."""
    for hour in range(5):
        schedule = parse(f"at {hour:02}:30", BERLIN)
        moment = datetime(2026, month, 23, 12, 0, tzinfo=UTC)
        found = []
        for _ in range(7):
            moment = schedule.following(moment)
            found.append(moment.astimezone(ZoneInfo(BERLIN)).date())
        assert found == [datetime(2026, month, 24, tzinfo=UTC).date() + timedelta(days=day) for day in range(7)]


def test_a_pause_in_hours_is_hours_whatever_the_clocks_do() -> None:
    """``every 24h`` over a night of 25 hours ends an hour earlier by the wall, and nobody has less time."""
    opened = datetime(2026, 10, 24, 18, 0, tzinfo=UTC)
    due = parse("every 24h", BERLIN).next(opened)
    assert due is not None
    assert due - opened == timedelta(hours=24)
    assert due.astimezone(ZoneInfo(BERLIN)).hour == 19


def test_a_deadline_that_is_too_near_to_be_fair_is_passed_over() -> None:
    """When a turn runs an hour before Monday's time, the next orders are due on Thursday."""
    early = datetime(2026, 11, 23, 18, 0, tzinfo=UTC)
    assert parse("at MON,THU 20:00", BERLIN).next(early) == datetime(2026, 11, 26, 19, 0, tzinfo=UTC)


def test_a_quick_cron_keeps_its_pace() -> None:
    """Every quarter of an hour is every quarter of an hour: what is too near depends on the usual gap."""
    schedule = parse("cron */15 * * * *", BERLIN)
    assert schedule.next(FRIDAY) == FRIDAY + timedelta(minutes=15)


@every_case(
    ("text", "complaint"),
    [
        ("every soon", '"soon" is not a length of time'),
        ("every 10s", "at least one minute"),
        ("at MON", '"MON" is not a time of day'),
        ("at MOON 20:00", '"MOON" is not one of MON to SUN'),
        ("at MON 25:00", "25:00 is not a time of day"),
        ("cron 0 20 * *", "five fields"),
        ("cron 60 * * * *", '"60" is not one of 0 to 59'),
        ("cron 0 0 * * 9", '"9" is not one of'),
        ("cron 0 0 30 FEB *", "no such day"),
        ("cron */0 * * * *", "no step"),
        ("weekly", '"weekly" is not a schedule'),
    ],
)
def test_a_schedule_that_cannot_be_read_is_told_exactly(text: str, complaint: str) -> None:
    """The complaint names the part that is wrong."""
    with pytest.raises(ScheduleError) as told:
        parse(text, BERLIN)
    assert complaint in str(told.value)


def test_an_unknown_zone_is_told() -> None:
    """A zone is an IANA name."""
    with pytest.raises(ScheduleError, match="Mars/Olympus"):
        parse("at 20:00", "Mars/Olympus")

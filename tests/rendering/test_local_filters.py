"""Times, spans and lists in words."""

from datetime import UTC, datetime, timedelta

from moderator.rendering.words.local_filters import LocalFilters, is_utc

MOMENT = datetime(2026, 11, 26, 19, 0, tzinfo=UTC)
ENGLISH, GERMAN = LocalFilters("en"), LocalFilters("de")


def test_times_are_written_short_with_their_zone() -> None:
    """Day, date, hour, zone; a zone without a name shows its distance from UTC; an unknown one is UTC."""
    assert ENGLISH.when(MOMENT, "Europe/Berlin") == "Thu 26 Nov 20:00 CET"
    assert ENGLISH.when(MOMENT, "America/Sao_Paulo") == "Thu 26 Nov 16:00 UTC-03"
    assert ENGLISH.when(MOMENT, "Middle/Earth") == "Thu 26 Nov 19:00 UTC"
    assert ENGLISH.when(MOMENT.isoformat(), "UTC") == "Thu 26 Nov 19:00 UTC"


def test_utc_names_the_day_only_where_it_differs() -> None:
    """A deadline in the evening of New York is the next day in UTC."""
    assert ENGLISH.utc(MOMENT, "Europe/Berlin") == "19:00 UTC"
    assert ENGLISH.utc(MOMENT + timedelta(hours=7), "America/New_York") == "Fri 27 Nov 02:00 UTC"


def test_zones_that_show_utc_are_known() -> None:
    """London in winter is as good as UTC, in summer it is not."""
    assert is_utc(MOMENT, "Europe/London")
    assert not is_utc(MOMENT.replace(month=7), "Europe/London")


def test_durations_have_two_parts_at_most() -> None:
    """Days and hours, or hours and minutes."""
    assert ENGLISH.duration(timedelta(days=2, hours=4, minutes=7)) == "2 days 4 hours"
    assert ENGLISH.duration(60) == "1 minute"
    assert ENGLISH.duration(0) == "0 minutes"
    assert ENGLISH.duration(20) == "20 seconds"
    assert ENGLISH.duration(90) == "1 minute 30 seconds"
    assert ENGLISH.duration(7230) == "2 hours"


def test_rows_of_things_are_sentences() -> None:
    """One, two and three."""
    assert ENGLISH.listing(["Red"]) == "Red"
    assert ENGLISH.listing(["Red", "Blue"]) == "Red and Blue"
    assert ENGLISH.listing(("Red", "Blue", "Green"), "or") == "Red, Blue or Green"


def test_german_has_its_own_names_of_days_units_and_zones() -> None:
    """What the language has no name for keeps its own."""
    assert GERMAN.when(MOMENT, "Europe/Berlin") == "Do., 26. Nov. 20:00 MEZ"
    assert GERMAN.when(MOMENT, "America/New_York") == "Do., 26. Nov. 14:00 EST"
    assert GERMAN.date(MOMENT) == "26. Nov. 2026"
    assert GERMAN.duration(timedelta(days=1, hours=4)) == "1 Tag 4 Stunden"
    assert GERMAN.listing(["Red", "Blue", "Green"]) == "Red, Blue und Green"
    assert GERMAN.listing(["Red", "Blue"], "or") == "Red oder Blue"

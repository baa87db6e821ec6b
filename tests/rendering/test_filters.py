"""Small functions of templates."""

from datetime import UTC, datetime, timedelta

from moderator.rendering import filters

MOMENT = datetime(2026, 11, 26, 19, 0, tzinfo=UTC)


def test_times_are_written_short_with_their_zone() -> None:
    """Day, date, hour, zone; a zone without a name shows its distance from UTC; an unknown one is UTC."""
    assert filters.when(MOMENT, "Europe/Berlin") == "Thu 26 Nov 20:00 CET"
    assert filters.when(MOMENT, "America/Sao_Paulo") == "Thu 26 Nov 16:00 UTC-03"
    assert filters.when(MOMENT, "Middle/Earth") == "Thu 26 Nov 19:00 UTC"
    assert filters.when(MOMENT.isoformat(), "UTC") == "Thu 26 Nov 19:00 UTC"


def test_utc_names_the_day_only_where_it_differs() -> None:
    """A deadline in the evening of New York is the next day in UTC."""
    assert filters.utc(MOMENT, "Europe/Berlin") == "19:00 UTC"
    assert filters.utc(MOMENT + timedelta(hours=7), "America/New_York") == "Fri 27 Nov 02:00 UTC"


def test_zones_that_show_utc_are_known() -> None:
    """London in winter is as good as UTC, in summer it is not."""
    assert filters.is_utc(MOMENT, "Europe/London")
    assert not filters.is_utc(MOMENT.replace(month=7), "Europe/London")


def test_durations_have_two_parts_at_most() -> None:
    """Days and hours, or hours and minutes."""
    assert filters.duration(timedelta(days=2, hours=4, minutes=7)) == "2 days 4 hours"
    assert filters.duration(60) == "1 minute"
    assert filters.duration(0) == "0 minutes"
    assert filters.duration(20) == "20 seconds"
    assert filters.duration(90) == "1 minute 30 seconds"
    assert filters.duration(7230) == "2 hours"


def test_equal_neighbours_are_told_together() -> None:
    """The Empire three times in a row is one entry; later it is another."""
    assert filters.runs(["a", "a", "b", "a"]) == [["a", "a"], ["b"], ["a"]]
    assert filters.runs([]) == []


def test_rows_of_things_are_sentences() -> None:
    """One, two and three."""
    assert filters.listing(["Red"]) == "Red"
    assert filters.listing(["Red", "Blue"]) == "Red and Blue"
    assert filters.listing(("Red", "Blue", "Green"), "or") == "Red, Blue or Green"


def test_a_long_line_is_cut_around_its_fault() -> None:
    """The caret still stands under the fragment."""
    text = "please " * 20 + "MOVE TRUPS A1 A2" + " thanks" * 20
    column = text.index("TRUPS")
    line, carets = filters.caret(text, column, "TRUPS")
    assert len(line) <= filters.WIDTH
    assert line[carets.index("^") : carets.index("^") + 5] == "TRUPS"
    assert line.startswith("…")
    assert line.endswith("…")


def test_a_mailto_body_never_grows_too_long() -> None:
    """Lines that do not fit are left out whole."""
    link = filters.mailto("a+b@c.test", "Hi & bye", ["x" * 100] * 50)
    body = link.partition("body=")[2]
    assert len(body) <= filters.MAILTO_LIMIT
    assert set(body.split("%0D%0A")) == {"x" * 100}
    assert link.startswith("mailto:a%2Bb@c.test?subject=Hi%20%26%20bye&body=")


def test_control_characters_and_turned_writing_are_dropped() -> None:
    """Nothing that a terminal or a mail program would obey gets through."""
    assert filters.clean("a\x1b[31mb\u202ec\r\nd") == "a[31mbc\nd"


def test_numbers_before_lines_are_known() -> None:
    """``1.`` and ``2b)`` are labels, a sentence that begins with a number has none."""
    assert filters.label("1. MOVE") == "1."
    assert filters.label("2b) MOVE") == "2b)"
    assert filters.label("26 turns are left") == ""
    assert filters.label("Mt. Maxwell is taken") == ""


def test_a_chance_is_rounded_to_certainty_only_where_it_is_certain() -> None:
    """Who reads 100 % is not to lose by the dice, and who reads 0 % not to hope in vain."""
    chances = (0.0, 0.0027, 0.0051, 0.42, 0.994, 0.9973, 1.0)
    assert [filters.percent(chance) for chance in chances] == ["0", "<1", "1", "42", "99", ">99", "100"]


def test_the_form_of_a_long_order_goes_on_below() -> None:
    """It breaks before what may be left out; orders themselves stay whole, to be copied."""
    form = "FIRE <aim> [AT <targets>] [WITH <battery>] [IF <state>] [TURN <turns>]"
    assert filters.folded(form) == ["FIRE <aim> [AT <targets>] [WITH <battery>] [IF <state>]", "    [TURN <turns>]"]
    assert filters.folded("HELP [<topic>]") == ["HELP [<topic>]"]
    long = "BOARD Rangers WITH CAPTAIN, 1 FOR CAPTAIN IF BOARDED TURN 2, 3"
    assert filters.folded(long) == [long]
    assert filters.folded("") == [""]

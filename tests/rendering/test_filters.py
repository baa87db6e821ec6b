"""Small functions of templates."""

from moderator.rendering import filters


def test_equal_neighbours_are_told_together() -> None:
    """The Empire three times in a row is one entry; later it is another."""
    assert filters.runs(["a", "a", "b", "a"]) == [["a", "a"], ["b"], ["a"]]
    assert filters.runs([]) == []


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

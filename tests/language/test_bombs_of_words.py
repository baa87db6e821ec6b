"""Lines made to keep a pattern busy: each is read at once, or this test never ends."""

from itertools import product

from moderator.games.registry import GAMES
from moderator.language.reading.blocks import understand
from moderator.language.reading.sorter import LONGEST_LINE
from moderator.language.reading.text_lines import TextLine

NAMES = {"Blue": "Blue", "Ben": "Blue"}
UNITS = (
    *(", and 2 ", " , ", ",and", " & ", "and ", "pls, ", "please, please", "p.s. ", "ps.", "could you "),
    *("a", "a.", "a'", "a-", "a b ", "straße", "Haus ", "no. ", "no.1 ", "orders ", "do: ", "do   ", "now ", "again, "),
    *("wait, ", "no, ", "12:00 ", "22.11.2026 ", "Ann, ", "<a@b.c> ", "@ ", "- ", "> ", "| ", "= ", "' ", '" ', "( "),
)
BEGINNINGS = (
    *("", "cancel 1", "cancel order ", "tell Blue ", "Blue, ", "make 3 ", "change order 2 to ", "instead of 2 ", "no "),
    *("wait ", "take 1", "1. ", "Best, ", "On ", "let Blue ", "MOVE TROOPS A0 A1 "),
)


ENDS = ("x", "!", " Blue x", "")


def test_no_line_keeps_the_reader_busy() -> None:
    """Whatever is repeated behind whatever begins a form, and does not end as the form should: each pair of these."""
    language = GAMES["rebel-commander"].language
    for (number, unit), (place, beginning) in product(enumerate(UNITS), enumerate(BEGINNINGS)):
        end = ENDS[(number + place) % len(ENDS)]
        line = (beginning + unit * LONGEST_LINE)[: LONGEST_LINE - len(end)] + end
        lines = (TextLine(1, "ATTACK B1"), TextLine(2, ""), TextLine(3, line), TextLine(4, line[:120]))
        assert len(understand(lines, language, names=lambda: NAMES).entries) <= LONGEST_LINE, (beginning, unit, end)

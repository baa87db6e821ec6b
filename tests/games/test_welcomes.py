"""A welcome is short enough to be read: what one wants, what one does first, and how letters work."""

import re

from bench.recorded import MATCHES, Recorded, recorded
from moderator.core.seats import Seat
from moderator.rendering.mail import MailRenderer
from moderator.scheduling.clock import SystemClock
from tests.support.cases import every_case

MOST = 500
READ_FIRST = ("YOUR FIRST ORDERS", "WHO PLAYS", "HOW LETTERS WORK")
"""The sections that a newcomer reads after what the match is about: not the position, the list of orders and proof."""


def sections(match: Recorded, seat: Seat) -> dict[str, str]:
    """Return the sections of the welcome to a seat by their headings, what is above them under no name."""
    text = MailRenderer(SystemClock()).render(match.welcome(seat)).text
    head, *rest = re.split(r"\n([A-Z][^\n]*)\n-{3,}\n", text)
    return {"": head, **dict(zip(rest[::2], rest[1::2], strict=True))}


@every_case("key", MATCHES)
def test_a_welcome_has_at_most_five_hundred_words_to_read(key: str) -> None:
    """Without the board and position, the list of orders and the proof; the first orders can be copied."""
    with recorded(key) as match:
        welcomes = [sections(match, seat) for seat in match.seats]
    for found in welcomes:
        above, briefing = list(found)[:2]
        assert sum(len(found[heading].split()) for heading in (above, briefing, *READ_FIRST)) <= MOST
        example = found["YOUR FIRST ORDERS"].partition("For example:")[2].split("\n")
        lines = [line.strip() for line in example if line.strip()]
        assert lines
        assert lines != ["PASS"]

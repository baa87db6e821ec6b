"""A club plays a hundred matches of five games through a year, by letter, with all that happens in one.

The books (``tests/support/year``) say from the letters alone what has to happen when, and who is told of it; after
every step the moderator is compared with them. The option ``--year 7`` plays another year.
"""

from pathlib import Path

import pytest

from tests.support.year.year import Year

pytestmark = [pytest.mark.proof, pytest.mark.long]

_MATCHES = 85
"""At least so many begin: for some of the hundred too few people come."""
_HAPPENS = (
    *("open matches begun", "open matches off", "told open-missed", "people without a place"),
    *("people asked whether they are there", "turns in-time", "turns late", "turns missed"),
    *("turns excused by a vacation", "turns excused by an outage or the GM"),
    *("players lost, bot", "players lost, gm", "players lost, standby", "absent players who came back"),
    *("seats taken over from the waiting list", "seats given away by the GM"),
    *("letters too late", "letters within grace"),
    *("outages", "deadlines moved by outages", "times without a relay", "turns in which clocks change"),
    *("deadlines extended", "turns called by the GM", "matches paused", "matches resumed", "schedules changed"),
    *("reminders", "letters of the day", "letters that waited for one"),
)
"""What happens in every year, so that a year without it proves nothing."""


def test_a_year_of_a_hundred_matches_goes_as_the_rules_say(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Nobody is wrongly missed, deadlines fall where they should, and each letter goes once and when it may."""
    seed = request.config.getoption("--year")
    year = Year(seed, tmp_path)
    try:
        year.play()
        year.finish()
    except Exception as error:
        error.add_note(f"in the year of seed {seed}: pytest -m proof tests/stories/test_year.py --year {seed}")
        raise
    finally:
        year.office.close()
    assert [what for what in _HAPPENS if not year.tally[what]] == [], seed
    assert year.tally["matches that ended"] >= _MATCHES, seed

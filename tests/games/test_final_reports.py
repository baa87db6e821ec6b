"""The last report of a match promises nothing: no turn comes after it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from moderator.core.game import AnyGame
from moderator.core.seats import Observer, Who
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from moderator.service.matches import reports
from tests.support.law_tables import LONG, TABLES, played

every_table = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.proof] if name in LONG else []) for name in TABLES]
)

_TESTS_OWN = Path(__file__).parents[1] / "support" / "templates"
_PROMISE = re.compile(
    r"next (?:turn|round|night|year|move|report)|turns? after|goes on to|go on to|(?:is|are) due", re.IGNORECASE
)


def last_words(name: str) -> Iterator[str]:
    """Yield all that is said to anybody in the last reports of a table's match, if it ends."""
    game: AnyGame = TABLES[name].game
    match = played(name)
    if match.outcome is None:
        return
    templates = Templates(_TESTS_OWN)
    watchers: tuple[Who, ...] = (Observer.PUBLIC, Observer.GM, *TABLES[name].seats)
    for who in watchers:
        voice = Voice(templates.text, game.info.key, ReadingSeat(str(who), "UTC"))
        known = [event for event in match.rulings[-1].events if event.known_to(who)]
        for section in reports.report(game, game.view(match.state, who), known, over=True).sections:
            yield from (str(voice.say(fact)) for fact in section.facts)


@every_table
def test_the_last_report_promises_no_turn(name: str) -> None:
    """Nothing goes on, comes next or holds from now on in a match that is over."""
    assert [words for words in dict.fromkeys(last_words(name)) if _PROMISE.search(words)] == []

"""No letter has a heading with nothing below it."""

import re

from msgspec.structs import replace

from moderator.core.game import Report
from moderator.rendering.mail import MailRenderer
from moderator.service.facts import LetterFacts, TurnReport, Welcome
from tests.rendering.samples import Still, every_letter
from tests.support.cases import every_case

RENDERER = MailRenderer(Still())
_HEADING = re.compile(r"^(?P<words>\S.*)\n-{3,60}$", re.MULTILINE)
_EMPTY = re.compile(r"\s*(?:\S[^\n]*\n-{3,60}\n|-- \n|--\n|\Z)")


def bare_headings(letter: LetterFacts) -> list[str]:
    """Return the headings of a letter's text above another heading, or above the end."""
    text = RENDERER.render(letter).text
    return [found["words"] for found in _HEADING.finditer(text) if _EMPTY.match(text, found.end() + 1)]


@every_case("name", every_letter())
def test_something_stands_below_every_heading(name: str) -> None:
    """In the plain text, which has all that the other forms have."""
    assert bare_headings(every_letter()[name]) == []


@every_case("name", ["turn-report", "final-report", "welcome"])
def test_what_there_is_nothing_of_has_no_heading(name: str) -> None:
    """A report without facts, chart, form and dice has no section for any of them."""
    letter = every_letter()[name]
    assert isinstance(letter, TurnReport | Welcome)
    empty = replace(letter, report=Report(()), chart="", drawings=())
    if isinstance(empty, TurnReport):
        empty = replace(empty, rolls=(), draws=(), receipts=(), opened=(), seal=None)
    text = RENDERER.render(empty).text
    assert bare_headings(empty) == []
    assert "THE BOARD" not in text

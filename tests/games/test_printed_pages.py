"""Printed letters, over recorded matches of every game: full pages, and words that can be read."""

from collections.abc import Iterable, Iterator
from itertools import chain

import pytest

from bench.recorded import MATCHES, Recorded, recorded
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from moderator.rendering.print import MARGINS, PAPERS, legible, report_pdf
from moderator.rendering.recap import recap
from moderator.rendering.typesetting.raster import Typesetter
from moderator.service.facts import TurnReport, Welcome
from tests.support.cases import every_case
from tests.support.printed import fillings, smallest_words

_THIRD, _LEGIBLE = 1 / 3, 5.99
_WIDTH = PAPERS["a4"][0] - MARGINS


def faults(match: Recorded, letters: Iterable[Welcome | TurnReport]) -> Iterator[str]:
    """Give what is wrong with the pages of some letters, and of the recap that comes with the last one."""
    typesetter, templates = Typesetter(), Templates()
    for letter in letters:
        head = letter.head
        made = report_pdf(
            typesetter, templates, Voice(templates.text, head.game, ReadingSeat(head.seat, "UTC")), letter
        )
        assert made is not None
        called = f"{match.name}, {head.seat}, {made.name}"
        yield from (f"{called}: {fault}" for fault in gaps(made.data))
        if isinstance(letter, TurnReport) and (kept := recap(typesetter, templates, letter)):
            yield from (f"{called}, recap: {fault}" for fault in gaps(kept.data))
        # a board that is too large for the paper is followed by its parts
        first = 1 if legible(letter.drawings[0]) <= _WIDTH else 2
        for number, (size, word) in enumerate(smallest_words(made.data), 1):
            if number >= first and size < _LEGIBLE:
                yield f"{called}: {word!r} on page {number} has letters of {size} pt"


def gaps(pdf: bytes) -> Iterator[str]:
    """Give the pages of a document that are blank, or not filled to a third in both halves; the last may be."""
    pages = fillings(pdf)
    for number, page in enumerate(pages, 1):
        if number < len(pages) and min(page) < _THIRD:
            yield f"page {number} of {len(pages)} is filled to {page}"
        elif not max(page):
            yield f"page {number} is blank"


@every_case("key", MATCHES)
def test_pages_of_a_turn_are_full_and_legible(key: str) -> None:
    """No page is blank, none but the last is filled to less than a third in either half, no word is below 6 pt."""
    with recorded(key) as match:
        assert list(faults(match, match.letters(match.number // 2, match.seats[:1]))) == []


@pytest.mark.proof
@pytest.mark.long
@every_case("key", MATCHES)
def test_pages_of_every_turn_are_full_and_legible(key: str) -> None:
    """For every seat, from the welcome to the last report with its recap."""
    with recorded(key) as match:
        turns = range(1, match.number + 1)
        reports = (letter for turn in turns for letter in match.letters(turn))
        assert list(faults(match, chain([match.welcome()], reports))) == []

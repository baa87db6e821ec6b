"""Lines that we sent ourselves, so that they are not taken for something typed into a quote of our letter."""

from collections.abc import Iterator

from moderator.core import codec
from moderator.language.grammar.labels import read_label
from moderator.language.grammar.words import Line
from moderator.mail.letter import ReadLetter
from moderator.service.facts import Acknowledgement, Form, LetterFacts
from moderator.service.matches import asking, letterhead
from moderator.service.sheets.situation import Situation
from moderator.store import queries

_LATELY = 30
"""The newest sheets of an author's that are looked at, at most."""


def plain(text: str) -> str:
    """Return a line as words alone, without its number."""
    return " ".join(Line(read_label(text).rest).words)


def lines(here: Situation, letter: ReadLetter) -> frozenset[str]:
    """Return the lines that the letter's author was shown, plain: forms, examples, and the letters that it answers."""
    found = list(here.game.language.pictures())
    if here.prompt is not None:
        name = f"{here.match.name}/{here.match.asking}"
        found += letterhead.examples(here.game, here.view, here.seat, here.prompt, name)
    for row in queries.letters_out(here.session, here.match.id or 0, here.seat, letter.thread):
        found += _lines_of(codec.unpack(row.payload, LetterFacts | None))
    return frozenset(map(plain, found))


def ordered(here: Situation) -> frozenset[str]:
    """Return the lines of the sheets that the letter's author filed lately, for this asking and former ones, plain."""
    rows = queries.sheets_of(here.session, here.match.id or 0, here.seat, _LATELY)
    sheets = [asking.unpack_orders(here.game, row.orders) for row in rows]
    return frozenset(plain(line) for orders in sheets for line in here.lines(orders))


def _lines_of(facts: LetterFacts | None) -> Iterator[str]:
    """Yield what may be read as an order in a letter of ours; reports are gathered anew and have none kept."""
    form: Form | None = getattr(facts, "form", None)
    if form is not None:
        yield from (*form.lines, *form.examples)
    if not isinstance(facts, Acknowledgement):
        return
    yield from (line.text for line in facts.sheet)
    yield from facts.silence
    for said in facts.said:
        yield said.text
        yield from (hint for problem in said.problems for hint in problem.hints)
    for answer in facts.answers:
        yield from answer.lines
        yield from (line for explained in answer.orders for line in explained.lines)

"""Lines that we sent ourselves, in a letter that answers ours: quoted they count for nothing, and ``yes`` takes them.

``yes``, on a line of its own or before another sentence, is the suggestion of the answer that a letter replies to,
taken as if it had been written. It is taken only where that answer made a single suggestion, for the order request that
is open, and with the order set as it is now.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from moderator.core import codec
from moderator.core.errors import Problem, Stage
from moderator.language.grammar.labels import read_label
from moderator.language.grammar.words import Line
from moderator.language.reading.commands import COMMANDS, Press
from moderator.language.reading.copies import wordings
from moderator.language.reading.quote_openings import after_yes
from moderator.language.reading.text_lines import TextLine
from moderator.language.reading.understood import Understood
from moderator.mail.letter import ReadLetter
from moderator.service.codes import OrderSetFault
from moderator.service.facts import Acknowledgement, LetterFacts
from moderator.service.letter_parts import Form
from moderator.service.matches.seat_context import SeatContext
from moderator.store import letter_queries, match_queries

_MOST_ORDER_SETS = 30
"""The newest order sets of an author's that are looked at, at most."""


_PERHAPS = frozenset(("perhaps-quoted", "perhaps-command"))
"""Problems of lines below what may be the beginning of a quote."""


def leave_out(seat_context: SeatContext, letter: ReadLetter, understood: Understood[Any]) -> Understood[Any]:
    """Leave out the lines that we sent, or that she sent before, of what was quoted, surely or perhaps.

    Which those are is only asked if there are any.
    """
    doubted = [problem for problem in understood.problems if problem.code in _PERHAPS]
    if not doubted and not any(line.quoted for line in understood.set_aside):
        return understood
    ours = _lines_shown(seat_context, letter)
    set_aside = tuple(line for line in understood.set_aside if not line.quoted or _plain(line.text) not in ours)
    if not doubted:
        return replace(understood, set_aside=set_aside)
    given = (_plain(seat_context.game.language.format(entry.order)) for entry in understood.entries)
    known = ours | _lines_ordered(seat_context) | frozenset(given)
    begun = min(problem.line or 0 for problem in doubted)
    left = tuple(problem for problem in understood.problems if not _is_known(problem, known))
    set_aside = tuple(line for line in set_aside if line.number < begun or _plain(line.text) not in known)
    if not (understood.entries or understood.commands or left):  # it may have been all that she meant
        set_aside += tuple(TextLine(problem.line or 0, problem.fragment) for problem in doubted)
    return replace(understood, set_aside=set_aside, problems=left)


def _is_known(problem: Problem, known: Collection[str]) -> bool:
    """Tell whether a line that may be quoted stands in what was sent before, as it is or in the words of the game."""
    return problem.code in _PERHAPS and any(_plain(text) in known for text in (problem.fragment, *problem.hints))


def _plain(text: str) -> str:
    """Return a line as words alone, without its number."""
    return " ".join(Line(read_label(text).rest).words)


def _lines_shown(seat_context: SeatContext, letter: ReadLetter) -> frozenset[str]:
    """Return the lines that the letter's author was shown, plain: forms, examples, and the letters that it answers."""
    found = list(seat_context.game.language.pictures())
    found += seat_context.examples()
    for facts in _letters(seat_context, letter.thread):
        found += _lines_of(facts)
    return frozenset(map(_plain, wordings(found, seat_context.game.language)))


def _lines_ordered(seat_context: SeatContext) -> frozenset[str]:
    """Return the lines of the orders that the letter's author filed lately, for this request and former ones, plain."""
    rows = match_queries.order_sets_of(seat_context.session, seat_context.match.id, seat_context.seat, _MOST_ORDER_SETS)
    return frozenset(_plain(line) for row in rows for line in seat_context.lines(seat_context.orders_of(row)))


def _letters(seat_context: SeatContext, thread: Sequence[str]) -> Iterator[LetterFacts | None]:
    """Give what our letters to the seat said that have these Message-IDs."""
    for row in letter_queries.letters_to_seat(seat_context.session, seat_context.match.id, seat_context.seat, thread):
        yield codec.unpack(row.payload, LetterFacts | None)


def _lines_of(facts: LetterFacts | None) -> Iterator[str]:
    """Yield what may be read as an order in a letter of ours; reports are gathered anew and have none kept."""
    form: Form | None = getattr(facts, "form", None)
    if form is not None:
        yield from (*form.lines, *form.examples)
    if not isinstance(facts, Acknowledgement):
        return
    yield from (line.text for line in facts.order_set)
    yield from facts.silence
    for said in facts.said:
        yield said.text
        yield from (hint for problem in said.problems for hint in problem.hints)
    for answer in facts.answers:
        yield from answer.lines
        yield from (line for explained in answer.orders for line in explained.lines)


# ---- what ``yes`` takes ---------------------------------------------------------------------------------------


class Offer(Struct, frozen=True):
    """What ``yes`` would stand for in a letter: its ``lines``, none if it cannot be taken, for the reason ``code``.

    ``suggested`` are the lines that the answer suggested.
    """

    lines: tuple[str, ...] = ()
    code: str = ""
    suggested: tuple[str, ...] = ()

    def problems_of(self, line: int) -> tuple[Problem, ...]:
        """Return what is to be said of the line that says it; 0 for none."""
        if not line or not self.code:
            return ()
        taken = bool(self.lines)
        problem = Problem(
            code=self.code,
            stage=Stage.NOTED if taken else Stage.DOUBTFUL,
            line=line,
            column=0,
            fragment="yes",
            facts={"lines": self.suggested} if taken else {},
            hints=() if taken else self.suggested,
        )
        return (problem,)


def offer(seat_context: SeatContext, letter: ReadLetter) -> Offer:
    """Return what ``yes`` stands for in a letter; nobody is asked where no line says it."""
    said = any(not line.quoted and after_yes(line.text) is not None for line in letter.lines)
    answers = (facts for facts in _letters(seat_context, letter.thread[-1:]) if isinstance(facts, Acknowledgement))
    answered = next(answers, None) if said else None
    suggestions = answered.suggestions if answered else ()
    suggested = tuple(line for each in suggestions for line in each)
    if answered is None or not suggestions:
        return Offer()
    if len(suggestions) > 1:
        return Offer(code=OrderSetFault.YES_TO_WHICH, suggested=suggested)
    if not _is_as_it_was(seat_context, answered):
        return Offer(code=OrderSetFault.YES_TOO_LATE, suggested=suggested)
    is_message = isinstance(COMMANDS.attempt(suggested[0]), Press)
    # orders stand on one line, each at its place there; a message is as long as it is
    return Offer(suggested if is_message else ("; ".join(suggested),), OrderSetFault.YES_TAKEN, suggested)


def _is_as_it_was(seat_context: SeatContext, answer: Acknowledgement) -> bool:
    """Tell whether the order request and the order set are those of an answer."""
    order_set = seat_context.order_set.number if seat_context.order_set else None
    then = answer.receipt.number if answer.receipt else None
    return answer.form is not None and answer.form.request == seat_context.match.request and order_set == then

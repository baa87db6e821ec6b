"""Lines of a seat's letters that did not count, kept until a later letter settles them; till then the turn waits."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from typing import Any

from rapidfuzz import fuzz

from moderator.core.errors import Problem, Stage
from moderator.language.faults import LanguageFault
from moderator.language.grammar.labels import read_label
from moderator.language.grammar.suggest import typos
from moderator.language.grammar.words import Line
from moderator.service.chat import links
from moderator.service.order_sets.merging import Instructions, Merged
from moderator.store.complaints import Complaint

_LONGEST = 200
"""Characters of a line that are remembered, at most."""

_ALIKE, _RENUMBERED = 80, 90
"""From this likeness on (of 100), a line is taken for one that was complained of: as it stands, or under a number other
than the one that waits for it."""

_LOOSE = frozenset((LanguageFault.NOT_READ, LanguageFault.SAID_AROUND))
"""Lines that name no order of their own: any order of a later letter settles them."""

_OPEN = frozenset((LanguageFault.SAID_AROUND, LanguageFault.NUMBER_GIVEN_AGAIN))
"""What leaves open what orders mean, though they stand."""

_TELLING = re.compile(r"\w*\d\w*")


def complaint_about(
    problem: Problem,
    letter: Instructions,
    merged: Merged,
    *,
    since: datetime,
    read: Callable[[str], Any],
    write: Callable[[Any], str],
) -> Complaint:
    """Return what is remembered of a line that has a problem; what is offered for it as its order is written."""
    instruction = letter.about(problem)
    following = letter.following(problem, merged.orders)

    def canonical(hint: str) -> str:
        order = read(read_label(hint).rest)
        return hint if order is None else write(order)

    read_as = str(problem.facts["order"]) if problem.code == LanguageFault.READ_AS else ""
    return Complaint(
        number=merged.number_of(instruction) if instruction else "",
        text=links.without_addresses(instruction.text if instruction else letter.piece(problem)[1])[:_LONGEST],
        hints=tuple(links.without_addresses(canonical(hint)) for hint in problem.hints) or (read_as,) * bool(read_as),
        since=since,
        read_as=read_as,
        before=write(following) if following is not None else "",
        loose=problem.code in _LOOSE,
    )


def is_remembered(problem: Problem) -> bool:
    """Tell whether a line is remembered: it fell, was set right, or leaves open what the orders mean."""
    return problem.falls or problem.code == LanguageFault.READ_AS or is_open(problem)


def is_open(problem: Problem) -> bool:
    """Tell whether a line stands and its author has yet to say what it means."""
    return problem.stage is Stage.DOUBTFUL and problem.code in _OPEN


def unsettled_complaints(
    complaints: Iterable[Complaint], numbers: Collection[str], lines: Collection[str], *, ordered: bool
) -> tuple[Complaint, ...]:
    """Return the complaints that a letter leaves open.

    ``numbers`` are those of the order set that it speaks of (never ""), ``lines`` its orders and what was meant as one;
    ``ordered`` tells whether it gives any order.
    """
    return tuple(
        complaint
        for complaint in complaints
        if not (complaint.number and complaint.number in numbers)
        and not (complaint.loose and ordered)
        and not any(answers(complaint, line) for line in lines)
    )


def later(complaints: Iterable[Complaint], arrived: datetime) -> tuple[Complaint, ...]:
    """Return the complaints of letters that came after one that arrived at a time."""
    return tuple(complaint for complaint in complaints if complaint.since and complaint.since > arrived)


def orders_said_again(complaints: Iterable[Complaint], lines: Collection[str]) -> frozenset[str]:
    """Return the orders that lines were read as, for a typo, and that are said again now, perhaps otherwise."""
    return frozenset(
        complaint.read_as
        for complaint in complaints
        if complaint.read_as and any(answers(complaint, line) for line in lines)
    )


def only_answers(complaints: Sequence[Complaint], lines: Collection[str]) -> bool:
    """Tell whether lines, of which there is at least one, answer complaints and nothing else."""
    known = [complaint for complaint in complaints if complaint.text]
    return bool(lines) and all(any(answers(complaint, line) for complaint in known) for line in lines)


def answers(complaint: Complaint, line: str) -> bool:
    """Tell whether a line says again, perhaps otherwise, what was complained of.

    It is one of the lines that were suggested, or it is like the line in its letters. Where orders have no numbers, it
    is enough that it is about the same thing: the same verb, or one that was suggested, and the same first number or
    place, or, where it names none, the same first name. For a line that was not read as an order the place is enough.
    """
    if not complaint.text:
        return True
    said, meant = _words(line), _words(complaint.text)
    hints = [_words(hint) for hint in complaint.hints]
    likeness = fuzz.ratio(" ".join(said), " ".join(meant))
    if not said or said in hints or likeness >= (_RENUMBERED if complaint.number else _ALIKE):
        return bool(said)
    return not complaint.number and _is_about(said, meant, hints, loose=complaint.loose)


def _is_about(said: Sequence[str], meant: Sequence[str], hints: Sequence[Sequence[str]], *, loose: bool) -> bool:
    """Tell whether a line is about the same thing as one that was complained of; of a ``loose`` one it is any thing."""
    about = _subject(said)
    if loose:
        return bool(about) and about in meant
    if not about:
        return any(_is_about_the_same(said, words) for words in (meant, *hints))
    same_verb = bool(meant) and (said[0] == meant[0] or typos(meant[0], said[0]) is not None)
    return _subject(meant) == about and (same_verb or any(hint[:1] == said[:1] for hint in hints))


def _is_about_the_same(said: Sequence[str], meant: Sequence[str]) -> bool:
    """Tell whether lines that name no number and no place have a verb in common, and what comes right after it."""
    at = next((at for at, word in enumerate(meant) if typos(word, said[0]) is not None), None)
    if at is None or _subject(meant):
        return False
    return any(typos(word, other) is not None for word in said[1:2] for other in meant[at + 1 :])


def _words(text: str) -> list[str]:
    """Return the words of a line without its number."""
    return list(Line(read_label(text).rest).words)


def _subject(words: Sequence[str]) -> str:
    """Return the first word that names a number or a place."""
    return next((word for word in words if _TELLING.fullmatch(word)), "")

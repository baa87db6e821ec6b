"""Did you mean, judged by the seat's view: of what a line may have meant, what the seat could really order."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, TypeAlias

from msgspec.structs import replace
from rapidfuzz.distance import OSA

from moderator.core.errors import Problem
from moderator.core.game import AnyGame, Prompt
from moderator.core.orders import Order
from moderator.language import numbering
from moderator.language.grammar.labels import read_label
from moderator.language.grammar.suggest import nearest
from moderator.language.numbering import Entry, UnreadOrder
from moderator.language.reading.commands import COMMANDS
from moderator.language.reading.corrections import correction
from moderator.service.order_sets.merging import Instructions, Merged

Judge: TypeAlias = Callable[[str, Order], int | None]
"""Tells of an order under a label how many doubts it would meet, None if it could not stand."""

_OFFERED = 3
_MENDED = 10
"""Problems of one letter that are looked at, at most: each may take a judgement for every place of the board."""


def with_legal_hints(
    game: AnyGame,
    view: Any,  # noqa: ANN401 - the view is the game's own
    prompt: Prompt,
    orders: Sequence[Order],
    problems: Sequence[Problem],
    *,
    text_of: Callable[[Problem], str] = lambda _: "",
) -> tuple[Problem, ...]:
    """Return problems with their suggestions narrowed to what is legal beside the orders of the order set.

    A gap that a suggestion left open is filled with what is legal there and the likest to what was written. Where
    nothing of it would be legal, those stay that begin an order which is asked for now. Lines that are offered together
    are so only if all of them do.

    ``text_of`` returns the line that a problem is about: nothing is offered for it that leaves out a part of it.
    """
    out = list(problems)
    judge = partial(_warnings, game, view, prompt, orders)
    unread = [
        at
        for at, problem in enumerate(problems)
        if problem.falls and problem.order is None and problem.hints and not problem.together
    ]
    for at in unread[:_MENDED]:
        kept = partial(_complete_hints, game, text_of(out[at]))
        hints = (
            kept(_orders_among(game, out[at].hints, judge))
            or kept(_fill_gaps(game, out[at], judge))
            or kept(_orders_among(game, _hints_for_hints(game, view, prompt, out[at].hints), judge))[:_OFFERED]
        )
        out[at] = replace(out[at], hints=hints or _hints_allowed_now(game, out[at].hints, prompt))
    for at, problem in enumerate(out):
        if problem.together and _hints_allowed_now(game, problem.hints, prompt) != problem.hints:
            out[at] = replace(problem, hints=(), together=False)
    return tuple(_with_complete_hints(game, text_of(problem), problem) for problem in out)


def _with_complete_hints(game: AnyGame, text: str, problem: Problem) -> Problem:
    """Return a problem of a line with those suggestions that leave nothing out of it."""
    kept = _complete_hints(game, text, problem.hints, together=problem.together)
    return problem if kept == problem.hints else replace(problem, hints=kept, together=problem.together and bool(kept))


def _complete_hints(game: AnyGame, text: str, hints: Sequence[str], *, together: bool = False) -> tuple[str, ...]:
    """Return the suggestions for a line that leave nothing out of it; a command may, and so may what "x2" repeats."""
    if not text or game.language.times(text):
        return tuple(hints)
    said = correction(text)
    meant = said.text if said is not None and said.text else text
    if together:  # their numbers may be written within the line
        return tuple(hints) if game.language.keeps(meant, hints) else ()

    def is_kept(hint: str) -> bool:
        return COMMANDS.attempt(hint) is not None or game.language.keeps(meant, (read_label(hint).rest,))

    return tuple(filter(is_kept, hints))


def with_numbers(
    game: AnyGame, prompt: Prompt, letter: Instructions, merged: Merged, problems: Iterable[Problem]
) -> Iterator[Problem]:
    """Yield problems, with the number before what is offered for an unread line that is kept for it.

    Further orders that are offered with it get free ones. Where the order set has none left nothing is offered: without
    a number it would be a new order set.
    """
    held = {*merged.places.values(), *(order.number for order in merged.orders)}
    free = [number for number in prompt.numbers if number not in held]
    for problem in problems:
        line = letter.about(problem) if prompt.numbers else None
        if not isinstance(line, UnreadOrder):
            yield problem
        elif own := line.label or merged.number_of(line):
            stands = bool(game.language.times(line.text))  # "x2": the first of them is on the line above
            hints = problem.hints[stands:]
            names = [own, *free] if problem.together else [own] * len(hints)
            hints = hints if len(hints) <= len(names) else ()
            yield replace(problem, hints=_numbered(hints, names), together=problem.together and len(hints) > 1)
        else:
            yield replace(problem, hints=())


def _numbered(hints: Sequence[str], names: Iterable[str]) -> tuple[str, ...]:
    """Put before each of the lines that are offered and bear no number the next one that none of them bears."""
    borne = {read_label(hint).label for hint in hints}
    left = (f"{name}. " for name in names if name not in borne)
    return tuple(hint if read_label(hint).label else next(left, "") + hint for hint in hints)


def _hints_allowed_now(game: AnyGame, hints: Sequence[str], prompt: Prompt) -> tuple[str, ...]:
    """Return the suggestions that are commands, or whose verb is one of an order that may be given now."""

    def is_timely(hint: str) -> bool:
        if COMMANDS.attempt(hint) is not None:
            return True
        verb = next(iter(read_label(hint)[1].split()), "")
        return any(prompt.admits(kind) for kind in game.language.help(verb))

    return tuple(hint for hint in hints if not prompt.verbs or is_timely(hint))


def _orders_among(game: AnyGame, hints: Sequence[str], judge: Judge) -> tuple[str, ...]:
    """Return the suggestions that are whole orders and could be given, the least doubtful of them."""
    legal: dict[str, int] = {}
    for hint in hints:
        label, text = read_label(hint)[:2]
        order = game.language.attempt(text)
        warnings = None if order is None else judge(label, order)
        if warnings is not None:
            legal[hint] = warnings
    return tuple(hint for hint, warnings in legal.items() if warnings == min(legal.values()))


def _hints_for_hints(game: AnyGame, view: Any, prompt: Prompt, hints: Sequence[str]) -> tuple[str, ...]:  # noqa: ANN401 - as above
    """Return what would be suggested to somebody who had sent a suggestion that could not be given."""
    orders = (game.language.attempt(read_label(hint)[1]) for hint in hints)
    return tuple(
        hint
        for order in orders
        if order is not None
        for problem in game.check(view, prompt, [order])
        for hint in problem.hints
    )


def _fill_gaps(game: AnyGame, problem: Problem, judge: Judge) -> tuple[str, ...]:
    """Return the suggestions with a gap, filled with what could be ordered and is the likest to what was written."""
    written = problem.fragment.upper()
    found: list[tuple[int, str, str, Order]] = []
    for hint in problem.hints:
        label, text = read_label(hint)[:2]
        for value, order in game.language.fill_gap(text):
            if not _is_like(value, written):
                continue
            found.append(
                (OSA.distance(value.upper(), written), hint.replace(text, game.language.format(order)), label, order)
            )
    legal: list[str] = []
    least = 0
    for distance, line, label, order in sorted(found, key=lambda each: each[0]):
        if len(legal) == _OFFERED or (legal and distance > least):
            break
        if judge(label, order) == 0:
            legal.append(line)
            least = distance
    return tuple(legal)


def _is_like(value: str, written: str) -> bool:
    """Tell whether a value may be what was written, wrongly: any place may, but no name that is not near to it."""
    is_place = value.isalnum() and any(map(str.isalpha, value)) and any(map(str.isdigit, value))
    if not written or is_place:
        return True
    if value.isdecimal():
        return written.isdecimal()
    return any(nearest(word, value.upper().split()) for word in written.split())


def _warnings(  # noqa: PLR0917 - one private step with all that is known
    game: AnyGame,
    view: Any,  # noqa: ANN401 - as above
    prompt: Prompt,
    orders: Sequence[Order],
    label: str,
    order: Order,
) -> int | None:
    """Return how many doubts an order would meet beside those of the order set, None if it could not stand there."""
    entry = Entry(0, "", label, order)
    placed = numbering.number([entry], prompt, taken=[other.number for other in orders if other.number]).orders
    merged = numbering.merge(orders, placed, prompt)
    found = [
        problem
        for problem in game.check(view, prompt, merged)
        if problem.order is None or merged[problem.order] in placed
    ]
    return None if not placed or any(problem.falls for problem in found) else len(found)

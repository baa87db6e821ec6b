"""Did you mean, judged by the seat's view: of what a line may have meant, what the seat could really order."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace
from rapidfuzz.distance import OSA

from moderator.core.errors import Problem
from moderator.core.game import AnyGame, Order, Prompt
from moderator.language import sheet as numbering
from moderator.language.labels import read_label
from moderator.language.sheet import Entry

_OFFERED = 3
_MENDED = 10
"""So many problems of one letter are looked at: each may take a judgement for every place of the board."""


def with_legal_hints(
    game: AnyGame,
    view: Any,  # noqa: ANN401 - the view is the game's own
    prompt: Prompt,
    orders: Sequence[Order],
    problems: Sequence[Problem],
) -> tuple[Problem, ...]:
    """Return problems with their suggestions narrowed to what is legal beside the orders of the sheet.

    A gap that a suggestion left open is filled with what is legal there, the likest to what was written first. Where
    nothing of it would be legal, the suggestions stay as they are.
    """
    out = list(problems)
    judge = partial(_legal, game, view, prompt, orders)
    unread = [at for at, problem in enumerate(problems) if problem.falls and problem.order is None and problem.hints]
    for at in unread[:_MENDED]:
        legal: list[str] = []
        for label, order in _meant(game, out[at]):
            if len(legal) == _OFFERED:
                break
            line = _line(game, label, order)
            if line not in legal and judge(label, order):
                legal.append(line)
        if legal:
            out[at] = replace(out[at], hints=tuple(legal))
    return tuple(out)


def _meant(game: AnyGame, problem: Problem) -> Iterator[tuple[str, Order]]:
    """Yield the orders that the suggestions of a problem make, each with its label; whole ones first."""
    gapped = []
    for hint in problem.hints:
        label, text = read_label(hint)[:2]
        order = game.language.attempt(text)
        if order is not None:
            yield label, order
        else:
            gapped += [(value, label, filled) for value, filled in game.language.filled(text)]
    written = problem.fragment.upper()
    for _, label, order in sorted(gapped, key=lambda found: OSA.distance(found[0].upper(), written)):
        yield label, order


def _legal(  # noqa: PLR0917 - one private step with all that is known
    game: AnyGame,
    view: Any,  # noqa: ANN401 - as above
    prompt: Prompt,
    orders: Sequence[Order],
    label: str,
    order: Order,
) -> bool:
    """Tell whether an order would stand beside those of the sheet, or in place of the one under its number."""
    entry = Entry(0, "", label, order)
    placed, _ = numbering.number([entry], prompt, taken=[other.number for other in orders if other.number])
    merged = numbering.merge(orders, placed, prompt)
    falls = [problem for problem in game.check(view, prompt, merged) if problem.falls]
    return bool(placed) and not any(problem.order is None or merged[problem.order] in placed for problem in falls)


def _line(game: AnyGame, label: str, order: Order) -> str:
    text = game.language.format(order)
    return f"{label}. {text}" if label else text

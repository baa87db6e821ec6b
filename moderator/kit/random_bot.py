"""A bot for every game: lines drawn from the syntax of the orders and the values of their slots, if they are legal."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from moderator.core.dice import Stream, Why
from moderator.core.errors import Problem
from moderator.core.game import Imagine, Prompt
from moderator.core.language import Language
from moderator.core.orders import O
from moderator.language.grammar.forms import Flat, Gap, compile_syntax, expand
from moderator.language.grammar.slots import Slot

V = TypeVar("V")

_TRIES = 8
"""A line is drawn at most this often before it is left out."""

_MOOD = 8
"""Of this many lines one is left out, whatever it could be."""


class RandomBot(Generic[V, O]):
    """Does anything that is allowed, sensible or not, and sometimes nothing."""

    def __init__(
        self,
        language: Language[O],
        slots: Mapping[str, Slot],
        check: Callable[[V, Prompt, Sequence[O]], Sequence[Problem]],
        lines: int = 6,
    ) -> None:
        """Draw from the orders of a language; where orders are not numbered, at most ``lines``."""
        self._language, self._check, self._lines = language, check, lines
        self._forms = {
            kind: tuple(expand(compile_syntax(kind.syntax[0], slots))) for kind in language.orders if kind.syntax
        }

    def order(self, view: V, prompt: Prompt, chance: Stream, imagine: Imagine[V, O]) -> Sequence[O]:
        """Draw a line for each number, again where it would be refused after the lines above it."""
        del imagine
        order_set: list[O] = []
        for label in prompt.numbers or map(str, range(self._lines)):
            if chance.d(_MOOD, Why("mood", label)) == 1:
                continue
            for attempt in range(_TRIES):
                line = _Line(chance, f"{label}/{attempt}")
                order = self._language.attempt(line.draw(self._forms_for(prompt)))
                if order is None:
                    continue
                order = replace(order, number=label) if prompt.numbers else order
                if not any(problem.falls for problem in self._check(view, prompt, (*order_set, order))):
                    order_set.append(order)
                    break
        return tuple(order_set)

    def _forms_for(self, prompt: Prompt) -> list[tuple[Flat, ...]]:
        """Return the forms of each type of order that the prompt admits."""
        return [forms for kind, forms in self._forms.items() if prompt.admits(kind)]


class _Line:
    """One line drawn by chance."""

    def __init__(self, chance: Stream, name: str) -> None:
        self._chance, self._name, self._count = chance, name, 0

    def draw(self, forms: Sequence[Sequence[Flat]]) -> str:
        """Draw a type of order, one of its forms, and values for its gaps."""
        return " ".join(map(self._words, self._pick(self._pick(forms))))

    def _words(self, element: str | Gap) -> str:
        if isinstance(element, str):
            return element
        return str(self._pick(element.slot.values() or (element.slot.example(),)))

    def _pick(self, items: Sequence[Any]) -> Any:  # noqa: ANN401 - one of them
        self._count += 1
        return self._chance.pick(items, Why("draw", self._name, n=self._count))
